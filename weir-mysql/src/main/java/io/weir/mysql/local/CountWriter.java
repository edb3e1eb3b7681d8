// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.StoreConnection.Statements;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Receipt;
import io.weir.sql.dialect.ReadableText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One batch of publications, written in one transaction. */
final class CountWriter {
  /** A workspace whose budget is used up may still have this many rows per cell: one for each start of the process. */
  private static final int ROWS_PER_CELL = 8;

  /**
   * A publication on its way into the file.
   *
   * @param index its place in the batch
   * @param publication what it says
   * @param cell the key of its rows
   */
  record Entry(int index, Publication publication, CellDigest cell) {
    /** Entries of one cell stay in the order of the batch. */
    static final Comparator<Entry> KEY_ORDER =
        Comparator.comparing(Entry::cell, CellDigest.KEY_ORDER).thenComparingInt(Entry::index);
  }

  /** A cell that had expired and was taken out, with this many rows. */
  private record Replaced(Entry entry, long rows) {}

  /** What the file has of a cell. */
  private static final class Found {
    private long siblings;
    private long own = -1;
    private long expiresAt;
    private int rows;
  }

  private final Inventory inventory;
  private final long now;
  private final Receipt[] receipts;
  private final List<Entry> added = new ArrayList<>();
  private final List<Replaced> replaced = new ArrayList<>();
  private final Map<String, Long> addedRows = new HashMap<>();

  /** Rows of subjects and of counts that are not written yet, in the order of their keys. */
  private final List<Object[]> newSubjects = new ArrayList<>();

  private final List<Object[]> newCounts = new ArrayList<>();

  CountWriter(Inventory inventory, long now, int publications) {
    this.inventory = inventory;
    this.now = now;
    this.receipts = new Receipt[publications];
  }

  /** Writes all of them, which are sorted, and answers in the order of the batch. */
  List<Receipt> write(Statements statements, List<Entry> entries) throws SQLException {
    @Nullable CellDigest last = null;
    for (Entry entry : entries) {
      boolean isSame = entry.cell().equals(last);
      if (isSame) {
        insertAll(statements); // so that it is found
      }
      boolean isNew = !isSame && inventory.isAbsent(entry.cell());
      write(statements, entry, isNew ? new Found() : find(statements, entry));
      last = entry.cell();
    }
    insertAll(statements);
    return List.of(receipts);
  }

  private void insertAll(Statements statements) throws SQLException {
    statements.ofAll("insert-subject", newSubjects);
    statements.ofAll("insert-count", newCounts);
    newSubjects.clear();
    newCounts.clear();
  }

  private Found find(Statements statements, Entry entry) throws SQLException {
    Found found = new Found();
    CellDigest cell = entry.cell();
    try (ResultSet rows = statements.of("cell", cell.bytes(), cell.sequence()).executeQuery()) {
      while (rows.next()) {
        found.rows++;
        found.expiresAt = rows.getLong(3);
        if (entry.publication().field().equals(rows.getString(1))) {
          found.own = Math.max(0, rows.getLong(2));
        } else if (CellKey.isPlausible(rows.getLong(2))) {
          found.siblings += rows.getLong(2);
        }
      }
    }
    if (found.rows > 0 && found.expiresAt <= now) {
      statements.of("delete-cell", cell.bytes(), cell.sequence()).executeUpdate();
      replaced.add(new Replaced(entry, found.rows));
      return new Found();
    }
    return found;
  }

  private void write(Statements statements, Entry entry, Found found) throws SQLException {
    Publication publication = entry.publication();
    if (found.own < 0) {
      insert(entry, found);
      return;
    }
    if (publication.count() > found.own) {
      CellDigest cell = entry.cell();
      statements
          .of(
              "raise-count",
              publication.count(),
              cell.bytes(),
              cell.sequence(),
              publication.field())
          .executeUpdate();
    }
    receipts[entry.index()] = new Receipt(found.siblings, found.own);
  }

  private void insert(Entry entry, Found found) {
    Publication publication = entry.publication();
    CellDigest cell = entry.cell();
    SubjectKey subject = publication.cell().subject();
    String workspace = subject.workspace();
    boolean fits = inventory.budgets().hasRoom(workspace, addedRows.getOrDefault(workspace, 0L));
    if (!fits && (found.rows == 0 || found.rows >= ROWS_PER_CELL)) {
      inventory.budgets().withhold(workspace);
      // As if it were there: less would mean that the store has lost what it had acknowledged.
      receipts[entry.index()] = new Receipt(found.siblings, publication.count());
      return;
    }
    if (found.rows == 0) {
      newSubjects.add(new Object[] {
        cell.bytes(),
        ReadableText.encode(workspace),
        ReadableText.encode(subject.namespace()),
        ReadableText.encode(subject.identifier()),
        subject.durationMillis()
      });
    }
    long expiresAt = found.rows == 0 ? now + publication.timeToLiveMillis() : found.expiresAt;
    newCounts.add(new Object[] {
      cell.bytes(), cell.sequence(), publication.field(), publication.count(), expiresAt
    });
    added.add(entry);
    addedRows.merge(workspace, 1L, Long::sum);
    receipts[entry.index()] = new Receipt(found.siblings, 0);
  }

  /** To be called once the transaction is committed. */
  void committed() {
    replaced.forEach(each -> inventory.removed(
        each.entry().cell(), each.entry().publication().cell().subject().workspace(), each.rows()));
    added.forEach(entry ->
        inventory.added(entry.cell(), entry.publication().cell().subject().workspace()));
  }
}

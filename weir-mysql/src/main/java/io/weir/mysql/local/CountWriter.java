// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.StoreConnection.StoreStatements;
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

/** Writes one batch of publications in one transaction. */
final class CountWriter {
  /** A workspace whose budget is used up may still add this many rows per cell: one for each start of the process. */
  private static final int ROWS_PER_CELL = 8;

  /**
   * A publication to be written to the file.
   *
   * @param index its position in the batch
   * @param publication the publication
   * @param cell the key of its rows
   */
  record PublicationEntry(int index, Publication publication, CellDigest cell) {
    /** Entries of the same cell keep the order of the batch. */
    static final Comparator<PublicationEntry> KEY_ORDER = Comparator.comparing(
            PublicationEntry::cell, CellDigest.KEY_ORDER)
        .thenComparingInt(PublicationEntry::index);
  }

  /** An expired cell that was deleted, with its number of rows. */
  private record ReplacedCell(PublicationEntry entry, long rows) {}

  /** The state of a cell in the file. */
  private static final class StoredCell {
    private long siblings;
    private long own = -1;
    private long expiresAt;
    private int rows;
  }

  private final RowInventory rowInventory;
  private final long now;
  private final Receipt[] receipts;
  private final List<PublicationEntry> added = new ArrayList<>();
  private final List<ReplacedCell> replaced = new ArrayList<>();
  private final Map<String, Long> addedRows = new HashMap<>();

  /** Rows of subjects and of counts that are not written yet, in the order of their keys. */
  private final List<Object[]> newSubjects = new ArrayList<>();

  private final List<Object[]> newCounts = new ArrayList<>();

  CountWriter(RowInventory rowInventory, long now, int publications) {
    this.rowInventory = rowInventory;
    this.now = now;
    this.receipts = new Receipt[publications];
  }

  /** Writes all entries, which must be sorted, and returns the receipts in the order of the batch. */
  List<Receipt> write(StoreStatements storeStatements, List<PublicationEntry> entries)
      throws SQLException {
    @Nullable CellDigest last = null;
    for (PublicationEntry publicationEntry : entries) {
      boolean isSame = publicationEntry.cell().equals(last);
      if (isSame) {
        insertAll(storeStatements); // so that it is found
      }
      boolean isNew = !isSame && rowInventory.isAbsent(publicationEntry.cell());
      write(
          storeStatements,
          publicationEntry,
          isNew ? new StoredCell() : find(storeStatements, publicationEntry));
      last = publicationEntry.cell();
    }
    insertAll(storeStatements);
    return List.of(receipts);
  }

  private void insertAll(StoreStatements storeStatements) throws SQLException {
    storeStatements.ofAll("insert-subject", newSubjects);
    storeStatements.ofAll("insert-count", newCounts);
    newSubjects.clear();
    newCounts.clear();
  }

  private StoredCell find(StoreStatements storeStatements, PublicationEntry publicationEntry)
      throws SQLException {
    StoredCell storedCell = new StoredCell();
    CellDigest cell = publicationEntry.cell();
    try (ResultSet rows =
        storeStatements.of("cell", cell.bytes(), cell.sequence()).executeQuery()) {
      while (rows.next()) {
        storedCell.rows++;
        storedCell.expiresAt = rows.getLong(3);
        if (publicationEntry.publication().field().equals(rows.getString(1))) {
          storedCell.own = Math.max(0, rows.getLong(2));
        } else if (CellKey.isPlausible(rows.getLong(2))) {
          storedCell.siblings += rows.getLong(2);
        }
      }
    }
    if (storedCell.rows > 0 && storedCell.expiresAt <= now) {
      storeStatements.of("delete-cell", cell.bytes(), cell.sequence()).executeUpdate();
      replaced.add(new ReplacedCell(publicationEntry, storedCell.rows));
      return new StoredCell();
    }
    return storedCell;
  }

  private void write(
      StoreStatements storeStatements, PublicationEntry publicationEntry, StoredCell storedCell)
      throws SQLException {
    Publication publication = publicationEntry.publication();
    if (storedCell.own < 0) {
      insert(publicationEntry, storedCell);
      return;
    }
    if (publication.count() > storedCell.own) {
      CellDigest cell = publicationEntry.cell();
      storeStatements
          .of(
              "raise-count",
              publication.count(),
              cell.bytes(),
              cell.sequence(),
              publication.field())
          .executeUpdate();
    }
    receipts[publicationEntry.index()] = new Receipt(storedCell.siblings, storedCell.own);
  }

  private void insert(PublicationEntry publicationEntry, StoredCell storedCell) {
    Publication publication = publicationEntry.publication();
    CellDigest cell = publicationEntry.cell();
    SubjectKey subject = publication.cell().subject();
    String workspace = subject.workspace();
    boolean fits = rowInventory.budgets().hasRoom(workspace, addedRows.getOrDefault(workspace, 0L));
    if (!fits && (storedCell.rows == 0 || storedCell.rows >= ROWS_PER_CELL)) {
      rowInventory.budgets().withhold(workspace);
      // A smaller count would mean that the store has lost what it had acknowledged.
      receipts[publicationEntry.index()] = new Receipt(storedCell.siblings, publication.count());
      return;
    }
    if (storedCell.rows == 0) {
      newSubjects.add(new Object[] {
        cell.bytes(),
        ReadableText.encode(workspace),
        ReadableText.encode(subject.namespace()),
        ReadableText.encode(subject.identifier()),
        subject.durationMillis()
      });
    }
    long expiresAt =
        storedCell.rows == 0 ? now + publication.timeToLiveMillis() : storedCell.expiresAt;
    newCounts.add(new Object[] {
      cell.bytes(), cell.sequence(), publication.field(), publication.count(), expiresAt
    });
    added.add(publicationEntry);
    addedRows.merge(workspace, 1L, Long::sum);
    receipts[publicationEntry.index()] = new Receipt(storedCell.siblings, 0);
  }

  /** Updates the inventory. Must be called after the transaction is committed. */
  void committed() {
    replaced.forEach(each -> rowInventory.removed(
        each.entry().cell(), each.entry().publication().cell().subject().workspace(), each.rows()));
    added.forEach(publicationEntry -> rowInventory.added(
        publicationEntry.cell(), publicationEntry.publication().cell().subject().workspace()));
  }
}

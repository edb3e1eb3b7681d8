// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import io.weir.CellKey;
import io.weir.ledger.SubjectDigest;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The rows of the ledger's table, read without the ledger. */
public final class LedgerRows {
  private final DataSource source;

  LedgerRows(DataSource source) {
    this.source = source;
  }

  /**
   * One component.
   *
   * @param region its region
   * @param count its count
   * @param updatedAt when it last grew, by the database's clock
   */
  public record LedgerRow(String region, long count, long updatedAt) {}

  /** Returns the components of a cell, by region. */
  public List<LedgerRow> of(CellKey cell) {
    SubjectDigest digest = SubjectDigest.of(cell.subject());
    byte[] subject = ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(digest.high())
        .putLong(digest.low())
        .array();
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(
            "SELECT region, count, updated_at FROM ratelimit_window_counts"
                + " WHERE subject_digest = ? AND sequence = ? ORDER BY region, writer")) {
      statement.setBytes(1, subject);
      statement.setLong(2, cell.sequence());
      List<LedgerRow> rows = new ArrayList<>();
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(new LedgerRow(found.getString(1), found.getLong(2), found.getLong(3)));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError("the rows of " + cell + " can't be read", e);
    }
  }

  /** Returns each region's count in a cell; regions without a row are left out. */
  public Map<String, Long> counts(CellKey cell) {
    Map<String, Long> counts = new TreeMap<>();
    of(cell).forEach(ledgerRow -> counts.merge(ledgerRow.region(), ledgerRow.count(), Long::sum));
    return counts;
  }

  /** Returns a region's count in a cell; 0 if there is none. */
  public long count(CellKey cell, String region) {
    return counts(cell).getOrDefault(region, 0L);
  }

  /** Returns how many components there are. */
  public long size() {
    return number("SELECT COUNT(*) FROM ratelimit_window_counts");
  }

  /** Returns the number that a query returns. */
  public long number(String query) {
    return Long.parseLong(lines(query).get(0));
  }

  /** Returns the first column of a query's result. */
  public List<String> lines(String query) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<String> lines = new ArrayList<>();
      while (found.next()) {
        lines.add(found.getString(1));
      }
      return lines;
    } catch (SQLException e) {
      throw new AssertionError("failed: " + query, e);
    }
  }

  /** Executes statements on the database. */
  public void execute(String... texts) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      throw new AssertionError("failed: " + String.join("; ", texts), e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Asker;
import io.weir.ledger.Ledger.Page;
import io.weir.ledger.Ledger.Sums;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads what regions admitted, summed per cell by the database. */
public final class Pull {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String changed;
  private final String everything;

  /** From databases of this dialect. */
  public Pull(Dialect dialect) {
    this.changed = dialect.statement("pull-changed");
    this.everything = dialect.statement("pull-everything");
  }

  /** The sums of every live cell that changed since the watermark, or of all if it is 0. */
  public Page pull(Connection connection, Asker asker, long since) throws SQLException {
    boolean all = since <= 0;
    try (PreparedStatement statement = connection.prepareStatement(all ? everything : changed)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, Digest.ofRegion(asker.region()).bytes());
      statement.setBytes(2, Digest.ofOwner(asker.region(), asker.writer()).bytes());
      statement.setInt(3, asker.writer().isEmpty() ? 1 : 0);
      if (!all) {
        statement.setLong(4, since);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return page(rows, since);
      }
    }
  }

  private static Page page(ResultSet rows, long since) throws SQLException {
    List<Sums> sums = new ArrayList<>();
    long watermark = since;
    while (rows.next()) {
      BigDecimal regional = rows.getBigDecimal("regional");
      BigDecimal foreign = rows.getBigDecimal("total").subtract(regional);
      sums.add(new Sums(cell(rows), exact(regional), exact(foreign)));
      watermark = Math.max(watermark, rows.getLong("newest"));
    }
    return new Page(sums, watermark);
  }

  private static CellKey cell(ResultSet row) throws SQLException {
    SubjectKey subject = new SubjectKey(
        ReadableText.decode(row.getString("workspace_id")),
        ReadableText.decode(row.getString("namespace")),
        ReadableText.decode(row.getString("identifier")),
        row.getLong("duration_ms"));
    return new CellKey(subject, row.getLong("sequence"));
  }

  /** A sum beyond what a count can be is as good as the largest one. */
  private static long exact(BigDecimal sum) {
    return sum.min(LARGEST).longValueExact();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.PullRequester;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.ReadableText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads what regions have admitted, summed per cell by the database. */
public final class PullStatements {
  private static final BigDecimal MAX_SUM = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String changed;
  private final String everything;

  /** Creates the statements in this dialect. */
  public PullStatements(Dialect dialect) {
    this.changed = LedgerTables.statement(dialect, "pull-changed");
    this.everything = LedgerTables.statement(dialect, "pull-everything");
  }

  /** Returns the sums of at most {@code limit} live cells after the cursor. */
  public PullPage pull(
      Connection connection, PullRequester pullRequester, PullCursor from, int limit)
      throws SQLException {
    String text = from.isFull() ? everything : changed;
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, LedgerDigest.ofRegion(pullRequester.region()).bytes());
      statement.setBytes(
          2,
          LedgerDigest.ofOwner(pullRequester.region(), pullRequester.writer()).bytes());
      statement.setInt(3, pullRequester.writer().isEmpty() ? 1 : 0);
      PullPosition pullPosition = from.isAtBeginning()
          ? PullPosition.before(from.since())
          : PullPosition.parse(from.position());
      int at = from.isFull() ? 4 : pullPosition.bindChange(statement, 4);
      at = pullPosition.bindCell(statement, at);
      statement.setInt(at, limit);
      try (ResultSet rows = statement.executeQuery()) {
        return page(rows, pullPosition, from, limit);
      }
    }
  }

  private static PullPage page(
      ResultSet rows, PullPosition pullPosition, PullCursor from, int limit) throws SQLException {
    List<CellSums> sums = new ArrayList<>();
    long watermark = from.since();
    long found = 0;
    PullPosition last = pullPosition;
    while (rows.next()) {
      BigDecimal regional = rows.getBigDecimal("regional");
      BigDecimal foreign = rows.getBigDecimal("total").subtract(regional);
      sums.add(new CellSums(cell(rows), exact(regional), exact(foreign), rows.getInt("left_out")));
      watermark = Math.max(watermark, rows.getLong("newest"));
      found += rows.getLong("found");
      last = PullPosition.ORDER.compare(last, PullPosition.of(rows)) < 0
          ? PullPosition.of(rows)
          : last;
    }
    return new PullPage(sums, watermark, from.after(last.toString()), found < limit);
  }

  /**
   * The end of a page, in the order of the index that is read.
   *
   * @param changedAt when the last cell changed; any instant if everything is read
   * @param expiresAt when the last cell expires; any instant if everything is read
   * @param subject the subject of the last cell
   * @param sequence the sequence of its window
   */
  private record PullPosition(long changedAt, long expiresAt, LedgerDigest subject, long sequence) {
    private static final Comparator<PullPosition> ORDER = Comparator.comparingLong(
            PullPosition::changedAt)
        .thenComparingLong(PullPosition::expiresAt)
        .thenComparing(PullPosition::subject, LedgerDigest.BYTE_ORDER)
        .thenComparingLong(PullPosition::sequence);

    private static PullPosition before(long changedAt) {
      return new PullPosition(changedAt, Long.MIN_VALUE, new LedgerDigest(0, 0), Long.MIN_VALUE);
    }

    private static PullPosition of(ResultSet row) throws SQLException {
      return new PullPosition(
          row.getLong("changed_at"),
          row.getLong("expires_at"),
          LedgerDigest.of(row.getBytes("subject_digest")),
          row.getLong("sequence"));
    }

    private static PullPosition parse(String text) {
      String[] parts = text.split(" ", -1);
      LedgerDigest subject = new LedgerDigest(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
      return new PullPosition(
          Long.parseLong(parts[0]), Long.parseLong(parts[1]), subject, Long.parseLong(parts[4]));
    }

    @Override
    public String toString() {
      return changedAt + " " + expiresAt + " " + subject.high() + " " + subject.low() + " "
          + sequence;
    }

    private int bindChange(PreparedStatement statement, int from) throws SQLException {
      int at = from;
      statement.setLong(at++, changedAt);
      statement.setLong(at++, changedAt);
      statement.setLong(at++, expiresAt);
      statement.setLong(at++, expiresAt);
      return at;
    }

    private int bindCell(PreparedStatement statement, int from) throws SQLException {
      int at = from;
      statement.setBytes(at++, subject.bytes());
      statement.setBytes(at++, subject.bytes());
      statement.setLong(at++, sequence);
      return at;
    }
  }

  private static CellKey cell(ResultSet row) throws SQLException {
    SubjectKey subject = new SubjectKey(
        ReadableText.decode(row.getString("workspace_id")),
        ReadableText.decode(row.getString("namespace")),
        ReadableText.decode(row.getString("identifier")),
        row.getLong("duration_ms"),
        row.getLong("epoch"));
    return new CellKey(subject, row.getLong("sequence"));
  }

  /** A sum that exceeds the largest possible count is replaced by it. */
  private static long exact(BigDecimal sum) {
    return sum.min(MAX_SUM).longValueExact();
  }
}

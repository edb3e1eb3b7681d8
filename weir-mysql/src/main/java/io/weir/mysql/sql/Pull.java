// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Asker;
import io.weir.ledger.Ledger.Cursor;
import io.weir.ledger.Ledger.Page;
import io.weir.ledger.Ledger.Sums;
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

/** Reads what regions admitted, summed per cell by the database. */
public final class Pull {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String changed;
  private final String everything;

  /** From databases of this dialect. */
  public Pull(Dialect dialect) {
    this.changed = LedgerTables.statement(dialect, "pull-changed");
    this.everything = LedgerTables.statement(dialect, "pull-everything");
  }

  /** The sums of live cells behind the cursor: at most so many. */
  public Page pull(Connection connection, Asker asker, Cursor from, int limit) throws SQLException {
    String text = from.isFull() ? everything : changed;
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, Digest.ofRegion(asker.region()).bytes());
      statement.setBytes(2, Digest.ofOwner(asker.region(), asker.writer()).bytes());
      statement.setInt(3, asker.writer().isEmpty() ? 1 : 0);
      Place place = from.isAtBeginning() ? Place.before(from.since()) : Place.parse(from.place());
      int at = from.isFull() ? 4 : place.bindChange(statement, 4);
      at = place.bindCell(statement, at);
      statement.setInt(at, limit);
      try (ResultSet rows = statement.executeQuery()) {
        return page(rows, place, from, limit);
      }
    }
  }

  private static Page page(ResultSet rows, Place place, Cursor from, int limit)
      throws SQLException {
    List<Sums> sums = new ArrayList<>();
    long watermark = from.since();
    long found = 0;
    Place last = place;
    while (rows.next()) {
      BigDecimal regional = rows.getBigDecimal("regional");
      BigDecimal foreign = rows.getBigDecimal("total").subtract(regional);
      sums.add(new Sums(cell(rows), exact(regional), exact(foreign), rows.getInt("left_out")));
      watermark = Math.max(watermark, rows.getLong("newest"));
      found += rows.getLong("found");
      last = Place.ORDER.compare(last, Place.of(rows)) < 0 ? Place.of(rows) : last;
    }
    return new Page(sums, watermark, from.after(last.toString()), found < limit);
  }

  /**
   * Where a page ended, in the order of the index that is read.
   *
   * @param changedAt when the last cell changed; any instant if everything is read
   * @param expiresAt until when it matters; likewise
   * @param subject which it is
   * @param sequence and which of its windows
   */
  private record Place(long changedAt, long expiresAt, Digest subject, long sequence) {
    private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::changedAt)
        .thenComparingLong(Place::expiresAt)
        .thenComparing(Place::subject, Digest.BYTE_ORDER)
        .thenComparingLong(Place::sequence);

    private static Place before(long changedAt) {
      return new Place(changedAt, Long.MIN_VALUE, new Digest(0, 0), Long.MIN_VALUE);
    }

    private static Place of(ResultSet row) throws SQLException {
      return new Place(
          row.getLong("changed_at"),
          row.getLong("expires_at"),
          Digest.of(row.getBytes("subject_digest")),
          row.getLong("sequence"));
    }

    private static Place parse(String text) {
      String[] parts = text.split(" ", -1);
      Digest subject = new Digest(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
      return new Place(
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

  /** A sum beyond what a count can be is as good as the largest one. */
  private static long exact(BigDecimal sum) {
    return sum.min(LARGEST).longValueExact();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.Ledger.Heartbeat;
import io.weir.ledger.Ledger.Pulse;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.ReadableText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Records that a process is alive, and counts which others are. */
public final class Beat {
  private final String previous;
  private final String beat;
  private final String census;
  private final String leave;

  /** For databases of this dialect. */
  public Beat(Dialect dialect) {
    this.previous = LedgerTables.statement(dialect, "previous-beat");
    this.beat = LedgerTables.statement(dialect, "beat");
    this.census = LedgerTables.statement(dialect, "census");
    this.leave = LedgerTables.statement(dialect, "leave");
  }

  /** Writes the heartbeat, then counts. */
  public Pulse beat(Connection connection, Heartbeat heartbeat) throws SQLException {
    Digest process = Digest.ofProcess(heartbeat.region(), heartbeat.incarnation());
    Digest region = Digest.ofRegion(heartbeat.region());
    long before = previous(connection, process);
    try (PreparedStatement statement = connection.prepareStatement(beat)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, process.bytes());
      statement.setBytes(2, region.bytes());
      statement.setString(3, ReadableText.encode(heartbeat.region()));
      statement.setString(4, ReadableText.encode(heartbeat.incarnation()));
      statement.setString(5, ReadableText.encode(heartbeat.origin()));
      statement.setLong(6, heartbeat.number());
      statement.executeUpdate();
    }
    try (PreparedStatement statement = connection.prepareStatement(census)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, region.bytes());
      statement.setBytes(2, region.bytes());
      statement.setBytes(3, region.bytes());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Pulse(
            row.getInt("regions"),
            row.getInt("processes"),
            row.getInt("origins"),
            row.getInt("kinds") > 1,
            before,
            row.getLong("epoch_millis"));
      }
    }
  }

  /** Lets a process not be counted any more. */
  public void leave(Connection connection, String region, String incarnation) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(leave)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, Digest.ofProcess(region, incarnation).bytes());
      statement.executeUpdate();
    }
  }

  private long previous(Connection connection, Digest process) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(previous)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, process.bytes());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getLong("heartbeat") : 0;
      }
    }
  }
}

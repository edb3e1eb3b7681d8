// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.Ledger.LedgerHeartbeat;
import io.weir.ledger.Ledger.LedgerStatus;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.ReadableText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Records the heartbeats of processes, and counts the other live ones. */
public final class HeartbeatStatements {
  private final String previous;
  private final String record;
  private final String countOthers;
  private final String leave;

  /** Creates the statements in this dialect. */
  public HeartbeatStatements(Dialect dialect) {
    this.previous = LedgerTables.statement(dialect, "previous-beat");
    this.record = LedgerTables.statement(dialect, "beat");
    this.countOthers = LedgerTables.statement(dialect, "census");
    this.leave = LedgerTables.statement(dialect, "leave");
  }

  /** Writes the heartbeat, then counts. */
  public LedgerStatus record(Connection connection, LedgerHeartbeat ledgerHeartbeat)
      throws SQLException {
    LedgerDigest process =
        LedgerDigest.ofProcess(ledgerHeartbeat.region(), ledgerHeartbeat.incarnation());
    LedgerDigest region = LedgerDigest.ofRegion(ledgerHeartbeat.region());
    long before = previous(connection, process);
    try (PreparedStatement statement = connection.prepareStatement(record)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, process.bytes());
      statement.setBytes(2, region.bytes());
      statement.setString(3, ReadableText.encode(ledgerHeartbeat.region()));
      statement.setString(4, ReadableText.encode(ledgerHeartbeat.incarnation()));
      statement.setString(5, ReadableText.encode(ledgerHeartbeat.origin()));
      statement.setLong(6, ledgerHeartbeat.number());
      statement.executeUpdate();
    }
    try (PreparedStatement statement = connection.prepareStatement(countOthers)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, region.bytes());
      statement.setBytes(2, region.bytes());
      statement.setBytes(3, region.bytes());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new LedgerStatus(
            row.getInt("regions"),
            row.getInt("processes"),
            row.getInt("origins"),
            row.getInt("kinds") > 1,
            before,
            row.getLong("epoch_millis"));
      }
    }
  }

  /** Removes a process, so that it is no longer counted. */
  public void leave(Connection connection, String region, String incarnation) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(leave)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, LedgerDigest.ofProcess(region, incarnation).bytes());
      statement.executeUpdate();
    }
  }

  private long previous(Connection connection, LedgerDigest process) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(previous)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, process.bytes());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getLong("heartbeat") : 0;
      }
    }
  }
}

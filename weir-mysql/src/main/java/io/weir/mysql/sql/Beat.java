// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.Ledger.Pulse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Says that a process lives, and counts who else does. */
public final class Beat {
  private final String beat;
  private final String census;

  /** For databases of this dialect. */
  public Beat(Dialect dialect) {
    this.beat = dialect.statement("beat");
    this.census = dialect.statement("census");
  }

  /** Writes the heartbeat, then counts. */
  public Pulse beat(Connection connection, String region, String incarnation) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(beat)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, Digest.ofProcess(region, incarnation).bytes());
      statement.setBytes(2, Digest.ofRegion(region).bytes());
      statement.setString(3, ReadableText.encode(region));
      statement.setString(4, ReadableText.encode(incarnation));
      statement.executeUpdate();
    }
    try (PreparedStatement statement = connection.prepareStatement(census)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, Digest.ofRegion(region).bytes());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Pulse(
            row.getInt("regions"), row.getInt("processes"), row.getLong("epoch_millis"));
      }
    }
  }
}

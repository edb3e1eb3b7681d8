// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.PullRequester;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.testkit.servers.RequiredServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests rows that no correct process writes: written manually, by a defect, or by a server whose clock was wrong. */
@Tag("integration")
class PullStatementsTest {
  private static final long FAR = 4_000_000_000_000L;
  private static final CellKey CELL =
      new CellKey(new SubjectKey("acme", "login", "alice", 60_000), FAR / 60_000);

  private final PushStatements pushStatements = new PushStatements(Dialect.MYSQL);
  private final PullStatements pullStatements = new PullStatements(Dialect.MYSQL);
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(RequiredServers.mysql());
    new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void push(String region, long count) throws SQLException {
    pushStatements.push(connection, List.of(new Component(CELL, region, "writer", count)));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void set(String region, String count) throws SQLException {
    execute(
        "UPDATE ratelimit_window_counts SET count = " + count + " WHERE region = '" + region + "'");
  }

  private PullPage pull(long since) throws SQLException {
    return pullStatements.pull(connection, PullRequester.of("eu"), PullCursor.since(since), 100);
  }

  @Test
  void invalidRowsAreSkippedByBothPulls() throws SQLException {
    for (String region : List.of("eu", "us", "ap", "sa", "af")) {
      push(region, 7);
    }
    set("us", "-9223372036854775808");
    set("ap", "-9223372036854775808");
    set("sa", "9223372036854775807");

    CellSums expected = new CellSums(CELL, 7, 7, 3);
    assertThat(pull(0).sums()).containsExactly(expected);
    assertThat(pull(1).sums()).containsExactly(expected);
  }

  @Test
  void theNextPushReplacesAnInvalidCount() throws SQLException {
    push("us", 7);
    for (String wrong : List.of("9223372036854775807", "-9223372036854775808")) {
      set("us", wrong);
      execute("UPDATE ratelimit_window_counts SET updated_at = 1");

      push("us", 8);

      assertThat(pull(2).sums()).containsExactly(new CellSums(CELL, 0, 8));
    }
  }

  @Test
  void aFutureChangeDoesNotMoveTheWatermark() throws SQLException {
    push("us", 7);
    execute("UPDATE ratelimit_window_counts SET updated_at = " + FAR);

    assertThat(pull(0).watermark()).isBetween(1L, FAR - 1);
    assertThat(pull(1).watermark()).isBetween(1L, FAR - 1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger;
import io.weir.mysql.sql.LedgerTables;
import io.weir.sql.ConnectionPool;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which process deletes expired rows, when, and how many at once. Everything runs on the test's own thread. */
@Tag("integration")
class CleanupScheduleTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 86_400_000;

  private final String url = RequiredServers.mysql();
  private final MysqlOptions options = MysqlOptions.at(url).build();
  private final long now = EpochClock.system().epochMillis();
  private Connection connection;
  private DataSource source;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(url);
    source = ConnectionPool.open(options.connection(), "ledger");
    DatabaseMaintenance.migrate(options, List.of(LedgerTables.PLAN));
  }

  @AfterEach
  void close() throws Exception {
    ((AutoCloseable) source).close();
    connection.close();
  }

  @Test
  void theFirstHeartbeatCleansExpiredRows() throws SQLException {
    insert(3, now - 2 * MINUTE);
    insert(4, now - MINUTE / 2);
    insert(5, now + DAY);

    beat(ledger(), "one");

    assertThat(rows()).isEqualTo(9);
  }

  @Test
  void aProcessCleansAtMostOnceAMinute() throws SQLException {
    MysqlLedger ledger = ledger();
    beat(ledger, "one");
    insert(3, now - 2 * MINUTE);

    beat(ledger, "one");

    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void onlyTheElectedProcessCleans() throws SQLException {
    beat(ledger(), "one");
    insert(3, now - 2 * MINUTE);

    beat(ledger(), "two");
    assertThat(rows()).isEqualTo(3);

    execute("UPDATE ratelimit_ledger_lease SET held_until = " + (now - 1));
    beat(ledger(), "three");
    assertThat(rows()).isZero();

    insert(3, now - 2 * MINUTE);
    beat(ledger(), "one");
    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void theElectedProcessKeepsTheLease() throws SQLException {
    beat(ledger(), "one");
    insert(3, now - 2 * MINUTE);

    beat(ledger(), "one"); // a new ledger, as if a minute had passed

    assertThat(rows()).isZero();
  }

  @Test
  void aCleaningStepIsBounded() throws SQLException {
    insert(50_500, now - 2 * MINUTE);

    beat(ledger(), "one");

    assertThat(rows()).isGreaterThanOrEqualTo(500).isLessThan(50_500);
    assertThat(rows() % 1_000).isEqualTo(500);
  }

  @Test
  void aProcessConfiguredNotToCleanTakesNoLease() throws SQLException {
    insert(3, now - 2 * MINUTE);

    try (MysqlLedger ledger = MysqlLedger.open(MysqlOptions.at(url).clean(false).build())) {
      beat(ledger, "one");
      beat(ledger, "one");
    }

    assertThat(rows()).isEqualTo(3);
    assertThat(number("SELECT held_until FROM ratelimit_ledger_lease")).isZero();
  }

  @Test
  void processesSilentForADayAreForgotten() throws SQLException {
    beat(ledger(), "old");
    execute("UPDATE ratelimit_ledger_processes SET seen_at = " + (now - DAY - MINUTE));
    execute("UPDATE ratelimit_ledger_lease SET held_until = 0");

    beat(ledger(), "new");

    assertThat(number("SELECT COUNT(*) FROM ratelimit_ledger_processes")).isEqualTo(1);
  }

  @Test
  void theCommandDeletesEverythingInBatches() throws SQLException {
    insert(95, now - 2 * MINUTE);
    insert(5, now + DAY);
    List<Long> progress = new ArrayList<>();

    long deleted = DatabaseMaintenance.clean(options, 10, progress::add);

    assertThat(deleted).isEqualTo(95);
    assertThat(rows()).isEqualTo(5);
    assertThat(progress).startsWith(10L, 20L, 30L).endsWith(90L, 95L, 95L, 95L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_001})
  void aBatchSizeOutOfRangeIsRefused(int batch) {
    assertThatThrownBy(() -> DatabaseMaintenance.clean(options, batch, deleted -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the batch must be 1 to 100000 rows, but was " + batch);
  }

  private MysqlLedger ledger() {
    return MysqlLedger.over(source, Runnable::run);
  }

  private static void beat(MysqlLedger ledger, String incarnation) {
    Eventually.await(ledger.heartbeat(Ledger.LedgerHeartbeat.of("eu", incarnation)));
  }

  private void insert(int count, long expiresAt) throws SQLException {
    for (int left = count; left > 0; left -= 1_000) {
      insertSome(Math.min(left, 1_000), expiresAt);
    }
  }

  private void insertSome(int count, long expiresAt) throws SQLException {
    execute("INSERT INTO ratelimit_window_counts WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL"
        + " SELECT n + 1 FROM numbers WHERE n < " + count
        + ") SELECT UNHEX(REPLACE(UUID(), '-', '')),"
        + " n, UNHEX(REPLACE(UUID(), '-', '')), UNHEX(REPLACE(UUID(), '-', '')), 'w', 'n', 'i',"
        + " 60000, 'eu', '', 1, " + expiresAt + ", 0, 0 FROM numbers");
  }

  private long rows() throws SQLException {
    return number("SELECT COUNT(*) FROM ratelimit_window_counts");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}

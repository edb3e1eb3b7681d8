// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests locks that another client holds on rows to be raised. */
@Tag("integration")
class RowLockTest {
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 60).mapToObj(i -> "row-" + i).toList();

  private MariaDbServer server;
  private LedgerTableAdmin ledgerTableAdmin;

  @BeforeEach
  void start() {
    server = RequiredServers.ownMysql();
    ledgerTableAdmin = new LedgerTableAdmin(server, "weir");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static List<Component> components(List<String> identifiers, long count) {
    return identifiers.stream()
        .map(identifier -> ConcurrentPusher.component(identifier, count))
        .toList();
  }

  private static void lock(Statement rival, String identifier) throws SQLException {
    rival.executeUpdate("UPDATE ratelimit_window_counts SET updated_at = updated_at + 1"
        + " WHERE identifier = '" + identifier + "'");
  }

  /** Returns the identifiers in the order in which a push locks their rows. */
  private List<String> inOrder() {
    List<String> identifiers = new ArrayList<>();
    ledgerTableAdmin.counts().keySet().forEach(row -> identifiers.add(row.replace(" of eu", "")));
    return identifiers;
  }

  @Test
  void aPushThatDeadlocksIsRetried() throws SQLException {
    try (MysqlLedger ledger = MysqlLedger.open(server.url("weir"));
        Connection rival = ledgerTableAdmin.connect();
        Statement statement = rival.createStatement()) {
      Eventually.await(ledger.push(components(IDENTIFIERS, 1)));
      // Otherwise every update would lock the whole table while it searches for its row.
      ledgerTableAdmin.tell(
          "CREATE INDEX by_identifier ON ratelimit_window_counts (identifier(20))");
      rival.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      rival.setAutoCommit(false);
      List<String> order = inOrder();
      for (int round = 2; round < 5; round++) {
        CompletionStage<?> push = deadlocked(ledger, statement, order, round);
        rival.rollback();

        assertThat(Eventually.await(push)).isEqualTo(List.of());
        Map<String, Long> counts = ledgerTableAdmin.counts();
        assertThat(counts.get(order.get(0) + " of eu")).isEqualTo(round);
        assertThat(counts.get(order.get(59) + " of eu")).isEqualTo(round);
      }
    }
  }

  private CompletionStage<?> deadlocked(
      Ledger ledger, Statement rival, List<String> order, int count) throws SQLException {
    long before = ledgerTableAdmin.deadlocks();
    // The transaction with more changes survives a deadlock; that must be the rival.
    for (String identifier : order.subList(1, 60)) {
      lock(rival, identifier);
    }
    CompletionStage<?> push = ledger.push(components(List.of(order.get(59), order.get(0)), count));
    Eventually.until("the push waits for the last row", () -> ledgerTableAdmin.waiting() == 1);
    lock(rival, order.get(0));
    Eventually.until("a deadlock is found", () -> ledgerTableAdmin.deadlocks() > before);
    return push;
  }

  @Test
  void aPushThatTimesOutOnALockWritesNothing() throws SQLException {
    try (MysqlLedger ledger = MysqlLedger.open(server.url("weir"));
        Connection rival = ledgerTableAdmin.connect();
        Statement statement = rival.createStatement()) {
      Eventually.await(ledger.push(components(IDENTIFIERS, 1)));
      rival.setAutoCommit(false);
      String last = inOrder().get(59);
      lock(statement, last);

      Throwable failure = Eventually.failure(ledger.push(components(IDENTIFIERS, 2)));

      assertThat(failure)
          .isInstanceOf(LedgerUnavailable.class)
          .hasMessageContaining("Lock wait timeout");
      rival.rollback();
      Eventually.until("nobody is at work in the database", this::isAtRest);
      assertThat(ledgerTableAdmin.counts().values()).containsOnly(1L);
      Eventually.await(ledger.push(components(IDENTIFIERS, 3)));
      assertThat(ledgerTableAdmin.counts().values()).containsOnly(3L);
    }
  }

  private boolean isAtRest() {
    return ledgerTableAdmin.waiting() == 0 && ledgerTableAdmin.changing() == 0;
  }

  @Test
  void anAbandonedStatementEndsInTheServerToo() throws SQLException {
    try (MysqlLedger ledger = MysqlLedger.open(server.url("weir"));
        Connection rival = ledgerTableAdmin.connect();
        Statement statement = rival.createStatement()) {
      Eventually.await(ledger.push(components(IDENTIFIERS, 1)));
      // The timeout for row locks does not apply to table locks: only the statement timeout ends
      // this wait.
      statement.execute("LOCK TABLES ratelimit_window_counts READ");

      Throwable failure = Eventually.failure(ledger.push(components(IDENTIFIERS, 2)));

      assertThat(failure).isInstanceOf(LedgerUnavailable.class);
      assertThat(ledgerTableAdmin.number("SELECT COUNT(*) FROM information_schema.processlist"
              + " WHERE state LIKE 'Waiting for table%'"))
          .isZero();
      statement.execute("UNLOCK TABLES");
      assertThat(ledgerTableAdmin.counts().values()).containsOnly(1L);
      Eventually.await(ledger.push(components(IDENTIFIERS, 2)));
      assertThat(ledgerTableAdmin.counts().values()).containsOnly(2L);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.sql.LedgerTables;
import io.weir.sql.ConnectionPool;
import io.weir.testkit.logs.LogCapture;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests opening, losing and closing the database. */
@Timeout(120)
@Tag("integration")
class MysqlLedgerLifecycleTest {
  private static final CellKey CELL =
      new CellKey(new SubjectKey("w", "n", "a", 86_400_000), 1_000_000);

  @Test
  void aDatabaseUnavailableAtStartIsUsedOnceItAppears() {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      server.kill();
      try (MysqlLedger ledger = MysqlLedger.open(server.url("ledger"))) {
        assertThat(Eventually.failure(push(ledger, 1)))
            .isInstanceOf(LedgerUnavailable.class)
            .hasMessageContaining("a push");

        server.restart();
        Eventually.until("pushed", () -> succeeds(push(ledger, 2)));

        server.kill();
        assertThat(Eventually.failure(push(ledger, 3))).isInstanceOf(LedgerUnavailable.class);

        server.restart();
        Eventually.until("pushed again", () -> succeeds(push(ledger, 4)));
        assertThat(Eventually.await(
                    ledger.pull(Ledger.PullRequester.of("us"), Ledger.PullCursor.since(0), 100))
                .sums()
                .get(0)
                .foreign())
            .isEqualTo(4);
      }
    }
  }

  @Test
  void callsToAHangingServerFailAndLaterOnesSucceed() {
    try (MariaDbServer server = RequiredServers.ownMysql();
        MysqlLedger ledger = MysqlLedger.open(server.url("ledger"))) {
      Eventually.await(push(ledger, 1));

      server.pause();
      try {
        CompletionStage<?> push = push(ledger, 2);
        CompletionStage<?> pull =
            ledger.pull(Ledger.PullRequester.of("us"), Ledger.PullCursor.since(0), 100);
        CompletionStage<?> beat = ledger.heartbeat(Ledger.LedgerHeartbeat.of("eu", "one"));
        assertThat(List.of(
                Eventually.failure(push), Eventually.failure(pull), Eventually.failure(beat)))
            .allMatch(LedgerUnavailable.class::isInstance);
      } finally {
        server.resume();
      }

      Eventually.until("pushed", () -> succeeds(push(ledger, 3)));
    }
  }

  @Test
  void connectionsWithoutAutoCommitAreRefused() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(RequiredServers.mysql());
    config.setAutoCommit(false);
    try (HikariDataSource source = new HikariDataSource(config)) {
      MysqlLedger ledger = MysqlLedger.over(source, Runnable::run);

      assertThat(Eventually.failure(push(ledger, 1)))
          .isInstanceOf(LedgerUnavailable.class)
          .hasMessageContaining("commit");
    }
  }

  @Test
  void closingFailsPendingAndLaterCalls() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    DataSource source = ConnectionPool.open(
        MysqlOptions.at(RequiredServers.mysql()).build().connection(), "ledger");
    MysqlLedger ledger = MysqlLedger.over(source, waiting::add);
    CompletionStage<?> open = push(ledger, 1);

    ledger.close();
    ledger.close();

    assertThat(Eventually.failure(open))
        .isInstanceOf(LedgerUnavailable.class)
        .hasMessageContaining("closed");
    CompletionStage<?> late = push(ledger, 1);
    waiting.forEach(Runnable::run);
    assertThat(Eventually.failure(late)).isInstanceOf(LedgerUnavailable.class);
  }

  @Test
  void aClosedLedgerRefusesEveryCall() {
    MysqlLedger ledger = MysqlLedger.open(RequiredServers.mysql());
    Eventually.await(push(ledger, 1));

    ledger.close();

    assertThat(Eventually.failure(push(ledger, 1))).isInstanceOf(LedgerUnavailable.class);
    assertThat(Eventually.failure(
            ledger.pull(Ledger.PullRequester.of("eu"), Ledger.PullCursor.since(0), 100)))
        .isInstanceOf(LedgerUnavailable.class);
    assertThat(Eventually.failure(ledger.heartbeat(Ledger.LedgerHeartbeat.of("eu", "a"))))
        .isInstanceOf(LedgerUnavailable.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'', JDBC URL",
    "mysql://host/db, JDBC URL",
    "jdbc:mysql://host/db?password=sesame, jdbc:mariadb://",
    "jdbc:postgresql://host/db?password=sesame, needs MySQL or MariaDB",
    "jdbc:mariadb://host:port/db?password=sesame, invalid URL",
    "jdbc:mariadb:host?password=sesame, invalid URL",
  })
  void anInvalidUrlIsRefusedWithoutItsPassword(String url, String advice) {
    assertThatThrownBy(() -> MysqlLedger.open(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(advice)
        .message()
        .doesNotContain("sesame");
  }

  @Test
  void missingVersionsAreNamedWithoutTheRightToMigrate() {
    try (MysqlLedger ledger =
        MysqlLedger.open(MysqlOptions.at(RequiredServers.mysql()).migrate(false).build())) {
      assertThat(Eventually.failure(push(ledger, 1)))
          .isInstanceOf(LedgerUnavailable.class)
          .hasMessageContainingAll("[1, 2, 3, 4]", "./weir migrate --print", "run ./weir migrate");
    }
  }

  @Test
  void newerTablesAreAcceptedWithAWarning() throws SQLException {
    String url = RequiredServers.mysql();
    DatabaseMaintenance.migrate(MysqlOptions.at(url).build(), List.of(LedgerTables.PLAN));
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO ratelimit_ledger_migrations VALUES (99, 0)");
    }
    try (LogCapture log = LogCapture.of("io.weir.mysql");
        MysqlLedger ledger = MysqlLedger.open(url)) {
      Eventually.await(push(ledger, 1));

      assertThat(log.warnings())
          .anySatisfy(line -> assertThat(line).contains("newer than this process", "99"));
    }
  }

  private static CompletionStage<?> push(MysqlLedger ledger, long count) {
    return ledger.push(List.of(new Component(CELL, "eu", "", count)));
  }

  private static boolean succeeds(CompletionStage<?> answer) {
    return Eventually.await(answer.handle((done, failure) -> failure == null));
  }
}

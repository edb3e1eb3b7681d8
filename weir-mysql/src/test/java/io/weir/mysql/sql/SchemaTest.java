// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.testkit.servers.RequiredServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class SchemaTest {
  private static final List<Integer> ALL =
      IntStream.rangeClosed(1, LedgerTables.PLAN.newest()).boxed().toList();

  @Test
  void migratingTwiceDoesNothing() throws SQLException {
    try (Connection connection = DriverManager.getConnection(RequiredServers.mysql())) {
      Schema schema = new Schema(Dialect.MYSQL, LedgerTables.PLAN);
      assertThat(schema.missing(connection)).isEqualTo(ALL);

      assertThat(schema.migrate(connection)).isEqualTo(ALL);
      assertThat(schema.migrate(connection)).isEmpty();

      assertThat(schema.applied(connection)).containsExactlyElementsOf(ALL);
    }
  }

  @Test
  void anInterruptedMigrationIsResumed() throws SQLException {
    try (Connection connection = DriverManager.getConnection(RequiredServers.mysql());
        Statement statement = connection.createStatement()) {
      Schema schema = new Schema(Dialect.MYSQL, LedgerTables.PLAN);
      schema.migrate(connection);
      for (int version : ALL) {
        statement.execute("DELETE FROM ratelimit_ledger_migrations WHERE version = " + version);

        assertThat(schema.migrate(connection)).containsExactly(version);
      }
    }
  }

  @Test
  void thePrintedScriptCreatesTheWholeSchema() throws SQLException {
    try (Connection connection = DriverManager.getConnection(RequiredServers.mysql());
        Statement statement = connection.createStatement()) {
      Schema schema = new Schema(Dialect.MYSQL, LedgerTables.PLAN);
      for (int version : ALL) {
        assertThat(schema.text(version)).startsWith("-- ").doesNotContain("{");
        for (String part :
            Pattern.compile(";\\s*$", Pattern.MULTILINE).split(schema.text(version), -1)) {
          if (!part.isBlank()) {
            statement.execute(part);
          }
        }
      }

      assertThat(schema.missing(connection)).isEmpty();
    }
  }

  @Test
  void processesMayMigrateConcurrently() {
    String url = RequiredServers.mysql();
    int processes = 4;
    CountDownLatch ready = new CountDownLatch(processes);
    ExecutorService threads = Executors.newFixedThreadPool(processes);
    try {
      List<CompletableFuture<List<Integer>>> migrations = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        migrations.add(CompletableFuture.supplyAsync(() -> migrate(url, ready), threads));
      }

      List<Integer> applied =
          migrations.stream().flatMap(migration -> migration.join().stream()).toList();

      assertThat(applied).containsExactlyInAnyOrderElementsOf(ALL);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Integer> migrate(String url, CountDownLatch ready) {
    try (Connection connection = DriverManager.getConnection(url)) {
      ready.countDown();
      ready.await();
      return new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(connection);
    } catch (SQLException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "push",
        "pull-changed",
        "pull-everything",
        "beat",
        "census",
        "elect",
        "clean-counts",
        "clean-processes",
        "clean-resets",
        "versions",
        "lock-schema",
        "unlock-schema"
      })
  void statementsAreSentWithoutCommentsAndWithTheClock(String name) {
    assertThat(LedgerTables.statement(Dialect.MYSQL, name))
        .isNotBlank()
        .doesNotContain("--", "{now}", "{join");
  }
}

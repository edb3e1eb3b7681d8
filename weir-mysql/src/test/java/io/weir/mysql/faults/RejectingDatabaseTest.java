// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.mysql.sql.LedgerTables;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a database that responds with errors: it is read-only, has no tables, or denies privileges to the user. */
@Tag("integration")
class RejectingDatabaseTest {
  private static final String SECRET = "s3cr3t-w0rd";
  private static final LimitPolicy FIVE = LimitPolicy.of(5, RegionProcess.WINDOW);

  private static MariaDbServer server;

  /** The database of each test. */
  private final String database = "weir_" + System.identityHashCode(this);

  private LedgerTableAdmin ledgerTableAdmin;

  @BeforeAll
  static void startServer() {
    server = RequiredServers.ownMysql();
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void start() {
    ledgerTableAdmin = new LedgerTableAdmin(server, database);
    DatabaseMaintenance.migrate(
        MysqlOptions.at(server.url(database)).build(), List.of(LedgerTables.PLAN));
  }

  private String url() {
    return "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database + "?sslMode=disable";
  }

  /** Returns options for a user with only these privileges to the tables. */
  private MysqlOptions.Builder user(String rights) {
    ledgerTableAdmin.tell(
        "CREATE OR REPLACE USER weir@'%' IDENTIFIED BY '" + SECRET + "'",
        "GRANT " + rights + " ON " + database + ".* TO weir@'%'");
    return MysqlOptions.at(url()).user("weir").password(SECRET);
  }

  private static String unavailableBecause(RegionProcess regionProcess) {
    Eventually.until("away", () -> !regionProcess.changes().isEmpty());
    assertThat(regionProcess.admitUnder(FIVE, "scarce", 9)).isEqualTo(5);
    assertThat(regionProcess.changes()).hasSize(1);
    return regionProcess.changes().get(0);
  }

  private RegionProcess start(MysqlOptions.Builder options) {
    RegionProcess regionProcess = new RegionProcess(
        "eu", Engine.builder().ledger(MysqlLedger.open(options.build())).closeMillis(500));
    regionProcess.engine().start();
    regionProcess.check("alice");
    return regionProcess;
  }

  @Test
  void aReadOnlyDatabaseStillServesPulls() {
    try (RegionProcess regionProcess = start(user("ALL"));
        RegionProcess other =
            RegionProcess.startWithoutOrigin("us", MysqlLedger.open(server.url(database)))) {
      ledgerTableAdmin.convergesTo(List.of(regionProcess, other), List.of("alice"));

      ledgerTableAdmin.tell("SET GLOBAL read_only = 1");
      regionProcess.check("alice");
      assertThat(unavailableBecause(regionProcess)).startsWith("away: ").contains("read-only");
      // Root can still change the database.
      other.check("alice");
      Eventually.until("what others spend is heard", () -> regionProcess.foreign("alice") == 1);
      assertThat(ledgerTableAdmin.count("eu", "alice")).isEqualTo(1);
      assertThat(regionProcess.changes()).hasSize(1);
      regionProcess.check("bob");
      ledgerTableAdmin.tell("SET GLOBAL read_only = 0");

      ledgerTableAdmin.convergesTo(List.of(regionProcess, other), List.of("alice", "bob"));
      Eventually.until(
          () -> "went through " + regionProcess.changes(),
          () -> regionProcess.changes().size() == 2);
      assertThat(regionProcess.changes().get(1)).startsWith("back: ");
    } finally {
      ledgerTableAdmin.tell("SET GLOBAL read_only = 0");
    }
  }

  @Test
  void aMissingRightIsNamed() {
    try (RegionProcess regionProcess = start(user("SELECT"))) {
      assertThat(unavailableBecause(regionProcess))
          .contains("INSERT", "denied", "ratelimit_", "weir")
          .doesNotContain(SECRET);

      ledgerTableAdmin.tell("GRANT ALL ON " + database + ".* TO weir@'%'");

      ledgerTableAdmin.convergesTo(List.of(regionProcess), List.of("alice"));
    }
  }

  @Test
  void aWrongPasswordIsReportedWithoutShowingIt() {
    user("ALL");
    String wrong = "wr0ng-w0rd";
    try (RegionProcess regionProcess =
        start(MysqlOptions.at(url() + "&user=weir&password=" + wrong))) {
      assertThat(unavailableBecause(regionProcess))
          .contains("Access denied for user 'weir'")
          .doesNotContain(wrong)
          .doesNotContain(SECRET);
    }
  }

  @Test
  void anOutdatedSchemaIsNamedAndUsedOnceMigrated() {
    ledgerTableAdmin.tell(
        "DROP TABLE ratelimit_window_counts",
        "DROP TABLE ratelimit_ledger_migrations",
        "DROP TABLE ratelimit_ledger_processes",
        "DROP TABLE ratelimit_ledger_lease");
    try (RegionProcess regionProcess = start(user("ALL").migrate(false))) {
      assertThat(unavailableBecause(regionProcess))
          .contains("[1, 2, 3, 4]", "./weir migrate")
          .doesNotContain(SECRET);

      DatabaseMaintenance.migrate(
          MysqlOptions.at(server.url(database)).build(), List.of(LedgerTables.PLAN));

      ledgerTableAdmin.convergesTo(List.of(regionProcess), List.of("alice"));
    }
  }

  @Test
  void aMissingTableIsNamedAndAnEmptyDatabaseRefilled() {
    try (RegionProcess regionProcess = start(user("ALL"))) {
      ledgerTableAdmin.convergesTo(List.of(regionProcess), List.of("alice"));

      ledgerTableAdmin.tell("DROP TABLE ratelimit_window_counts");
      regionProcess.check("alice");
      assertThat(unavailableBecause(regionProcess))
          .contains("ratelimit_window_counts")
          .doesNotContain(SECRET);
      ledgerTableAdmin.tell("DROP DATABASE " + database, "CREATE DATABASE " + database);

      ledgerTableAdmin.convergesTo(List.of(regionProcess), List.of("alice"));
    }
  }
}

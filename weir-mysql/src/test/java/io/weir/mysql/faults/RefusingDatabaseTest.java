// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.mysql.Maintenance;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.mysql.sql.LedgerTables;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that answers, but not as it should: read-only, without tables, or without rights for who asks. */
@Tag("integration")
class RefusingDatabaseTest {
  private static final String SECRET = "s3cr3t-w0rd";
  private static final Limit FIVE = Limit.of(5, Member.WINDOW);

  private static MariaDbServer server;

  /** Of each test. */
  private final String database = "weir_" + System.identityHashCode(this);

  private Table table;

  @BeforeAll
  static void startServer() {
    server = Needs.ownMysql();
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void start() {
    table = new Table(server, database);
    Maintenance.migrate(MysqlOptions.at(server.url(database)).build(), List.of(LedgerTables.PLAN));
  }

  private String url() {
    return "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database + "?sslMode=disable";
  }

  /** A user with these rights to the tables, and to nothing else. */
  private MysqlOptions.Builder user(String rights) {
    table.tell(
        "CREATE OR REPLACE USER weir@'%' IDENTIFIED BY '" + SECRET + "'",
        "GRANT " + rights + " ON " + database + ".* TO weir@'%'");
    return MysqlOptions.at(url()).user("weir").password(SECRET);
  }

  private static String awayBecause(Member member) {
    Eventually.until("away", () -> !member.changes().isEmpty());
    assertThat(member.admitUnder(FIVE, "scarce", 9)).isEqualTo(5);
    assertThat(member.changes()).hasSize(1);
    return member.changes().get(0);
  }

  private Member start(MysqlOptions.Builder options) {
    Member member = new Member(
        "eu", Engine.builder().ledger(MysqlLedger.open(options.build())).closeMillis(500));
    member.engine().start();
    member.check("alice");
    return member;
  }

  @Test
  @DisplayName(
      "a read-only database still tells what others spent, is reported away once, and told everything later")
  void aReadOnlyDatabaseStillTellsWhatOthersSpent() {
    try (Member member = start(user("ALL"));
        Member other = Member.startWithoutOrigin("us", MysqlLedger.open(server.url(database)))) {
      table.convergesTo(List.of(member, other), List.of("alice"));

      table.tell("SET GLOBAL read_only = 1");
      member.check("alice");
      assertThat(awayBecause(member)).startsWith("away: ").contains("read-only");
      // Root is not held up by this.
      other.check("alice");
      Eventually.until("what others spend is heard", () -> member.foreign("alice") == 1);
      assertThat(table.count("eu", "alice")).isEqualTo(1);
      assertThat(member.changes()).hasSize(1);
      member.check("bob");
      table.tell("SET GLOBAL read_only = 0");

      table.convergesTo(List.of(member, other), List.of("alice", "bob"));
      Eventually.until(
          () -> "went through " + member.changes(), () -> member.changes().size() == 2);
      assertThat(member.changes().get(1)).startsWith("back: ");
    } finally {
      table.tell("SET GLOBAL read_only = 0");
    }
  }

  @Test
  @DisplayName("a user who may not write hears which right to which table is missing")
  void aMissingRightIsNamed() {
    try (Member member = start(user("SELECT"))) {
      assertThat(awayBecause(member))
          .contains("INSERT", "denied", "ratelimit_", "weir")
          .doesNotContain(SECRET);

      table.tell("GRANT ALL ON " + database + ".* TO weir@'%'");

      table.convergesTo(List.of(member), List.of("alice"));
    }
  }

  @Test
  @DisplayName("a wrong password is named as such, without the password")
  void aWrongPasswordIsNamedAndNotShown() {
    user("ALL");
    String wrong = "wr0ng-w0rd";
    try (Member member = start(MysqlOptions.at(url() + "&user=weir&password=" + wrong))) {
      assertThat(awayBecause(member))
          .contains("Access denied for user 'weir'")
          .doesNotContain(wrong)
          .doesNotContain(SECRET);
    }
  }

  @Test
  @DisplayName(
      "a schema that is not up to date is named when it may not be migrated, and used once somebody did")
  void aMissingSchemaIsNamed() {
    table.tell(
        "DROP TABLE ratelimit_window_counts",
        "DROP TABLE ratelimit_ledger_migrations",
        "DROP TABLE ratelimit_ledger_processes",
        "DROP TABLE ratelimit_ledger_lease");
    try (Member member = start(user("ALL").migrate(false))) {
      assertThat(awayBecause(member))
          .contains("[1, 2, 3, 4]", "./weir migrate")
          .doesNotContain(SECRET);

      Maintenance.migrate(
          MysqlOptions.at(server.url(database)).build(), List.of(LedgerTables.PLAN));

      table.convergesTo(List.of(member), List.of("alice"));
    }
  }

  @Test
  @DisplayName(
      "a table that went missing is named; a database that was replaced by an empty one is filled again")
  void aMissingTableIsNamedAndAnEmptyDatabaseIsFilled() {
    try (Member member = start(user("ALL"))) {
      table.convergesTo(List.of(member), List.of("alice"));

      table.tell("DROP TABLE ratelimit_window_counts");
      member.check("alice");
      assertThat(awayBecause(member)).contains("ratelimit_window_counts").doesNotContain(SECRET);
      table.tell("DROP DATABASE " + database, "CREATE DATABASE " + database);

      table.convergesTo(List.of(member), List.of("alice"));
    }
  }
}

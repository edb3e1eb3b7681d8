// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server whose database refuses it")
@Tag("integration")
final class DatabaseFaultTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final String PASSWORD = "Hunter2Hunter2";

  private static MariaDbServer mysql;

  @TempDir
  private Path folder;

  @BeforeAll
  static void startMysql() throws SQLException {
    mysql = Needs.ownMysql();
    execute(
        "CREATE USER reader IDENTIFIED BY '" + PASSWORD + "'", "GRANT SELECT ON weir.* TO reader");
  }

  @AfterAll
  static void stopMysql() {
    mysql.close();
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(mysql.url("weir"));
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private Launch launch(String user, String password, String database) {
    String url =
        mysql.url(database).replaceFirst("[?].*", "?user=" + user + "&password=" + password);
    return Launch.serve("--region", "here", "--data", folder.toString()).where("WEIR_MYSQL", url);
  }

  private static long lines(ServerProcess server, String words) {
    return server.log().lines().filter(line -> line.contains(words)).count();
  }

  private static void assertNotReady(ServerProcess server, String reason) {
    Reply ready = Calls.look(server, "/ready").whole();
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.text()).contains(reason).doesNotContain(PASSWORD);
    assertThat(server.log())
        .contains(reason)
        .doesNotContain("Connection is closed")
        .doesNotContain("Connection is not available")
        .doesNotContain("(conn=")
        .doesNotContain("\tat ");
  }

  @Test
  @DisplayName("says that the password is wrong, in the log once and in /ready")
  void namesAWrongPassword() {
    try (ServerProcess server =
        ServerProcess.start(launch("reader", "wrong-" + PASSWORD, "weir")).keeping(PASSWORD)) {
      assertNotReady(server, "Access denied for user 'reader'");
      Eventually.letPass(2_500);
      assertThat(lines(server, "overrides is unavailable")).as(server::log).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("says that it may not make the tables, and what to run")
  void namesMissingRights() {
    try (ServerProcess server =
        ServerProcess.start(launch("reader", PASSWORD, "weir")).keeping(PASSWORD)) {
      assertNotReady(server, "the directory's tables are missing");
      assertNotReady(server, "run ./weir migrate as a user with the privileges CREATE");
      assertNotReady(
          server,
          "CREATE command denied to user 'reader'@'127.0.0.1' for table `weir`.`ratelimit_directory_migrations`");
    }
  }

  @Test
  @DisplayName("says that tables of its names are not its own")
  void namesForeignTables() throws SQLException {
    execute("CREATE DATABASE other", "CREATE TABLE other.ratelimit_directory_migrations (x int)");
    try (ServerProcess server = ServerProcess.start(launch("root", "", "other"))) {
      assertNotReady(server, "Unknown column 'version'");
    }
  }

  @Test
  @DisplayName("accepts a preset key that can't be saved, and says why it can't")
  void livesWithAReadOnlyDatabase() throws SQLException {
    execute("CREATE DATABASE readable", "GRANT SELECT ON readable.* TO reader");
    Calls.Key other = Calls.createKey("--mysql", mysql.url("readable"));
    Launch launch = launch("reader", PASSWORD, "readable").where("WEIR_ROOT_KEY", KEY);
    try (ServerProcess server = ServerProcess.start(launch).keeping(PASSWORD, KEY)) {
      assertThat(Calls.look(server, "/ready").status()).as(server::log).isEqualTo(200);
      assertThat(Calls.limit(Calls.wire(server, KEY), "login/ann", 5).passed()).isTrue();
      assertThat(Calls.limit(Calls.wire(server, other.plain()), "login/ann", 5).passed())
          .isTrue();
      Eventually.until(server::log, () -> lines(server, "preset root key could not be saved") == 1);
      assertThat(server.log()).contains("command denied to user 'reader'");
    }
  }

  @Test
  @DisplayName("answers a change within seconds while the database hangs")
  void changesFailSoon() {
    try (FaultProxy proxy = FaultProxy.start(mysql.port());
        ServerProcess server = ServerProcess.start(Launch.serve("--region", "here")
            .with("--data", folder.toString())
            .where("WEIR_MYSQL", mysql.url("weir", proxy.port()))
            .where("WEIR_ROOT_KEY", KEY))) {
      Wire wire = Calls.wire(server, KEY);
      assertThat(Calls.limit(wire, "login/ann", 5).passed()).isTrue();
      assertThat(Calls.setOverride(wire, "login/ann", 5).status()).isEqualTo(200);
      proxy.blackHole(true);

      Reply refused = Calls.setOverride(wire, "login/ann", 6);

      assertThat(refused.status()).isEqualTo(500);
      assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");
      proxy.blackHole(false);
      proxy.cut();
    }
  }
}

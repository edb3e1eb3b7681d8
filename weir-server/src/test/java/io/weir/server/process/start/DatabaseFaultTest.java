// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class DatabaseFaultTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final String PASSWORD = "Hunter2Hunter2";

  private static MariaDbServer mysql;

  @TempDir
  private Path folder;

  @BeforeAll
  static void startMysql() throws SQLException {
    mysql = RequiredServers.ownMysql();
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

  private WeirCommandLine launch(String user, String password, String database) {
    String url =
        mysql.url(database).replaceFirst("[?].*", "?user=" + user + "&password=" + password);
    return WeirCommandLine.serve("--region", "here", "--data", folder.toString())
        .where("WEIR_MYSQL", url);
  }

  private static long lines(WeirProcess server, String words) {
    return server.log().lines().filter(line -> line.contains(words)).count();
  }

  private static void assertNotReady(WeirProcess server, String reason) {
    ApiReply ready = ServerCalls.look(server, "/ready").whole();
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
  void reportsAWrongPasswordInLogAndReadiness() {
    try (WeirProcess server =
        WeirProcess.start(launch("reader", "wrong-" + PASSWORD, "weir")).withSecrets(PASSWORD)) {
      assertNotReady(server, "Access denied for user 'reader'");
      Eventually.waitMillis(2_500);
      assertThat(lines(server, "overrides is unavailable")).as(server::log).isEqualTo(1);
    }
  }

  @Test
  void reportsMissingRightsToCreateTables() {
    try (WeirProcess server =
        WeirProcess.start(launch("reader", PASSWORD, "weir")).withSecrets(PASSWORD)) {
      assertNotReady(server, "the directory's tables are missing");
      assertNotReady(server, "run ./weir migrate as a user with the privileges CREATE");
      assertNotReady(
          server,
          "CREATE command denied to user 'reader'@'127.0.0.1' for table `weir`.`ratelimit_directory_migrations`");
    }
  }

  @Test
  void reportsForeignTables() throws SQLException {
    execute("CREATE DATABASE other", "CREATE TABLE other.ratelimit_directory_migrations (x int)");
    try (WeirProcess server = WeirProcess.start(launch("root", "", "other"))) {
      assertNotReady(server, "Unknown column 'version'");
    }
  }

  @Test
  void acceptsAPresetKeyOnAReadOnlyDatabase() throws SQLException {
    execute("CREATE DATABASE readable", "GRANT SELECT ON readable.* TO reader");
    ServerCalls.Key other = ServerCalls.createKey("--mysql", mysql.url("readable"));
    WeirCommandLine weirCommandLine =
        launch("reader", PASSWORD, "readable").where("WEIR_ROOT_KEY", KEY);
    try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(PASSWORD, KEY)) {
      assertThat(ServerCalls.look(server, "/ready").status()).as(server::log).isEqualTo(200);
      assertThat(
              ServerCalls.limit(ServerCalls.wire(server, KEY), "login/ann", 5).passed())
          .isTrue();
      assertThat(ServerCalls.limit(ServerCalls.wire(server, other.plain()), "login/ann", 5)
              .passed())
          .isTrue();
      Eventually.until(server::log, () -> lines(server, "preset root key could not be saved") == 1);
      assertThat(server.log()).contains("command denied to user 'reader'");
    }
  }

  @Test
  void changesFailWithinSecondsWhileTheDatabaseHangs() {
    try (FaultProxy proxy = FaultProxy.start(mysql.port());
        WeirProcess server = WeirProcess.start(WeirCommandLine.serve("--region", "here")
            .with("--data", folder.toString())
            .where("WEIR_MYSQL", mysql.url("weir", proxy.port()))
            .where("WEIR_ROOT_KEY", KEY))) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, KEY);
      assertThat(ServerCalls.limit(rawHttpClient, "login/ann", 5).passed()).isTrue();
      assertThat(ServerCalls.setOverride(rawHttpClient, "login/ann", 5).status())
          .isEqualTo(200);
      proxy.blackHole(true);

      ApiReply refused = ServerCalls.setOverride(rawHttpClient, "login/ann", 6);

      assertThat(refused.status()).isEqualTo(500);
      assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");
      proxy.blackHole(false);
      proxy.cut();
    }
  }
}

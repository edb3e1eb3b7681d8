// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class MysqlPageTest {
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
  private static final String PASSWORD = "Hunter2Hunter2";

  private static MariaDbServer mysql;

  @TempDir
  private Path folder;

  @BeforeAll
  static void startMysql() {
    mysql = RequiredServers.ownMysql();
  }

  @AfterAll
  static void stopMysql() {
    mysql.close();
  }

  private static String block(String words) throws IOException {
    List<String> found = SQL.matcher(Files.readString(Path.of("..", "docs", "mysql.md")))
        .results()
        .map((MatchResult each) -> each.group(1))
        .filter(each -> each.contains(words))
        .toList();
    assertThat(found).as("SQL with %s in the page", words).hasSize(1);
    return found.get(0);
  }

  private static void executeAll(String script) throws SQLException {
    try (Connection connection = DriverManager.getConnection(mysql.url("mysql"));
        Statement statement = connection.createStatement()) {
      for (String each : script.replaceAll("(?m)^--.*$", "").split(";", -1)) {
        if (!each.isBlank()) {
          statement.execute(each);
        }
      }
    }
  }

  /** Returns the last column of the only row; 0 if there is none. */
  private static long number(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("root", ""));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      long number = 0;
      while (rows.next()) {
        assertThat(rows.isFirst()).as("only one row").isTrue();
        number = rows.getLong(rows.getMetaData().getColumnCount());
      }
      return number;
    }
  }

  private static long tryNumber(String query) {
    try {
      return number(query);
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  private static String url(String user, String password) {
    return mysql
        .url("mysql")
        .replaceFirst("/mysql\\?.*", "/weir?user=" + user + "&password=" + password);
  }

  private WeirProcess start() {
    return WeirProcess.start(WeirCommandLine.serve("--region", "here", "--data", folder.toString())
            .where("WEIR_MYSQL", url("weir", PASSWORD)))
        .withSecrets(PASSWORD);
  }

  private static ProcessResult asServersUser(String... words) {
    ProcessResult processResult =
        WeirProcess.run(WeirCommandLine.of(words).where("WEIR_MYSQL", url("weir", PASSWORD)));
    assertThat(processResult.exit()).as(processResult.errors()).isZero();
    return processResult;
  }

  @Test
  void fourRightsAreEnoughOnceTheTablesExist() throws Exception {
    executeAll(block("CREATE USER").replace("'...'", "'" + PASSWORD + "'"));
    String key;
    try (WeirProcess server = start()) {
      assertThat(ServerCalls.look(server, "/ready").status()).as(server::log).isEqualTo(503);

      ProcessResult migrated = WeirProcess.run(
          WeirCommandLine.of("migrate", "--mysql", url("", "").replaceFirst("\\?.*", ""))
              .with("--user", "weir_admin")
              .where("WEIR_MYSQL_PASSWORD", PASSWORD));

      assertThat(migrated.exit()).as(migrated.errors()).isZero();
      key = server.rootKey();
      Eventually.until(server::log, () -> ServerCalls.look(server, "/ready").status() == 200);
      assertThat(server.log()).contains("is available again");
      changesWork(server, key);
      countsAreFound(server, key);
    }
    executeAll("INSERT INTO weir.ratelimit_window_counts SELECT REPEAT('x', 16), sequence,"
        + " owner_digest, region_digest, workspace_id, namespace, 'gone', duration_ms, region,"
        + " writer, count, 1, 1, 0 FROM weir.ratelimit_window_counts LIMIT 1;"
        + "UPDATE weir.ratelimit_ledger_lease SET held_until = 0");
    String expired = "SELECT COUNT(*) FROM ratelimit_window_counts WHERE identifier = 'gone'";
    assertThat(number(expired)).isEqualTo(1);
    try (WeirProcess server = start().withSecrets(key)) {
      Eventually.until("expired rows stay", () -> tryNumber(expired) == 0);
      assertThat(
              ServerCalls.limit(ServerCalls.wire(server, key), "login/alice", 5).passed())
          .isTrue();
    }
    assertThat(asServersUser("ledger", "clean").out()).isEqualTo("deleted 0 rows\n");
  }

  private static void changesWork(WeirProcess server, String key) throws SQLException {
    RawHttpClient rawHttpClient = ServerCalls.wire(server, key);
    assertThat(ServerCalls.limit(rawHttpClient, "posts/bob", 5).status()).isEqualTo(200);
    assertThat(ServerCalls.setOverride(rawHttpClient, "posts/bob", 7).status()).isEqualTo(200);
    assertThat(ServerCalls.overrideOf(rawHttpClient, "posts/bob")).hasToString("7");
    assertThat(ServerCalls.whole(
                rawHttpClient, "deleteOverride", "{\"namespace\":\"posts\",\"identifier\":\"bob\"}")
            .status())
        .isEqualTo(200);
    assertThat(asServersUser("reset", "--namespace", "posts", "--identifier", "bob")
            .out())
        .contains("all servers apply it within 2 s");
    asServersUser("workspaces", "create", "shop", "--quota", "100");
    asServersUser("keys", "create", "--workspace", "shop", "--name", "till");
    asServersUser("keys", "revoke", "till");
    asServersUser("namespaces", "delete", "posts");
    assertThat(number("SELECT COUNT(*) FROM ratelimit_directory_namespaces WHERE deleted = 1"))
        .isEqualTo(1);
  }

  private static void countsAreFound(WeirProcess server, String key) throws Exception {
    assertThat(ServerCalls.spend(ServerCalls.wire(server, key), "login/alice", 5, 4)
            .passed())
        .isTrue();
    String query = block("ratelimit_directory_workspaces").replace(";", "");
    Eventually.until("the documented query finds nothing", () -> tryNumber(query) > 0);
    assertThat(number(query)).isEqualTo(4);
  }
}

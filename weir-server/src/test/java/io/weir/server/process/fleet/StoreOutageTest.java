// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ClientLoad;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("integration")
final class StoreOutageTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final String PASSWORD = "Hunter2Hunter2";
  private static final long LIMIT = 1_000_000;

  private static MariaDbServer mysql;
  private static RedisServer redis;
  private static WeirProcess server;

  @BeforeAll
  static void startAll() throws SQLException {
    mysql = RequiredServers.ownMysql();
    redis = RequiredServers.ownRedis("--requirepass", PASSWORD);
    try (Connection connection = DriverManager.getConnection(mysql.url("weir"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER weir IDENTIFIED BY '" + PASSWORD + "'");
      statement.execute("GRANT ALL ON weir.* TO weir");
    }
    server = WeirProcess.start(launch(mysql.port())).withSecrets(KEY, PASSWORD);
  }

  private static WeirCommandLine launch(int port) {
    String url = mysql.url("weir", port).replace("user=root", "user=weir&password=" + PASSWORD);
    return WeirCommandLine.serve("--region", "here")
        .where("WEIR_MYSQL", url)
        .where("WEIR_REDIS", redis.uri().replace("://", "://:" + PASSWORD + "@"))
        .where("WEIR_ROOT_KEY", KEY);
  }

  @AfterAll
  static void stopAll() {
    server.close();
    redis.close();
    mysql.close();
  }

  private static void awaitPart(String part, String state) {
    Eventually.until(
        () -> part + " is not " + state + ": "
            + ServerCalls.look(server, "/ready").text() + server.log(),
        () -> {
          ApiReply ready = ServerCalls.look(server, "/ready").whole();
          assertThat(ready.status())
              .as("a server without its stores still decides")
              .isEqualTo(200);
          return state.equals(ready.data().get(part));
        });
  }

  /**
   * Returns how often the log contains this text after this position, because other tests have outages of their own.
   */
  private static long logged(String words, int from) {
    return server
        .log()
        .substring(from)
        .lines()
        .filter(line -> line.contains(words))
        .count();
  }

  /** Returns the end of the log once all stores are available and the log says so. */
  private static int quiet() {
    awaitPart("directory", "available");
    awaitPart("origin", "available");
    awaitPart("ledger", "available");
    return server.log().length();
  }

  private static ClientLoad load(String subject) {
    return new ClientLoad(
        server, new ClientLoad.LoadPattern(KEY, ServerCalls.limitBody(subject, LIMIT), 5), 3);
  }

  private void awaitWrites() {
    Eventually.until(
        "nothing was written to the database",
        () -> server.metric("weir_ratelimit_global_writes_total") > 0);
  }

  @Test
  void decidesWithoutTheDatabase() {
    RawHttpClient rawHttpClient = ServerCalls.wire(server, KEY);
    int before = quiet();
    try (ClientLoad clientLoad = load("known/you")) {
      clientLoad.awaitMore(50);
      mysql.kill();
      awaitPart("directory", "unavailable");
      clientLoad.awaitMore(50);

      assertThat(ServerCalls.limit(rawHttpClient, "unknown/you", 10).passed())
          .as("a new namespace")
          .isTrue();
      assertThat(ServerCalls.limit(rawHttpClient, "unknown/you", 10).number("remaining"))
          .isEqualTo(8);
      ApiReply refused = ServerCalls.setOverride(rawHttpClient, "known/you", 5);
      assertThat(refused.status()).isEqualTo(500);
      assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");

      mysql.restart();
      awaitPart("directory", "available");
      awaitPart("ledger", "available");
      Eventually.until(
          "the new namespace has no row",
          () -> ServerCalls.setOverride(rawHttpClient, "unknown/you", 3).status() == 200);
      assertThat(ServerCalls.setOverride(rawHttpClient, "known/me", 5).status()).isEqualTo(200);
      clientLoad.awaitMore(50);
      clientLoad.stop();

      assertThat(clientLoad.lost()).isEmpty();
    }
    assertThat(ServerCalls.limit(rawHttpClient, "unknown/you", 10).passed())
        .as("the third of three")
        .isTrue();
    assertThat(ServerCalls.limit(rawHttpClient, "unknown/you", 10).passed()).isFalse();
    awaitWrites();
    assertThat(logged("overrides is unavailable", before)).as(server::log).isEqualTo(1);
    assertThat(logged("overrides is available again", before)).as(server::log).isEqualTo(1);
    assertThat(server.log()).doesNotContain("\tat ").doesNotContain("{0}");
  }

  @Test
  void decidesWithoutRedis() {
    int before = quiet();
    try (ClientLoad clientLoad = load("origin/you")) {
      clientLoad.awaitMore(50);
      redis.kill();
      awaitPart("origin", "unavailable");
      clientLoad.awaitMore(50);

      redis.restart();
      awaitPart("origin", "available");
      clientLoad.awaitMore(50);
      clientLoad.stop();

      assertThat(clientLoad.lost()).isEmpty();
    }
    assertThat(logged("origin is unavailable", before)).as(server::log).isEqualTo(1);
    assertThat(logged("origin is available again", before)).as(server::log).isEqualTo(1);
    assertThat(server.log()).doesNotContain("\tat ").doesNotContain("{0}");
  }

  /**
   * Runs first: after another test has replaced Redis, the server renews its incarnation and drops its subjects,
   * whose counts are in Redis. If Redis were emptied at that moment, they would be lost.
   */
  @Test
  @Order(1)
  void reportsAnEmptiedRedisOnceAndPublishesAgain() {
    RawHttpClient rawHttpClient = ServerCalls.wire(server, KEY);
    int before = quiet();
    for (int i = 0; i < 20; i++) {
      assertThat(ServerCalls.limit(rawHttpClient, "wiped/you-" + i, 10).passed())
          .isTrue();
    }
    Eventually.until("Redis knows", () -> cells() == 20);
    try (RedisConsole console = console()) {
      assertThat(console.call("FLUSHALL")).isEqualTo("OK");
    }
    for (int i = 0; i < 20; i++) {
      assertThat(ServerCalls.limit(rawHttpClient, "wiped/you-" + i, 10).number("remaining"))
          .as(server::log)
          .isEqualTo(8);
    }

    Eventually.until(server::log, () -> logged("Redis lost counts", before) > 0);
    Eventually.until("Redis knows again", () -> cells() == 20);
    assertThat(logged("Redis lost counts", before)).as(server::log).isEqualTo(1);
  }

  private static RedisConsole console() {
    RedisConsole console = redis.console();
    assertThat(console.call("AUTH", PASSWORD)).isEqualTo("OK");
    return console;
  }

  private static long cells() {
    try (RedisConsole console = console()) {
      return ((List<?>) Objects.requireNonNull(console.call("KEYS", "*you-*"))).size();
    }
  }

  @Test
  void refusesCallersUntilTheDatabaseIsBack() {
    ServerCalls.Key key = ServerCalls.createKey("--mysql", mysql.url("weir"));
    try (FaultProxy proxy = FaultProxy.start(mysql.port())) {
      proxy.refuse(true);
      WeirCommandLine weirCommandLine = launch(proxy.port()).where("WEIR_ROOT_KEY", "");
      try (WeirProcess late =
          WeirProcess.start(weirCommandLine).withSecrets(key.plain(), PASSWORD)) {
        RawHttpClient rawHttpClient = ServerCalls.wire(late, key.plain());
        assertThat(ServerCalls.look(late, "/v2/liveness").status()).isEqualTo(200);
        assertThat(ServerCalls.look(late, "/ready").whole().status()).isEqualTo(503);
        assertThat(ServerCalls.limit(rawHttpClient, "late/you", 10).status()).isEqualTo(503);

        proxy.refuse(false);
        Eventually.until(
            late::log, () -> ServerCalls.limit(rawHttpClient, "late/you", 10).status() == 200);

        assertThat(ServerCalls.look(late, "/ready").whole().status()).isEqualTo(200);
        assertThat(late.log()).doesNotContain("\tat ");
      }
    }
  }
}

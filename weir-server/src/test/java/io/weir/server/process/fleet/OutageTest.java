// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.Load;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@DisplayName("A server whose stores are killed under load")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("integration")
final class OutageTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final String PASSWORD = "Hunter2Hunter2";
  private static final long LIMIT = 1_000_000;

  private static MariaDbServer mysql;
  private static RedisServer redis;
  private static ServerProcess server;

  @BeforeAll
  static void startAll() throws SQLException {
    mysql = Needs.ownMysql();
    redis = Needs.ownRedis("--requirepass", PASSWORD);
    try (Connection connection = DriverManager.getConnection(mysql.url("weir"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER weir IDENTIFIED BY '" + PASSWORD + "'");
      statement.execute("GRANT ALL ON weir.* TO weir");
    }
    server = ServerProcess.start(launch(mysql.port())).keeping(KEY, PASSWORD);
  }

  private static Launch launch(int port) {
    String url = mysql.url("weir", port).replace("user=root", "user=weir&password=" + PASSWORD);
    return Launch.serve("--region", "here")
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
        () -> part + " is not " + state + ": " + Calls.look(server, "/ready").text() + server.log(),
        () -> {
          Reply ready = Calls.look(server, "/ready").whole();
          assertThat(ready.status())
              .as("a server without its stores still decides")
              .isEqualTo(200);
          return state.equals(ready.data().get(part));
        });
  }

  /** How often the log has it, from this place on: other tests have their own outages. */
  private static long logged(String words, int from) {
    return server
        .log()
        .substring(from)
        .lines()
        .filter(line -> line.contains(words))
        .count();
  }

  /** Where the log ends, when everything is there and was said to be. */
  private static int quiet() {
    awaitPart("directory", "available");
    awaitPart("origin", "available");
    awaitPart("ledger", "available");
    return server.log().length();
  }

  private static Load load(String subject) {
    return new Load(server, new Load.Habit(KEY, Calls.limitBody(subject, LIMIT), 5), 3);
  }

  private void awaitWrites() {
    Eventually.until(
        "nothing was written to the database",
        () -> server.metric("weir_ratelimit_global_writes_total") > 0);
  }

  @Test
  @DisplayName("decides without the database, refuses changes until it is back, and says so once")
  void livesWithoutTheDatabase() {
    Wire wire = Calls.wire(server, KEY);
    int before = quiet();
    try (Load load = load("known/you")) {
      load.awaitMore(50);
      mysql.kill();
      awaitPart("directory", "unavailable");
      load.awaitMore(50);

      assertThat(Calls.limit(wire, "unknown/you", 10).passed())
          .as("a new namespace")
          .isTrue();
      assertThat(Calls.limit(wire, "unknown/you", 10).number("remaining")).isEqualTo(8);
      Reply refused = Calls.setOverride(wire, "known/you", 5);
      assertThat(refused.status()).isEqualTo(500);
      assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");

      mysql.restart();
      awaitPart("directory", "available");
      awaitPart("ledger", "available");
      Eventually.until(
          "the new namespace has no row",
          () -> Calls.setOverride(wire, "unknown/you", 3).status() == 200);
      assertThat(Calls.setOverride(wire, "known/me", 5).status()).isEqualTo(200);
      load.awaitMore(50);
      load.stop();

      assertThat(load.lost()).isEmpty();
    }
    assertThat(Calls.limit(wire, "unknown/you", 10).passed())
        .as("the third of three")
        .isTrue();
    assertThat(Calls.limit(wire, "unknown/you", 10).passed()).isFalse();
    awaitWrites();
    assertThat(logged("overrides is unavailable", before)).as(server::log).isEqualTo(1);
    assertThat(logged("overrides is available again", before)).as(server::log).isEqualTo(1);
    assertThat(server.log()).doesNotContain("\tat ").doesNotContain("{0}");
  }

  @Test
  @DisplayName("decides without Redis, and says so once")
  void livesWithoutRedis() {
    int before = quiet();
    try (Load load = load("origin/you")) {
      load.awaitMore(50);
      redis.kill();
      awaitPart("origin", "unavailable");
      load.awaitMore(50);

      redis.restart();
      awaitPart("origin", "available");
      load.awaitMore(50);
      load.stop();

      assertThat(load.lost()).isEmpty();
    }
    assertThat(logged("origin is unavailable", before)).as(server::log).isEqualTo(1);
    assertThat(logged("origin is available again", before)).as(server::log).isEqualTo(1);
    assertThat(server.log()).doesNotContain("\tat ").doesNotContain("{0}");
  }

  /**
   * First: after another test has replaced Redis, the server renews its incarnation and drops its subjects, whose counts Redis
   * has. Emptied at that moment, they are lost.
   */
  @Test
  @Order(1)
  @DisplayName("says once that Redis was emptied, and sends its counts again")
  void noticesAnEmptiedRedis() {
    Wire wire = Calls.wire(server, KEY);
    int before = quiet();
    for (int i = 0; i < 20; i++) {
      assertThat(Calls.limit(wire, "wiped/you-" + i, 10).passed()).isTrue();
    }
    Eventually.until("Redis knows", () -> cells() == 20);
    try (RedisConsole console = console()) {
      assertThat(console.call("FLUSHALL")).isEqualTo("OK");
    }
    for (int i = 0; i < 20; i++) {
      assertThat(Calls.limit(wire, "wiped/you-" + i, 10).number("remaining"))
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
  @DisplayName(
      "starts without the database, a snapshot and a preset key, lets nobody in until it is back, and then everybody")
  void startsWithoutTheDatabase() {
    Calls.Key key = Calls.createKey("--mysql", mysql.url("weir"));
    try (FaultProxy proxy = FaultProxy.start(mysql.port())) {
      proxy.refuse(true);
      Launch launch = launch(proxy.port()).where("WEIR_ROOT_KEY", "");
      try (ServerProcess late = ServerProcess.start(launch).keeping(key.plain(), PASSWORD)) {
        Wire wire = Calls.wire(late, key.plain());
        assertThat(Calls.look(late, "/v2/liveness").status()).isEqualTo(200);
        assertThat(Calls.look(late, "/ready").whole().status()).isEqualTo(503);
        assertThat(Calls.limit(wire, "late/you", 10).status()).isEqualTo(503);

        proxy.refuse(false);
        Eventually.until(late::log, () -> Calls.limit(wire, "late/you", 10).status() == 200);

        assertThat(Calls.look(late, "/ready").whole().status()).isEqualTo(200);
        assertThat(late.log()).doesNotContain("\tat ");
      }
    }
  }
}

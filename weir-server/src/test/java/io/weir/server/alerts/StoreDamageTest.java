// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class StoreDamageTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  /** Monitors a server with other traffic, which continues. */
  private static AlertMonitor watchedWithTraffic(AlertServer alertServer) {
    alertServer.checkHundred("user-");
    alertServer.settled();
    return new AlertMonitor().target("one", () -> {
      alertServer.checkHundred("user-");
      return alertServer.scrape();
    });
  }

  /** Counts an identifier, and returns the key of its count in Redis. */
  private static String keyOfAnn(AlertServer alertServer, RedisConsole console) {
    ServerCalls.limit(alertServer.wire(KEY), "day/ann", 100);
    Eventually.until("there is no such key", () -> !keysOfAnn(console).isEmpty());
    return String.valueOf(keysOfAnn(console).get(0));
  }

  private static List<?> keysOfAnn(RedisConsole console) {
    return (List<?>) Objects.requireNonNull(console.call("KEYS", "weir:*:ann}:*"));
  }

  @Test
  void aKeyOfAnotherTypeFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RedisConsole console = redis.console();
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--redis", redis.uri()))) {
      String key = keyOfAnn(alertServer, console);
      AlertMonitor alertMonitor = watchedWithTraffic(alertServer);
      assertThat(alertMonitor.watch(10).fired()).isEmpty();

      console.call("SET", key, "something else");
      ServerCalls.limit(alertServer.wire(KEY), "day/ann", 100);
      Eventually.until(
          "not noticed", () -> alertServer.metric("origin_cells_unreadable_total") > 0);

      assertThat(alertMonitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  @Test
  void aFieldWithoutACountFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RedisConsole console = redis.console();
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--redis", redis.uri()))) {
      String key = keyOfAnn(alertServer, console);
      AlertMonitor alertMonitor = watchedWithTraffic(alertServer);
      assertThat(alertMonitor.watch(10).fired()).isEmpty();

      console.call("HSET", key, "somebody", "-5");
      ServerCalls.limit(alertServer.wire(KEY), "day/ann", 100);
      Eventually.until("not noticed", () -> alertServer.metric("counts_implausible_total") > 0);

      assertThat(alertMonitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  @Test
  void aRowWithoutACountFiresItsAlert() throws SQLException {
    String mysql = RequiredServers.mysql();
    try (AlertServer other =
            AlertServer.start(AlertServer.inRegion("there", mysql, folder.resolve("there")));
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", mysql, folder.resolve("here")));
        Connection connection = DriverManager.getConnection(mysql);
        Statement statement = connection.createStatement()) {
      AlertMonitor alertMonitor = watchedWithTraffic(alertServer).watch(10);
      assertThat(alertMonitor.fired()).isEmpty();

      ServerCalls.spend(other.wire(KEY), "day/ann", 100, 90);
      // The owner writes the row again when it has counted more, so no more checks are made.
      Eventually.until("there is no row", () -> update(statement) > 0);
      Eventually.until("not noticed", () -> alertServer.metric("counts_implausible_total") > 0);

      assertThat(alertMonitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  private static int update(Statement statement) {
    try {
      return statement.executeUpdate(
          "UPDATE ratelimit_window_counts SET count = -1, updated_at = updated_at + 1"
              + " WHERE identifier = 'ann'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}

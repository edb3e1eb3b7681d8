// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How scrapes are timed: {@link Monitor}. */
@Tag("slow")
@DisplayName("The alert fires that should, and no other, when")
final class StoreFaultsTest {
  private static AlertFleet fleet;

  private Monitor monitor = new Monitor();

  @TempDir
  private static Path folder;

  @BeforeAll
  static void start() {
    fleet = new AlertFleet(folder);
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @AfterEach
  void quiet() {
    fleet.quiet();
  }

  /** These alerts, each on both servers that use the Redis. */
  private static List<String> onEu(String... alerts) {
    return Stream.of(alerts)
        .flatMap(alert -> Stream.of(alert + " on eu-1", alert + " on eu-2"))
        .toList();
  }

  /** These alerts, each on all servers. */
  private static List<String> onAll(String... alerts) {
    return Stream.concat(onEu(alerts).stream(), Stream.of(alerts).map(alert -> alert + " on us-1"))
        .toList();
  }

  private void healthy() {
    fleet.users();
    monitor = fleet.monitor().watch(10);
    assertThat(monitor.fired()).isEmpty();
  }

  @Test
  @DisplayName("Redis is killed while callers are at their limits")
  void redisKilled() {
    List<String> alerts =
        onEu("WeirOriginUnavailable", "WeirDecisionsDegraded", "WeirLimitsMayBeExceeded");
    fleet.greedy(20);
    healthy();

    fleet.redis.kill();
    monitor.watchFor(alerts);
    fleet.redis.restart();

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  @DisplayName("Redis does not answer any more")
  void redisHangs() {
    List<String> alerts = onEu("WeirOriginUnavailable", "WeirDecisionsDegraded");
    fleet.newcomers();
    healthy();

    fleet.redisProxy.blackHole(true);
    awaitOrigin(0);
    monitor.watchFor(alerts);
    fleet.redisProxy.blackHole(false);
    fleet.redisProxy.cut();

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  @DisplayName("Redis takes longer than a check waits")
  void redisSlow() {
    List<String> alerts = onEu("WeirOriginUnavailable", "WeirDecisionsDegraded");
    fleet.newcomers();
    healthy();

    fleet.redisProxy.delayMillis(200); // each way
    awaitOrigin(0);
    monitor.watchFor(alerts);
    fleet.redisProxy.delayMillis(0);

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  @DisplayName("Redis is emptied")
  void redisEmptied() {
    healthy();

    try (RedisConsole console = fleet.redis.console()) {
      assertThat(console.call("FLUSHALL")).isEqualTo("OK");
    }

    List<String> alerts = onEu("WeirOriginWiped");
    assertThat(monitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  @DisplayName("the connection to Redis is lost again and again")
  void redisUnstable() {
    healthy();

    for (int i = 0; i < 5; i++) {
      fleet.redisProxy.refuse(true);
      fleet.redisProxy.cut();
      awaitOrigin(0);
      monitor.watch(2);
      fleet.redisProxy.refuse(false);
      awaitOrigin(1);
      monitor.watch(4);
    }

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(onEu("WeirStoreUnstable"));
  }

  private static void awaitOrigin(double up) {
    String metric = "dependency_up{dependency=\"origin\"}";
    for (String name : List.of("eu-1", "eu-2")) {
      Eventually.until(
          metric + " of " + name + " is not " + up, () -> fleet.member(name).metric(metric) == up);
    }
  }

  @Test
  @DisplayName("servers of one region use different Redis servers")
  void twoRedis() {
    try (RedisServer other = Needs.ownRedis()) {
      fleet.start(
          "eu-3", fleet.launch("eu", "eu-3", fleet.mysql.port()).with("--redis", other.uri()));
      healthy();
      for (String name : List.of("eu-1", "eu-2", "eu-3")) {
        Eventually.until("not noticed by " + name, () -> fleet.member(name).metric("origins") > 1);
      }
      monitor.watch(70);
      fleet.remove("eu-3").close();
    }

    assertThat(monitor.fired())
        .containsExactlyInAnyOrder(
            "WeirTwoOrigins on eu-1", "WeirTwoOrigins on eu-2", "WeirTwoOrigins on eu-3");
  }

  @Test
  @DisplayName("the database is killed")
  void databaseKilled() {
    healthy();

    fleet.mysql.kill();
    List<String> alerts = watchWithoutDatabase();
    fleet.mysql.restart();

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  @DisplayName("the database does not answer any more")
  void databaseHangs() {
    healthy();

    fleet.mysqlProxy.blackHole(true);
    List<String> alerts = watchWithoutDatabase();
    fleet.mysqlProxy.blackHole(false);
    fleet.mysqlProxy.cut();

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  /** Which alerts have to fire. */
  private List<String> watchWithoutDatabase() {
    for (int i = 0; i < 3; i++) {
      assertThat(Calls.setOverride(fleet.wire("eu-1"), "day/user-1", 5).status())
          .isEqualTo(500);
      monitor.watch(2);
    }
    // What is known of other regions ages in real time.
    Eventually.until(
        "counts of other regions do not age",
        () -> fleet.member("us-1").metric("foreign_age_seconds") > 11);
    List<String> alerts = new ArrayList<>(
        onAll("WeirLedgerUnavailable", "WeirDirectoryUnavailable", "WeirForeignCountsOld"));
    alerts.add("WeirOverrideRequestsFail on eu-1");
    monitor.watchFor(alerts);
    return alerts;
  }

  @Test
  @DisplayName("the database can be read but not written")
  void databaseReadOnly() {
    List<String> alerts = onAll("WeirLedgerUnavailable");
    healthy();

    fleet.execute("SET GLOBAL read_only = 1");
    monitor.watchFor(alerts);
    fleet.execute("SET GLOBAL read_only = 0");

    assertThat(monitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }
}

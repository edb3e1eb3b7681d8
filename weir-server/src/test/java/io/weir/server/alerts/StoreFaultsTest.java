// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class StoreFaultsTest {
  private static AlertFleet fleet;

  private AlertMonitor alertMonitor = new AlertMonitor();

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

  /** Returns these alerts, each on both servers that use the Redis. */
  private static List<String> onEu(String... alerts) {
    return Stream.of(alerts)
        .flatMap(alert -> Stream.of(alert + " on eu-1", alert + " on eu-2"))
        .toList();
  }

  /** Returns these alerts, each on all servers. */
  private static List<String> onAll(String... alerts) {
    return Stream.concat(onEu(alerts).stream(), Stream.of(alerts).map(alert -> alert + " on us-1"))
        .toList();
  }

  private void healthy() {
    fleet.users();
    for (String name : List.of("eu-1", "eu-2")) {
      Eventually.until(
          name + " still knows of a second origin",
          () -> fleet.member(name).metric("origins") <= 1);
    }
    alertMonitor = fleet.monitor().watch(10);
    assertThat(alertMonitor.fired()).isEmpty();
  }

  @Test
  void aKilledRedisFiresItsAlert() {
    List<String> alerts =
        onEu("WeirOriginUnavailable", "WeirDecisionsDegraded", "WeirLimitsMayBeExceeded");
    fleet.greedy(20);
    healthy();

    fleet.redis.kill();
    alertMonitor.watchFor(alerts);
    fleet.redis.restart();

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  void aHangingRedisFiresItsAlert() {
    List<String> alerts = onEu("WeirOriginUnavailable", "WeirDecisionsDegraded");
    fleet.newcomers();
    healthy();

    fleet.redisProxy.blackHole(true);
    awaitOrigin(0);
    alertMonitor.watchFor(alerts);
    fleet.redisProxy.blackHole(false);
    fleet.redisProxy.cut();

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  void anEmptiedRedisFiresItsAlert() {
    healthy();

    try (RedisConsole console = fleet.redis.console()) {
      assertThat(console.call("FLUSHALL")).isEqualTo("OK");
    }

    List<String> alerts = onEu("WeirOriginWiped");
    assertThat(alertMonitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  void anUnstableRedisConnectionFiresItsAlert() {
    healthy();

    for (int i = 0; i < 5; i++) {
      fleet.redisProxy.refuse(true);
      fleet.redisProxy.cut();
      awaitOrigin(0);
      alertMonitor.watch(2);
      fleet.redisProxy.refuse(false);
      awaitOrigin(1);
      alertMonitor.watch(4);
    }

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(onEu("WeirStoreUnstable"));
  }

  private static void awaitOrigin(double up) {
    String metric = "dependency_up{dependency=\"origin\"}";
    for (String name : List.of("eu-1", "eu-2")) {
      Eventually.until(
          metric + " of " + name + " is not " + up, () -> fleet.member(name).metric(metric) == up);
    }
  }

  @Test
  void twoRedisServersInOneRegionFireTheirAlert() {
    try (RedisServer other = RequiredServers.ownRedis()) {
      fleet.start(
          "eu-3", fleet.launch("eu", "eu-3", fleet.mysql.port()).with("--redis", other.uri()));
      fleet.users();
      alertMonitor = fleet.monitor().watch(10);
      assertThat(alertMonitor.fired()).isEmpty();
      for (String name : List.of("eu-1", "eu-2", "eu-3")) {
        Eventually.until("not noticed by " + name, () -> fleet.member(name).metric("origins") > 1);
      }
      alertMonitor.watch(70);
      fleet.remove("eu-3").close();
    }

    assertThat(alertMonitor.fired())
        .containsExactlyInAnyOrder(
            "WeirTwoOrigins on eu-1", "WeirTwoOrigins on eu-2", "WeirTwoOrigins on eu-3");
  }

  @Test
  void aKilledDatabaseFiresItsAlert() {
    healthy();

    fleet.mysql.kill();
    List<String> alerts = watchWithoutDatabase();
    fleet.mysql.restart();

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  @Test
  void aHangingDatabaseFiresItsAlert() {
    healthy();

    fleet.mysqlProxy.blackHole(true);
    List<String> alerts = watchWithoutDatabase();
    fleet.mysqlProxy.blackHole(false);
    fleet.mysqlProxy.cut();

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }

  /** Returns the alerts that must fire. */
  private List<String> watchWithoutDatabase() {
    for (int i = 0; i < 3; i++) {
      assertThat(ServerCalls.setOverride(fleet.wire("eu-1"), "day/user-1", 5).status())
          .isEqualTo(500);
      alertMonitor.watch(2);
    }
    // The known counts of other regions age in real time.
    Eventually.until(
        "counts of other regions do not age",
        () -> fleet.member("us-1").metric("foreign_age_seconds") > 11);
    List<String> alerts = new ArrayList<>(
        onAll("WeirLedgerUnavailable", "WeirDirectoryUnavailable", "WeirForeignCountsOld"));
    alerts.add("WeirOverrideRequestsFail on eu-1");
    alertMonitor.watchFor(alerts);
    return alerts;
  }

  @Test
  void aReadOnlyDatabaseFiresItsAlert() {
    List<String> alerts = onAll("WeirLedgerUnavailable");
    healthy();

    fleet.execute("SET GLOBAL read_only = 1");
    alertMonitor.watchFor(alerts);
    fleet.execute("SET GLOBAL read_only = 0");

    assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
  }
}

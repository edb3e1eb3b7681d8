// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.Load;
import io.weir.server.rig.Wire;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers of one region, and one in each of two other regions that have no Redis. */
@DisplayName("Servers that share a database")
@Tag("integration")
final class FleetTest {
  private static final List<ServerProcess> SERVERS = new ArrayList<>();
  private static String mysql;
  private static RedisServer redis;
  private static String key;

  @BeforeAll
  static void startAll() {
    mysql = Needs.mysql();
    redis = Needs.ownRedis();
    for (String region : List.of("a", "a", "b", "c")) {
      Launch launch = Launch.serve("--region", region, "--mysql", mysql);
      SERVERS.add(
          ServerProcess.begin(region.equals("a") ? launch.with("--redis", redis.uri()) : launch));
    }
    Eventually.until(
        () -> "not all listen: " + SERVERS.stream().map(ServerProcess::said).toList(),
        () -> SERVERS.stream().allMatch(each -> each.line("listening ").isPresent()));
    Eventually.until("nobody prints a key", () -> printed().size() > 0);
    key = printed().get(0).rootKey();
    SERVERS.forEach(each -> each.keeping(key));
  }

  private static List<ServerProcess> printed() {
    return SERVERS.stream().filter(each -> each.line("root-key ").isPresent()).toList();
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(ServerProcess::close);
    redis.close();
  }

  private static Wire wire(int server) {
    return Calls.wire(SERVERS.get(server), key);
  }

  /** Waits, and tells how long it took; how long it may take is for a machine that does nothing else. */
  private static void soon(String what, BooleanSupplier condition) {
    long start = NanoClock.system().nanoTime();
    Eventually.until(what, condition);
    long millis = (NanoClock.system().nanoTime() - start) / 1_000_000;
    MeasurementLog.add(what + " after " + millis + " ms");
  }

  @Test
  @DisplayName("print one root key, even if all start at once, and all of them take it")
  void printOneKey() {
    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i);
      Eventually.until(
          "the key is not known", () -> Calls.spend(wire, "keys/known", 10, 0).status() == 200);
    }
    assertThat(printed()).hasSize(1);
  }

  @Test
  @DisplayName("are one limiter within a region: in turns, not one unit too many")
  void areExactInTurns() {
    awaitKey();
    long limit = 12;
    long admitted = 0;
    for (int i = 0; i < 2 * limit; i++) {
      if (Calls.limit(wire(i % 2), "lines/turns", limit).passed()) {
        admitted++;
      }
      long truth = admitted;
      Wire other = wire((i + 1) % 2);
      Eventually.until(
          () -> "of " + truth + " the other one knows " + Calls.spent(other, "lines/turns", limit),
          () -> Calls.spent(other, "lines/turns", limit) == truth);
    }
    assertThat(admitted).isEqualTo(limit);
  }

  /** Two limiters that know nothing of each other would admit twice the limit. */
  @Test
  @DisplayName("are one limiter within a region: at once, far less than a limit each")
  void areOneLimiterAtOnce() {
    awaitKey();
    long limit = 2_000;
    Load.Habit habit = new Load.Habit(key, Calls.limitBody("lines/rush", limit), 2);
    try (Load one = new Load(SERVERS.get(0), habit, 3);
        Load two = new Load(SERVERS.get(1), habit, 3)) {
      Eventually.until(
          () -> "admitted: " + one.admitted() + " and " + two.admitted(),
          () -> one.admitted() + two.admitted() >= limit
              && Calls.spent(wire(0), "lines/rush", limit) == limit
              && Calls.spent(wire(1), "lines/rush", limit) == limit);
      one.awaitMore(50);
      two.awaitMore(50);
      one.stop();
      two.stop();

      assertThat(one.lost()).isEmpty();
      assertThat(two.lost()).isEmpty();
      assertThat(one.admitted() + two.admitted()).isBetween(limit, limit + limit / 2);
    }
  }

  @Test
  @DisplayName("are one limiter in all regions: what one spent, others refuse soon")
  void refuseWhatAnotherRegionSpent() {
    awaitKey();
    assertThat(Calls.spend(wire(0), "world/all", 50, 50).passed()).isTrue();

    soon("region b refuses", () -> !Calls.limit(wire(2), "world/all", 50).passed());
    soon("region c refuses", () -> !Calls.limit(wire(3), "world/all", 50).passed());
    assertThat(Calls.limit(wire(0), "world/all", 50).passed()).isFalse();
    assertThat(SERVERS.get(2).metric("weir_ratelimit_global_sync_rows_applied_total"))
        .isPositive();
  }

  @Test
  @DisplayName("follow an override that was set at another one, and its end")
  void followOverrides() {
    awaitKey();
    assertThat(Calls.limit(wire(2), "plans/vip", 10).passed()).isTrue();
    assertThat(Calls.setOverride(wire(3), "plans/vip", 77).status())
        .as("at a server that has not heard of the namespace, maybe")
        .isEqualTo(200);

    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i);
      soon(
          "override at server " + i,
          () -> Calls.spend(wire, "plans/vip", 10, 0).number("limit") == 77);
    }
    assertThat(Calls.whole(
                wire(0), "deleteOverride", "{\"namespace\":\"plans\",\"identifier\":\"vip\"}")
            .status())
        .isEqualTo(200);
    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i);
      soon(
          "end of the override at server " + i,
          () -> Calls.spend(wire, "plans/vip", 10, 0).number("limit") == 10);
    }
  }

  @Test
  @DisplayName("take a namespace that another one made a moment ago")
  void takeNewNamespaces() {
    awaitKey();
    for (int i = 0; i < 5; i++) {
      String subject = "fresh-" + i + "/you";
      assertThat(Calls.limit(wire(i % 2), subject, 10).passed()).isTrue();
      assertThat(Calls.setOverride(wire(2 + i % 2), subject, 3).status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("take a new key soon, and refuse it soon after it was revoked")
  void followKeys() {
    awaitKey();
    Calls.Key made = Calls.createKey("--mysql", mysql);
    SERVERS.forEach(each -> each.keeping(made.plain()));
    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i).with(made.plain());
      soon("key at server " + i, () -> Calls.limit(wire, "keys/new", 1_000).status() == 200);
    }

    Ended revoked = ServerProcess.run(Launch.of("keys", "revoke", made.id(), "--mysql", mysql));
    assertThat(revoked.exit()).as(revoked.errors()).isZero();
    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i).with(made.plain());
      soon("no key at server " + i, () -> Calls.limit(wire, "keys/new", 1_000).status() == 401);
    }
  }

  /** Servers that did not make the key themselves hear of it within moments. */
  private static void awaitKey() {
    for (int i = 0; i < SERVERS.size(); i++) {
      Wire wire = wire(i);
      Eventually.until(
          "the key is not known", () -> Calls.spend(wire, "keys/known", 10, 0).status() == 200);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ClientLoad;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests two servers of one region, and one server in each of two other regions without Redis. */
@Tag("integration")
final class ServerFleetTest {
  private static final List<WeirProcess> SERVERS = new ArrayList<>();
  private static String mysql;
  private static RedisServer redis;
  private static String key;

  @BeforeAll
  static void startAll() {
    mysql = RequiredServers.mysql();
    redis = RequiredServers.ownRedis();
    for (String region : List.of("a", "a", "b", "c")) {
      WeirCommandLine weirCommandLine = WeirCommandLine.serve("--region", region, "--mysql", mysql);
      SERVERS.add(WeirProcess.begin(
          region.equals("a") ? weirCommandLine.with("--redis", redis.uri()) : weirCommandLine));
    }
    Eventually.until(
        () -> "not all listen: " + SERVERS.stream().map(WeirProcess::allOutput).toList(),
        () -> SERVERS.stream().allMatch(each -> each.line("listening ").isPresent()));
    Eventually.until("nobody prints a key", () -> printed().size() > 0);
    key = printed().get(0).rootKey();
    SERVERS.forEach(each -> each.withSecrets(key));
  }

  private static List<WeirProcess> printed() {
    return SERVERS.stream().filter(each -> each.line("root-key ").isPresent()).toList();
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(WeirProcess::close);
    redis.close();
  }

  private static RawHttpClient wire(int server) {
    return ServerCalls.wire(SERVERS.get(server), key);
  }

  /** Waits, and prints how long it took. No time limit is asserted, because the machine may be busy. */
  private static void awaitAndPrint(String what, BooleanSupplier condition) {
    long start = NanoClock.system().nanoTime();
    Eventually.until(what, condition);
    long millis = (NanoClock.system().nanoTime() - start) / 1_000_000;
    MeasurementLog.add(what + " after " + millis + " ms");
  }

  @Test
  void serversStartedTogetherPrintOneKey() {
    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i);
      Eventually.until(
          "the key is not known",
          () -> ServerCalls.spend(rawHttpClient, "keys/known", 10, 0).status() == 200);
    }
    assertThat(printed()).hasSize(1);
  }

  @Test
  void sequentialChecksAreExactWithinARegion() {
    awaitKey();
    long limit = 12;
    long admitted = 0;
    for (int i = 0; i < 2 * limit; i++) {
      if (ServerCalls.limit(wire(i % 2), "lines/turns", limit).passed()) {
        admitted++;
      }
      long truth = admitted;
      RawHttpClient other = wire((i + 1) % 2);
      Eventually.until(
          () -> "of " + truth + " the other one knows "
              + ServerCalls.spent(other, "lines/turns", limit),
          () -> ServerCalls.spent(other, "lines/turns", limit) == truth);
    }
    assertThat(admitted).isEqualTo(limit);
  }

  /** Two independent limiters would admit twice the limit. */
  @Test
  void concurrentChecksShareOneLimitWithinARegion() {
    awaitKey();
    long limit = 2_000;
    ClientLoad.LoadPattern loadPattern =
        new ClientLoad.LoadPattern(key, ServerCalls.limitBody("lines/rush", limit), 2);
    try (ClientLoad one = new ClientLoad(SERVERS.get(0), loadPattern, 3);
        ClientLoad two = new ClientLoad(SERVERS.get(1), loadPattern, 3)) {
      Eventually.until(
          () -> "admitted: " + one.admitted() + " and " + two.admitted(),
          () -> one.admitted() + two.admitted() >= limit
              && ServerCalls.spent(wire(0), "lines/rush", limit) == limit
              && ServerCalls.spent(wire(1), "lines/rush", limit) == limit);
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
  void regionsShareOneLimit() {
    awaitKey();
    assertThat(ServerCalls.spend(wire(0), "world/all", 50, 50).passed()).isTrue();

    awaitAndPrint(
        "region b refuses", () -> !ServerCalls.limit(wire(2), "world/all", 50).passed());
    awaitAndPrint(
        "region c refuses", () -> !ServerCalls.limit(wire(3), "world/all", 50).passed());
    assertThat(ServerCalls.limit(wire(0), "world/all", 50).passed()).isFalse();
    assertThat(SERVERS.get(2).metric("weir_ratelimit_global_sync_rows_applied_total"))
        .isPositive();
  }

  @Test
  void overridesReachOtherServers() {
    awaitKey();
    assertThat(ServerCalls.limit(wire(2), "plans/vip", 10).passed()).isTrue();
    assertThat(ServerCalls.setOverride(wire(3), "plans/vip", 77).status())
        .as("at a server that has not heard of the namespace, maybe")
        .isEqualTo(200);

    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i);
      awaitAndPrint(
          "override at server " + i,
          () -> ServerCalls.spend(rawHttpClient, "plans/vip", 10, 0).number("limit") == 77);
    }
    assertThat(ServerCalls.whole(
                wire(0), "deleteOverride", "{\"namespace\":\"plans\",\"identifier\":\"vip\"}")
            .status())
        .isEqualTo(200);
    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i);
      awaitAndPrint(
          "end of the override at server " + i,
          () -> ServerCalls.spend(rawHttpClient, "plans/vip", 10, 0).number("limit") == 10);
    }
  }

  @Test
  void newNamespacesReachOtherServers() {
    awaitKey();
    for (int i = 0; i < 5; i++) {
      String subject = "fresh-" + i + "/you";
      assertThat(ServerCalls.limit(wire(i % 2), subject, 10).passed()).isTrue();
      assertThat(ServerCalls.setOverride(wire(2 + i % 2), subject, 3).status()).isEqualTo(200);
    }
  }

  @Test
  void newAndRevokedKeysReachOtherServers() {
    awaitKey();
    ServerCalls.Key created = ServerCalls.createKey("--mysql", mysql);
    SERVERS.forEach(each -> each.withSecrets(created.plain()));
    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i).with(created.plain());
      awaitAndPrint(
          "key at server " + i,
          () -> ServerCalls.limit(rawHttpClient, "keys/new", 1_000).status() == 200);
    }

    ProcessResult revoked =
        WeirProcess.run(WeirCommandLine.of("keys", "revoke", created.id(), "--mysql", mysql));
    assertThat(revoked.exit()).as(revoked.errors()).isZero();
    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i).with(created.plain());
      awaitAndPrint(
          "no key at server " + i,
          () -> ServerCalls.limit(rawHttpClient, "keys/new", 1_000).status() == 401);
    }
  }

  /** Other servers than the one that created the key learn of it within moments. */
  private static void awaitKey() {
    for (int i = 0; i < SERVERS.size(); i++) {
      RawHttpClient rawHttpClient = wire(i);
      Eventually.until(
          "the key is not known",
          () -> ServerCalls.spend(rawHttpClient, "keys/known", 10, 0).status() == 200);
    }
  }
}

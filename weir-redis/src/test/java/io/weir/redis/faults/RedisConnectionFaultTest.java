// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of publishes that arrive twice or late, or whose receipts are lost. Two of three processes have a bad
 * connection. The counts in Redis must never exceed what was admitted, and must reach it in the end.
 */
@Tag("integration")
class RedisConnectionFaultTest {
  /** More than fit in one script call, so that a batch can be cut in the middle. */
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 100).mapToObj(i -> "user-" + i).toList();

  private final String prefix = TestPrefixes.unused();
  private final List<RegionProcess> members = new ArrayList<>();
  private RedisServer server;
  private FaultProxy proxy;
  private StoredCounts storedCounts;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis();
    proxy = FaultProxy.start(server.port());
    storedCounts = new StoredCounts(List.of(server), prefix);
    members.add(RegionProcess.withPlenty(RedisOrigin.open(proxy.uri(), prefix)));
    members.add(RegionProcess.withPlenty(RedisOrigin.open(proxy.uri(), prefix)));
    members.add(RegionProcess.withPlenty(RedisOrigin.open(server.uri(), prefix)));
  }

  @AfterEach
  void stop() {
    if (proxy != null) {
      proxy.close();
    }
    members.forEach(RegionProcess::close);
    if (server != null) {
      server.close();
    }
  }

  private void convergesDespite(int rounds, Consumer<ContinuousCallers> fault) {
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, IDENTIFIERS)) {
      for (int i = 0; i < rounds; i++) {
        isBetter(continuousCallers);
        fault.accept(continuousCallers);
        watch(continuousCallers);
      }
      isBetter(continuousCallers);
    }
    storedCounts.convergesTo(members, IDENTIFIERS);
  }

  /** Waits until both bad connections are open and something new was published. */
  private void isBetter(ContinuousCallers continuousCallers) {
    Eventually.until("both connections are open", () -> proxy.connections() >= 2);
    watch(continuousCallers);
  }

  private void watch(ContinuousCallers continuousCallers) {
    for (String identifier : IDENTIFIERS.subList(0, 5)) {
      continuousCallers.goesOn();
      storedCounts.holdsNoMoreThan(members, identifier);
    }
  }

  @Test
  void publishesWhoseReceiptsAreLostCountOnce() {
    convergesDespite(3, continuousCallers -> {
      proxy.loseReplies();
      long before = storedCounts.total(IDENTIFIERS.get(0));
      Eventually.until(
          "requests go on to arrive", () -> storedCounts.total(IDENTIFIERS.get(0)) > before + 20);
      watch(continuousCallers);
      proxy.cut();
    });
  }

  @Test
  void publishesThatArriveAfterTheirTimeoutCountOnce() {
    convergesDespite(2, continuousCallers -> {
      proxy.freeze(true);
      // Longer than the publish time-out, so that it is sent again behind the delayed one.
      Eventually.waitMillis(2_500);
      watch(continuousCallers);
      proxy.freeze(false);
    });
  }

  @Test
  void slowPublishesCountOnce() {
    convergesDespite(2, continuousCallers -> {
      proxy.delayMillis(400);
      Eventually.waitMillis(1_500);
      watch(continuousCallers);
      proxy.delayMillis(0);
    });
  }

  @Test
  void batchesCutInTheMiddleCountOnce() {
    SplittableRandom random = new SplittableRandom(7);
    convergesDespite(8, continuousCallers -> {
      long soon = random.nextLong(1, 6_000);
      long accepted = proxy.accepted();
      proxy.cutAfterBytes(soon);
      Eventually.until("cut after " + soon + " bytes", () -> proxy.accepted() >= accepted + 2);
    });
  }
}

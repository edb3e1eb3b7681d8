// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
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
 * Publishes arrive twice, late, or without their sender learning of it. Two of three members have a bad connection; what
 * stands in Redis must never exceed the truth, and reach it in the end.
 */
@Tag("integration")
class BadConnectionTest {
  /** More than one script call holds, so that a batch can be cut in its middle. */
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 100).mapToObj(i -> "user-" + i).toList();

  private final String prefix = Prefixes.unused();
  private final List<Member> members = new ArrayList<>();
  private RedisServer server;
  private FaultProxy proxy;
  private Ground ground;

  @BeforeEach
  void start() {
    server = Needs.ownRedis();
    proxy = FaultProxy.start(server.port());
    ground = new Ground(List.of(server), prefix);
    members.add(Member.withPlenty(RedisOrigin.open(proxy.uri(), prefix)));
    members.add(Member.withPlenty(RedisOrigin.open(proxy.uri(), prefix)));
    members.add(Member.withPlenty(RedisOrigin.open(server.uri(), prefix)));
  }

  @AfterEach
  void stop() {
    if (proxy != null) {
      proxy.close();
    }
    members.forEach(Member::close);
    if (server != null) {
      server.close();
    }
  }

  private void convergesDespite(int rounds, Consumer<Traffic> fault) {
    try (Traffic traffic = Traffic.start(members, IDENTIFIERS)) {
      for (int i = 0; i < rounds; i++) {
        isBetter(traffic);
        fault.accept(traffic);
        watch(traffic);
      }
      isBetter(traffic);
    }
    ground.convergesTo(members, IDENTIFIERS);
  }

  /** Waits until both bad connections stand and something new came through. */
  private void isBetter(Traffic traffic) {
    Eventually.until("both connections stand", () -> proxy.connections() >= 2);
    watch(traffic);
  }

  private void watch(Traffic traffic) {
    for (String identifier : IDENTIFIERS.subList(0, 5)) {
      traffic.goesOn();
      ground.holdsNoMoreThan(members, identifier);
    }
  }

  @Test
  void publishesWhoseReceiptsAreLostCountOnce() {
    convergesDespite(3, traffic -> {
      proxy.loseReplies();
      long before = ground.total(IDENTIFIERS.get(0));
      Eventually.until(
          "requests go on to arrive", () -> ground.total(IDENTIFIERS.get(0)) > before + 20);
      watch(traffic);
      proxy.cut();
    });
  }

  @Test
  void publishesThatArriveAfterTheyWereGivenUpCountOnce() {
    convergesDespite(2, traffic -> {
      proxy.freeze(true);
      // Longer than a publish may take, so that it is sent again behind the one that is held up.
      Eventually.letPass(2_500);
      watch(traffic);
      proxy.freeze(false);
    });
  }

  @Test
  void publishesThatTakeLongCountOnce() {
    convergesDespite(2, traffic -> {
      proxy.delayMillis(400);
      Eventually.letPass(1_500);
      watch(traffic);
      proxy.delayMillis(0);
    });
  }

  @Test
  void batchesThatAreCutInTheirMiddleCountOnce() {
    SplittableRandom random = new SplittableRandom(7);
    convergesDespite(8, traffic -> {
      long soon = random.nextLong(1, 6_000);
      long accepted = proxy.accepted();
      proxy.cutAfterBytes(soon);
      Eventually.until("cut after " + soon + " bytes", () -> proxy.accepted() >= accepted + 2);
    });
  }
}

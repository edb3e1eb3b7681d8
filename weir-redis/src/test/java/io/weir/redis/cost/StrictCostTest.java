// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.redis.faults.RegionProcess;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many calls to Redis a strict subject costs: one that was refused, or is close to its limit. */
@Tag("integration")
class StrictCostTest {
  private static final long LIMIT = 1_000;

  /** Long enough for the Redis that the test delays. */
  private static final OriginOptions PATIENT =
      OriginOptions.defaults().withReadDeadlineMillis(20_000);

  private final String prefix = TestPrefixes.unused();
  private RedisServer server;
  private RedisStatistics redisStatistics;
  private RegionProcess regionProcess;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis();
    redisStatistics = new RedisStatistics(server);
    regionProcess = new RegionProcess(
        LimitPolicy.of(LIMIT, RegionProcess.WINDOW),
        Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).originOptions(PATIENT));
  }

  @AfterEach
  void stop() {
    if (regionProcess != null) {
      regionProcess.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private void spend(long cost) {
    assertThat(regionProcess.limiter().check("alice", cost).allowed()).isTrue();
    redisStatistics.awaitUnits(prefix + ":1:{*:alice}:*", cost);
  }

  @Test
  void refusalsByLocalCountsMakeNoCalls() {
    spend(LIMIT);
    assertThat(regionProcess.check("alice").allowed()).isFalse();
    redisStatistics.reset();

    for (int i = 0; i < 5_000; i++) {
      assertThat(regionProcess.check("alice").allowed()).isFalse();
    }

    assertThat(redisStatistics.calls("hgetall")).isZero();
    assertThat(redisStatistics.calls("hset")).isZero();
  }

  @Test
  void anAllowUnderStrictReadsOnce() {
    makeStrict();

    Decision decision = regionProcess.check("alice");

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.source()).isEqualTo(DecisionSource.ORIGIN);
    redisStatistics.awaitUnits(prefix + ":1:{*:alice}:*", LIMIT / 2 + 1);
    assertThat(redisStatistics.cellsRead()).isEqualTo(1);
  }

  @Test
  void concurrentAllowsUnderStrictShareOneRead() {
    makeStrict();
    server.pause();
    List<CompletableFuture<Decision>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(regionProcess.limiter().checkAsync("alice", 1));
    }

    server.resume();

    for (CompletableFuture<Decision> answer : answers) {
      assertThat(Eventually.await(answer).source()).isEqualTo(DecisionSource.ORIGIN);
    }
    redisStatistics.awaitUnits(prefix + ":1:{*:alice}:*", LIMIT / 2 + 100);
    assertThat(redisStatistics.cellsRead()).isEqualTo(1);
  }

  /** Spends so much that one cost does not fit, and a smaller one still does. */
  private void makeStrict() {
    spend(LIMIT / 2);
    assertThat(regionProcess.limiter().check("alice", LIMIT).allowed()).isFalse();
    assertThat(regionProcess.times(Event.STRICT_ACTIVATED)).isEqualTo(1);
    redisStatistics.reset();
  }
}

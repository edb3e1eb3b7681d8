// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.engine.BatchCheck;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.redis.faults.RegionProcess;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many calls to Redis cold subjects cost. */
@Tag("integration")
class ColdCostTest {
  private static final OriginOptions PATIENT =
      OriginOptions.defaults().withReadDeadlineMillis(20_000);
  private static final int MANY = 10_000;

  private final String prefix = TestPrefixes.unused();
  private final String everything = prefix + ":1:{*:acme:*}:*";
  private RedisServer server;
  private RedisStatistics redisStatistics;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis();
    redisStatistics = new RedisStatistics(server);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private RegionProcess member(String uri, OriginOptions options) {
    RegionProcess regionProcess = new RegionProcess(
        RegionProcess.PLENTY,
        Engine.builder()
            .origin(RedisOrigin.open(uri, prefix))
            .originOptions(options)
            .maxSubjects(10 * MANY));
    // Then it is connected, and the scripts are loaded.
    Eventually.until("the first heartbeat", () -> regionProcess.processes() > 0);
    redisStatistics.reset();
    return regionProcess;
  }

  private static List<CompletableFuture<Decision>> checkEach(
      RegionProcess regionProcess, int subjects) {
    List<CompletableFuture<Decision>> answers = new ArrayList<>();
    for (int i = 0; i < subjects; i++) {
      answers.add(regionProcess.limiter().checkAsync("user-" + i, 1));
    }
    return answers;
  }

  /** Waits for the process's own view first: it takes Redis some time to sum so many cells. */
  private void awaitPublished(RegionProcess regionProcess) {
    Eventually.until(
        "the process has published all", () -> regionProcess.times(Event.ORIGIN_PUBLISHED) >= MANY);
    redisStatistics.awaitUnits(everything, MANY);
  }

  @Test
  void aThousandFirstChecksOfOneSubjectCostOneRead() {
    try (RegionProcess regionProcess = member(server.uri(), PATIENT)) {
      server.pause();
      List<CompletableFuture<Decision>> answers = IntStream.range(0, 1_000)
          .parallel()
          .mapToObj(i -> regionProcess.limiter().checkAsync("alice", 1))
          .toList();
      assertThat(answers).noneMatch(CompletableFuture::isDone);
      server.resume();

      assertThat(answers).allMatch(answer -> Eventually.await(answer).allowed());
      assertThat(regionProcess.times(Event.ORIGIN_READ)).isEqualTo(1);
      redisStatistics.awaitUnits(everything, 1_000);
      assertThat(redisStatistics.cellsRead()).as("both windows of one subject").isEqualTo(2);
    }
  }

  @Test
  void tenThousandColdSubjectsArePipelined() {
    try (RegionProcess regionProcess = member(server.uri(), PATIENT)) {
      List<CompletableFuture<Decision>> answers = checkEach(regionProcess, MANY);

      assertThat(answers).allMatch(answer -> !Eventually.await(answer).degraded());
      awaitPublished(regionProcess);
      assertThat(regionProcess.times(Event.ORIGIN_READ)).isEqualTo(MANY);
      // A batch that a slow machine had to send again was read once more without being raised.
      long again =
          OriginOptions.DEFAULT_PUBLISH_BATCH * regionProcess.times(Event.ORIGIN_PUBLISH_FAILED);
      assertThat(redisStatistics.cellsRead()).isBetween(2L * MANY, 2L * MANY + again);
      // One by one there would be at least one read per subject.
      assertThat(redisStatistics.receptions()).isLessThan(MANY / 2);
    }
  }

  @Test
  void aSlowRedisDelaysTenThousandColdSubjectsForABoundedTime() {
    try (FaultProxy proxy = FaultProxy.start(server.port());
        RegionProcess regionProcess = member(proxy.uri(), OriginOptions.defaults())) {
      proxy.delayMillis(1_000);
      long start = NanoClock.system().nanoTime();
      List<CompletableFuture<Decision>> answers = checkEach(regionProcess, MANY);

      assertThat(answers).allMatch(answer -> Eventually.await(answer).allowed());
      long millis = TimeUnit.NANOSECONDS.toMillis(NanoClock.system().nanoTime() - start);
      assertThat(millis).as("with a deadline of 300 ms each").isLessThan(10_000);
      assertThat(answers).anyMatch(answer -> Eventually.await(answer).degraded());

      proxy.delayMillis(0);
      awaitPublished(regionProcess);
    }
  }

  @Test
  void aBatchOfTenColdSubjectsCostsOneRoundTrip() {
    try (RegionProcess regionProcess = member(server.uri(), PATIENT)) {
      List<BatchCheck> batch = IntStream.range(0, 10)
          .mapToObj(i -> regionProcess.limiter().of("user-" + i))
          .toList();

      assertThat(regionProcess.engine().check(batch).allowed()).isTrue();

      assertThat(regionProcess.times(Event.ORIGIN_READ)).isEqualTo(1);
      redisStatistics.awaitUnits(everything, 10);
      assertThat(redisStatistics.cellsRead()).isEqualTo(20);
    }
  }
}

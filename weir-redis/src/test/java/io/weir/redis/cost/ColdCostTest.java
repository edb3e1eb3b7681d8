// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.engine.Check;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.redis.faults.Member;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
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

/** What subjects that were never seen ask of Redis. */
@Tag("integration")
class ColdCostTest {
  private static final OriginOptions PATIENT =
      OriginOptions.defaults().withReadDeadlineMillis(20_000);
  private static final int MANY = 10_000;

  private final String prefix = Prefixes.unused();
  private final String everything = prefix + ":1:{*:acme:*}:*";
  private RedisServer server;
  private Statistics statistics;

  @BeforeEach
  void start() {
    server = Needs.ownRedis();
    statistics = new Statistics(server);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Member member(String uri, OriginOptions options) {
    Member member = new Member(
        Member.PLENTY,
        Engine.builder()
            .origin(RedisOrigin.open(uri, prefix))
            .originOptions(options)
            .maxSubjects(10 * MANY));
    // Connected, and with its scripts known.
    Eventually.until("the first beat", () -> member.processes() > 0);
    statistics.reset();
    return member;
  }

  private static List<CompletableFuture<Decision>> checkEach(Member member, int subjects) {
    List<CompletableFuture<Decision>> answers = new ArrayList<>();
    for (int i = 0; i < subjects; i++) {
      answers.add(member.limiter().checkAsync("user-" + i, 1));
    }
    return answers;
  }

  /** Asks the member first: Redis takes its time to sum so many cells. */
  private void awaitPublished(Member member) {
    Eventually.until("the member has told all", () -> member.times(Event.ORIGIN_PUBLISHED) >= MANY);
    statistics.awaitUnits(everything, MANY);
  }

  @Test
  void aThousandFirstChecksOfOneSubjectCostOneRead() {
    try (Member member = member(server.uri(), PATIENT)) {
      server.pause();
      List<CompletableFuture<Decision>> answers = IntStream.range(0, 1_000)
          .parallel()
          .mapToObj(i -> member.limiter().checkAsync("alice", 1))
          .toList();
      assertThat(answers).noneMatch(CompletableFuture::isDone);
      server.resume();

      assertThat(answers).allMatch(answer -> Eventually.answer(answer).allowed());
      assertThat(member.times(Event.ORIGIN_READ)).isEqualTo(1);
      statistics.awaitUnits(everything, 1_000);
      assertThat(statistics.cellsRead()).as("both windows of one subject").isEqualTo(2);
    }
  }

  @Test
  void tenThousandColdSubjectsArePipelined() {
    try (Member member = member(server.uri(), PATIENT)) {
      List<CompletableFuture<Decision>> answers = checkEach(member, MANY);

      assertThat(answers).allMatch(answer -> !Eventually.answer(answer).degraded());
      awaitPublished(member);
      assertThat(member.times(Event.ORIGIN_READ)).isEqualTo(MANY);
      // A batch that a slow machine had to send again was read once more without being raised.
      long again = OriginOptions.DEFAULT_PUBLISH_BATCH * member.times(Event.ORIGIN_PUBLISH_FAILED);
      assertThat(statistics.cellsRead()).isBetween(2L * MANY, 2L * MANY + again);
      // One by one it would be one for each subject at least.
      assertThat(statistics.receptions()).isLessThan(MANY / 2);
    }
  }

  @Test
  void aSlowRedisHoldsUpTenThousandColdSubjectsForALimitedTime() {
    try (FaultProxy proxy = FaultProxy.start(server.port());
        Member member = member(proxy.uri(), OriginOptions.defaults())) {
      proxy.delayMillis(1_000);
      long start = NanoClock.system().nanoTime();
      List<CompletableFuture<Decision>> answers = checkEach(member, MANY);

      assertThat(answers).allMatch(answer -> Eventually.answer(answer).allowed());
      long millis = TimeUnit.NANOSECONDS.toMillis(NanoClock.system().nanoTime() - start);
      assertThat(millis).as("with a deadline of 300 ms each").isLessThan(10_000);
      assertThat(answers).anyMatch(answer -> Eventually.answer(answer).degraded());

      proxy.delayMillis(0);
      awaitPublished(member);
    }
  }

  @Test
  void aBatchOfTenColdSubjectsCostsOneRoundTrip() {
    try (Member member = member(server.uri(), PATIENT)) {
      List<Check> batch =
          IntStream.range(0, 10).mapToObj(i -> member.limiter().of("user-" + i)).toList();

      assertThat(member.engine().check(batch).allowed()).isTrue();

      assertThat(member.times(Event.ORIGIN_READ)).isEqualTo(1);
      statistics.awaitUnits(everything, 10);
      assertThat(statistics.cellsRead()).isEqualTo(20);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Source;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.redis.faults.Member;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a subject that is refused, or close to it, asks of Redis. */
@Tag("integration")
class StrictCostTest {
  private static final long LIMIT = 1_000;

  /** Long enough for a Redis that the test holds up. */
  private static final OriginOptions PATIENT =
      OriginOptions.defaults().withReadDeadlineMillis(20_000);

  private final String prefix = Prefixes.unused();
  private RedisServer server;
  private Statistics statistics;
  private Member member;

  @BeforeEach
  void start() {
    server = Needs.ownRedis();
    statistics = new Statistics(server);
    member = new Member(
        Limit.of(LIMIT, Member.WINDOW),
        Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).originOptions(PATIENT));
  }

  @AfterEach
  void stop() {
    if (member != null) {
      member.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private void spend(long cost) {
    assertThat(member.limiter().check("alice", cost).allowed()).isTrue();
    statistics.awaitUnits(prefix + ":1:{*:alice}:*", cost);
  }

  @Test
  void refusalsAskNothingWhileLocalCountsRefuse() {
    spend(LIMIT);
    assertThat(member.check("alice").allowed()).isFalse();
    statistics.reset();

    for (int i = 0; i < 5_000; i++) {
      assertThat(member.check("alice").allowed()).isFalse();
    }

    assertThat(statistics.calls("hgetall")).isZero();
    assertThat(statistics.calls("hset")).isZero();
  }

  @Test
  void anAllowUnderStrictAsksOnce() {
    makeStrict();

    Decision decision = member.check("alice");

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.source()).isEqualTo(Source.ORIGIN);
    statistics.awaitUnits(prefix + ":1:{*:alice}:*", LIMIT / 2 + 1);
    assertThat(statistics.cellsRead()).isEqualTo(1);
  }

  @Test
  void allowsUnderStrictThatComeTogetherShareTheirQuestion() {
    makeStrict();
    server.pause();
    List<CompletableFuture<Decision>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(member.limiter().checkAsync("alice", 1));
    }

    server.resume();

    for (CompletableFuture<Decision> answer : answers) {
      assertThat(Eventually.answer(answer).source()).isEqualTo(Source.ORIGIN);
    }
    statistics.awaitUnits(prefix + ":1:{*:alice}:*", LIMIT / 2 + 100);
    assertThat(statistics.cellsRead()).isEqualTo(1);
  }

  /** A cost that does not fit beside what was spent; a smaller one still does. */
  private void makeStrict() {
    spend(LIMIT / 2);
    assertThat(member.limiter().check("alice", LIMIT).allowed()).isFalse();
    assertThat(member.times(Event.STRICT_ACTIVATED)).isEqualTo(1);
    statistics.reset();
  }
}

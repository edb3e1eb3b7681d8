// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.SubjectKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that arbitrary namespaces and durations leave memory without an effect on limiters still in use. */
class ScopeExpiryTest {
  private final StandaloneEngine process = new StandaloneEngine();

  /** Runs the collector and the agent until at most this many scopes are left, or it is clear that more stay. */
  private static void collectDownTo(long scopes, Engine engine) {
    for (int i = 0; i < 200 && engine.scopes() > scopes; i++) {
      System.gc();
      engine.work();
    }
    assertThat(engine.scopes()).isLessThanOrEqualTo((int) scopes);
  }

  @Test
  void expiredDurationsAndNamespacesLeaveNothing() {
    for (int i = 0; i < 1_000; i++) {
      process.limiter("api", 10, Duration.ofMillis(1_000 + i)).check("u");
      process.limiter("made-up-" + i, 10, Duration.ofSeconds(1)).check("u");
    }
    assertThat(process.engine.scopes()).isEqualTo(2_000);

    process.workForSeconds(10);
    assertThat(process.engine.subjects()).isZero();

    collectDownTo(0, process.engine);
  }

  @Test
  void unusedLimitersLeaveNothing() {
    for (int i = 0; i < 1_000; i++) {
      process.limiter("api", 10, Duration.ofMillis(1_000 + i));
    }

    collectDownTo(0, process.engine);
  }

  @Test
  void evictedSubjectsLeaveNoScopes() {
    StandaloneEngine small = StandaloneEngine.ofAtMost(4);
    for (int i = 0; i < 1_000; i++) {
      small.limiter("made-up-" + i, 10, Duration.ofHours(1)).check("u");
    }

    // Two walks are in the middle of the table. Each holds a scope, and a subject of another one.
    int underWalk = 4;

    collectDownTo(small.engine.subjects() + underWalk, small.engine);
  }

  @Test
  void aSubjectKeepsItsScopeWithoutALimiter() {
    process.perMinute(10).check("u", 7);
    process.limiter("other", 10, Duration.ofMinutes(1));

    collectDownTo(1, process.engine);

    assertThat(process.engine.scopes()).isEqualTo(1);
    assertThat(process.perMinute(10).look("u").remaining()).isEqualTo(3);
    assertThat(process.engine.inspect(new SubjectKey("acme", "api", "u", 60_000)))
        .isPresent();
  }

  @Test
  void anIdleLimiterSharesCountsWithALaterOne() {
    Limiter early = process.perMinute(10);
    early.check("u");
    process.limiter("other", 10, Duration.ofMinutes(1)).check("u");
    process.workForSeconds(200);
    assertThat(process.engine.subjects()).isZero();
    collectDownTo(1, process.engine);

    Limiter late = process.perMinute(10);

    assertThat(late.check("u", 4).allowed()).isTrue();
    assertThat(early.look("u").remaining()).isEqualTo(6);
    BatchDecision tooMuch = process.engine.check(List.of(early.of("u", 3), late.of("u", 4)));
    assertThat(tooMuch.decisions())
        .extracting(Decision::verdict)
        .containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED);
    assertThat(process.engine.check(List.of(early.of("u", 3), late.of("u", 3))).allowed())
        .isTrue();
    assertThat(late.look("u").remaining()).isZero();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static io.weir.engine.StandaloneEngine.MIDNIGHT;
import static io.weir.engine.StandaloneEngine.spendAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.DecisionSource;
import io.weir.Explanation;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests single checks within one window. */
class LimiterTest {
  private final StandaloneEngine process = StandaloneEngine.unobserved();

  @Test
  void allowsUpToTheLimitAndThenRefuses() {
    Limiter limiter = process.perMinute(3);

    assertThat(limiter.check("u").remaining()).isEqualTo(2);
    assertThat(limiter.check("u").remaining()).isEqualTo(1);
    assertThat(limiter.check("u").remaining()).isZero();

    Decision refused = limiter.check("u");
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.verdict()).isEqualTo(Verdict.REFUSED);
    assertThat(refused.limit()).isEqualTo(3);
    assertThat(refused.remaining()).isZero();
  }

  @Test
  void anAllowReportsRemainingResetAndLocalSource() {
    process.clock.advanceMillis(12_345);

    Decision decision = process.perMinute(100).check("u", 5);

    assertThat(decision.verdict()).isEqualTo(Verdict.ALLOWED);
    assertThat(decision.cost()).isEqualTo(5);
    assertThat(decision.remaining()).isEqualTo(95);
    assertThat(decision.resetMillis()).isEqualTo(MIDNIGHT + 60_000);
    assertThat(decision.retryAfterMillis()).hasValue(0);
    assertThat(decision.source()).isEqualTo(DecisionSource.LOCAL);
    assertThat(decision.degraded()).isFalse();
  }

  @Test
  void aHundredOfCost1OrTwentyOfCost5() {
    Limiter limiter = process.perMinute(100);

    assertThat(spendAll(limiter, "normal", 1)).isEqualTo(100);
    assertThat(spendAll(limiter, "expensive", 5)).isEqualTo(20);
  }

  @Test
  void aRefusedCostChangesNothing() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 7);

    Decision refused = limiter.check("u", 4);

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).as("the head-room is unchanged").isEqualTo(3);
    assertThat(limiter.check("u", 3).allowed()).isTrue();
  }

  @Test
  void aCostAboveTheLimitIsRefusedForGood() {
    Limiter limiter = process.perMinute(10);

    Decision refused = limiter.check("u", 11);

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).isEqualTo(10);
    assertThat(refused.retryAfterMillis()).isEmpty();
    assertThat(limiter.check("u", 10).allowed()).isTrue();
  }

  @Test
  void hugeCostsNeitherOverflowNorBlockTheSubject() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u");

    assertThat(limiter.check("u", Long.MAX_VALUE).allowed()).isFalse();
    assertThat(limiter.check("u", 9).allowed()).isTrue();
    assertThat(limiter.check("u").allowed()).isFalse();
  }

  @Test
  void theLargestLimitIsEnforcedToo() {
    Limiter limiter = process.perMinute(Long.MAX_VALUE);

    assertThat(limiter.check("u", Long.MAX_VALUE - 1).remaining()).isEqualTo(1);
    assertThat(limiter.check("u", 2).allowed()).isFalse();
    assertThat(limiter.check("u").allowed()).isTrue();
    assertThat(limiter.check("u").allowed()).isFalse();
    assertThat(limiter.check("u", Long.MAX_VALUE).allowed()).isFalse();
    assertThat(limiter.look("u").remaining()).isZero();
  }

  @Test
  void checkAsyncIsAlreadyCompleteWithTheSameAnswer() {
    Limiter limiter = process.perMinute(2);

    assertThat(limiter.checkAsync("u", 2)).isCompletedWithValueMatching(Decision::allowed);
    assertThat(limiter.checkAsync("u", 1)).isCompletedWithValueMatching(d -> !d.allowed());
  }

  @Test
  void anExplanationHoldsTheNumbersOfThatMoment() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 6);
    process.clock.advance(Duration.ofSeconds(90));
    limiter.check("u", 2);

    Explanation why = limiter.check("u", 3).explain();
    limiter.check("u");

    assertThat(why.current()).isEqualTo(new Explanation.CountsByOrigin(2, 0, 0, 0));
    assertThat(why.previous()).isEqualTo(new Explanation.CountsByOrigin(6, 0, 0, 0));
    assertThat(why.carried()).isEqualTo(3);
    assertThat(why)
        .hasToString("ALLOWED: current 2 [own 2, siblings 0, foreign 0, speculative 0]"
            + " + carried 3 (30000/60000 of previous 6"
            + " [own 6, siblings 0, foreign 0, speculative 0])"
            + " + cost 3 = 8, within limit 10");
  }

  @Nested
  class Looks {

    @Test
    void spendNothing() {
      Limiter limiter = process.perMinute(2);

      for (int i = 0; i < 10; i++) {
        Decision look = limiter.look("u");
        assertThat(look.allowed()).isTrue();
        assertThat(look.remaining()).isEqualTo(2);
      }
      assertThat(spendAll(limiter, "u", 1)).isEqualTo(2);
    }

    @Test
    void areAllowedAtTheLimit() {
      Limiter limiter = process.perMinute(2);
      limiter.check("u", 2);

      assertThat(limiter.look("u").allowed()).isTrue();
      assertThat(limiter.look("u").remaining()).isZero();
    }

    @Test
    void areRefusedOverTheLimit() {
      process.perMinute(100).check("u", 50);

      Decision look = process.perMinute(10).look("u");

      assertThat(look.allowed()).isFalse();
      assertThat(look.remaining()).isZero();
      assertThat(look.retryAfterMillis()).isPresent();
    }
  }

  @Nested
  class Limit0 {

    @Test
    void refusesEverythingLooksToo() {
      Limiter blocked = process.perMinute(0);

      assertThat(blocked.check("u").allowed()).isFalse();
      assertThat(blocked.look("u").allowed()).isFalse();
      assertThat(blocked.check("u").retryAfterMillis()).isEmpty();
      assertThat(blocked.look("u").retryAfterMillis()).isEmpty();
      assertThat(blocked.look("u").remaining()).isZero();
    }

    @Test
    void takesNothingFromOtherLimitsOnTheSubject() {
      process.perMinute(0).check("u", 5);

      assertThat(process.perMinute(10).look("u").remaining()).isEqualTo(10);
    }
  }

  @Nested
  class Subjects {

    @Test
    void twoLimitsOnOneSubjectShareItsCounts() {
      Limiter generous = process.perMinute(10);
      Limiter tight = process.perMinute(5);

      generous.check("u", 4);
      assertThat(tight.look("u").remaining()).isEqualTo(1);
      tight.check("u");
      assertThat(tight.check("u").allowed()).isFalse();
      assertThat(generous.look("u").remaining()).isEqualTo(5);
    }

    @Test
    void anotherDurationIsAnotherSubject() {
      Limiter minute = process.limiter("api", 10, Duration.ofMinutes(1));
      Limiter hour = process.limiter("api", 10, Duration.ofHours(1));

      minute.check("u", 10);

      assertThat(hour.look("u").remaining()).isEqualTo(10);
    }

    @Test
    void identifiersNamespacesAndWorkspacesDoNotShare() {
      Limiter limiter = process.perMinute(10);
      limiter.check("u", 10);

      assertThat(limiter.look("U").remaining()).isEqualTo(10);
      assertThat(limiter.look("u ").remaining()).isEqualTo(10);
      assertThat(process.limiter("other", 10, StandaloneEngine.MINUTE).look("u").remaining())
          .isEqualTo(10);
      assertThat(process
              .engine
              .limiter("umbrella", "api", limiter.limit())
              .look("u")
              .remaining())
          .isEqualTo(10);
    }

    @Test
    void namesThatJoinAlikeAreNotAlike() {
      process.limiter("a-b", 10, StandaloneEngine.MINUTE).check("c", 10);

      assertThat(process.limiter("a", 10, StandaloneEngine.MINUTE).look("b-c").remaining())
          .isEqualTo(10);
    }
  }
}

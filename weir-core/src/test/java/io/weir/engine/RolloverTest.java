// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static io.weir.engine.StandaloneEngine.MIDNIGHT;
import static io.weir.engine.StandaloneEngine.spendAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.SeededCases;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how much the previous window still counts, and how long a refused caller has to wait. */
class RolloverTest {
  private final StandaloneEngine process = StandaloneEngine.unobserved();

  @Test
  void aHundredAt0m59LeaveOnlyTwoAt1m01() {
    Limiter limiter = process.perMinute(100);

    process.clock.advance(Duration.ofSeconds(59));
    assertThat(spendAll(limiter, "u", 1)).isEqualTo(100);

    process.clock.advance(Duration.ofSeconds(2));
    assertThat(spendAll(limiter, "u", 1)).as("98 of the 100 still count").isEqualTo(2);
  }

  @Test
  void thePreviousWindowCountsFullyAtTheBoundaryAndThenDecays() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 10);

    process.clock.advance(StandaloneEngine.MINUTE);
    assertThat(limiter.look("u").remaining()).isZero();
    process.clock.advanceMillis(1);
    assertThat(limiter.look("u").remaining()).isEqualTo(1);
    process.clock.advanceMillis(29_999);
    assertThat(limiter.look("u").remaining()).isEqualTo(5);
    process.clock.advanceMillis(29_999);
    assertThat(limiter.look("u").remaining()).isEqualTo(10);
  }

  @Test
  void theWindowBeforeThePreviousOneIsForgotten() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 10);

    process.clock.advance(Duration.ofMinutes(2));

    assertThat(limiter.look("u").remaining()).isEqualTo(10);
    assertThat(limiter.look("u").explain().previous().own()).isZero();
  }

  @Test
  void aPauseOfManyWindowsStartsFromNothing() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 10);

    process.clock.advance(Duration.ofDays(400));

    assertThat(spendAll(limiter, "u", 1)).isEqualTo(10);
  }

  @Test
  void windowsAreAlignedToTheClockAndNotToTheFirstCheck() {
    process.clock.advanceMillis(59_999);

    assertThat(process.perMinute(10).check("u").resetMillis()).isEqualTo(MIDNIGHT + 60_000);
  }

  @Test
  void windowsBeforeTheEpochWorkLikeAnyOther() {
    process.clock.stepTo(-90_000);
    Limiter limiter = process.perMinute(10);

    Decision first = limiter.check("u", 10);
    process.clock.advance(StandaloneEngine.MINUTE);

    assertThat(first.resetMillis()).isEqualTo(-60_000);
    assertThat(limiter.look("u").remaining()).isEqualTo(5);
    process.clock.advance(StandaloneEngine.MINUTE);
    assertThat(limiter.look("u").remaining()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10, 100})
  void underSustainedOverloadEveryWindowAdmitsItsWholeLimit(int limit) {
    Limiter limiter = process.perMinute(limit);
    int windows = 20;
    int admitted = 0;

    for (int ms = 0; ms < windows * 60_000; ms += 50) {
      admitted += limiter.check("u").allowed() ? 1 : 0;
      process.clock.advanceMillis(50);
    }

    assertThat(admitted).isEqualTo(windows * limit);
  }

  @Test
  void aRefusalReportsTheWaitInsideTheWindow() {
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 10);
    process.clock.advance(StandaloneEngine.MINUTE);

    assertThat(limiter.check("u", 4).retryAfterMillis()).hasValue(18_001);
  }

  @Test
  void aRefusalReportsTheWaitBeyondTheWindow() {
    Limiter limiter = process.perMinute(10);
    process.clock.advance(Duration.ofSeconds(15));
    limiter.check("u", 10);

    Decision refused = limiter.check("u", 1);

    assertThat(refused.retryAfterMillis()).hasValue(45_001);
    assertThat(refused.resetMillis())
        .as("the fixed window ends a little earlier")
        .isEqualTo(MIDNIGHT + 60_000);
  }

  @Test
  void aRetryAfterTheReportedWaitIsAllowedAndAMillisecondEarlierIsNot() {
    SeededCases.cases(2_000, random -> {
      StandaloneEngine drawn = StandaloneEngine.unobserved();
      int limit = random.nextInt(1, 50);
      Limiter limiter =
          drawn.limiter("api", limit, Duration.ofMillis(random.nextLong(1_000, 5_000)));
      Decision refused = spendUntilRefused(drawn, limiter, random);

      long wait = refused.retryAfterMillis().orElseThrow();
      drawn.clock.advanceMillis(wait - 1);
      assertThat(limiter.check("u", refused.cost()).allowed())
          .as("at %d - 1", wait)
          .isFalse();
      drawn.clock.advanceMillis(1);
      assertThat(limiter.check("u", refused.cost()).allowed()).as("at %d", wait).isTrue();
    });
  }

  private static Decision spendUntilRefused(
      StandaloneEngine process, Limiter limiter, SplittableRandom random) {
    while (true) {
      process.clock.advanceMillis(random.nextInt(200));
      Decision decision = limiter.check("u", random.nextLong(1, limiter.limit().amount() + 1));
      if (!decision.allowed()) {
        return decision;
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static io.weir.engine.StandaloneEngine.MIDNIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.LimitPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests limits that hold in every trailing window, one by one. */
class ExactWindowTest {
  private static final long DAY = 86_400_000;
  private static final long MINUTE = 60_000;

  private final StandaloneEngine process = new StandaloneEngine();

  private Limiter exact(long amount, long durationMillis) {
    LimitPolicy limitPolicy =
        LimitPolicy.of(amount, Duration.ofMillis(durationMillis)).withExactWindow();
    return process.engine.limiter("acme", "api", limitPolicy);
  }

  private void at(long millisAfterMidnight) {
    process.clock.stepTo(MIDNIGHT + millisAfterMidnight);
  }

  @Test
  void onePerDayIsNotAdmittedAgainRightAfterMidnight() {
    Limiter daily = exact(1, DAY);
    at(DAY - 1);
    assertThat(daily.check("u").allowed()).isTrue();

    at(DAY + 1);
    Decision refused = daily.check("u");

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retryAfterMillis()).hasValue(DAY - 2);
    assertThat(refused.resetMillis()).isEqualTo(MIDNIGHT + 2 * DAY);
    at(2 * DAY - 2);
    assertThat(daily.check("u").allowed()).isFalse();
    at(2 * DAY - 1);
    assertThat(daily.check("u").allowed()).isTrue();
  }

  @Test
  void withoutAnExactWindowOnePerDayIsAdmittedAgainRightAfterMidnight() {
    Limiter daily = process.limiter("api", 1, Duration.ofDays(1));
    at(DAY - 1);
    assertThat(daily.check("u").allowed()).isTrue();

    at(DAY + 1);

    assertThat(daily.check("u").allowed()).isTrue();
  }

  @Test
  void unitsComeBackOneByOneADurationAfterTheyWereSpent() {
    Limiter limiter = exact(5, MINUTE);
    for (int second : List.of(10, 20, 30, 55, 59)) {
      at(second * 1_000L);
      assertThat(limiter.check("u").allowed()).isTrue();
    }

    at(69_999);
    assertThat(limiter.check("u").retryAfterMillis()).hasValue(1);
    assertThat(limiter.check("u", 3).retryAfterMillis()).hasValue(20_001);
    at(70_000);
    assertThat(limiter.look("u").remaining()).isEqualTo(1);
    assertThat(limiter.check("u", 2).retryAfterMillis()).hasValue(10_000);
    at(90_000);
    assertThat(limiter.check("u", 3).allowed()).isTrue();
    assertThat(limiter.check("u", 3).retryAfterMillis())
        .as("two of the window before and one of this one have to go")
        .hasValue(60_000);
    assertThat(limiter.check("u", 6).retryAfterMillis()).isEmpty();
  }

  @Test
  void theExplanationSaysWhatIsCarriedAndWhy() {
    Limiter limiter = exact(5, MINUTE);
    limiter.check("u", 2);
    at(50_000);
    limiter.check("u", 2);
    at(61_000);

    Decision refused = limiter.check("u", 4);

    assertThat(refused.explain().isExactWindow()).isTrue();
    assertThat(refused.explain().carried()).isEqualTo(2);
    assertThat(refused.explain())
        .hasToString("REFUSED: current 0 [own 0, siblings 0, foreign 0, speculative 0]"
            + " + carried 2 (spent in the last 60000 ms of previous 4"
            + " [own 4, siblings 0, foreign 0, speculative 0])"
            + " + cost 4 = 6, above limit 5");
  }

  @Test
  void whatAnOrdinaryLimitSpentCountsFromWhenItIsSeenUntilADurationAfterItsWindow() {
    Limiter limiter = exact(5, MINUTE);
    Limiter ordinary = process.perMinute(1_000);
    ordinary.check("u", 3);
    at(20_000);
    assertThat(limiter.look("u").remaining()).as("seen at 20 s").isEqualTo(2);
    at(40_000);
    ordinary.check("u", 2);

    at(79_999);
    assertThat(limiter.look("u").remaining()).isZero();
    assertThat(limiter.check("u").retryAfterMillis()).hasValue(1);
    at(80_000);
    assertThat(limiter.look("u").remaining()).as("three are gone").isEqualTo(3);
    at(119_998);
    assertThat(limiter.look("u").remaining()).as("two were not seen").isEqualTo(3);
    at(119_999);
    assertThat(limiter.look("u").remaining()).isEqualTo(5);
  }

  @Test
  void anOrdinaryLimitThatSpendsFarMoreChangesNothingButTheAnswer() {
    Limiter limiter = exact(64, MINUTE);
    Limiter ordinary = process.perMinute(1_000_000);
    for (int second = 0; second < 60; second++) {
      at(second * 1_000L);
      ordinary.check("u", 1_000);
      assertThat(limiter.look("u").allowed()).isFalse();
    }

    at(60_000);
    assertThat(limiter.check("u").retryAfterMillis()).hasValue(59_000);
    at(118_999);
    assertThat(limiter.check("u").allowed()).isFalse();
    at(119_000);
    assertThat(limiter.look("u").remaining()).isEqualTo(64);
  }

  @Test
  void aLimitOfZeroRefusesEverything() {
    assertThat(exact(0, MINUTE).look("u").allowed()).isFalse();
    assertThat(exact(0, MINUTE).check("u").retryAfterMillis()).isEmpty();
  }

  @Test
  void theLimitCanChangeAndWhatWasSpentStays() {
    at(59_000);
    exact(5, MINUTE).check("u", 5);
    at(61_000);

    assertThat(exact(3, MINUTE).check("u").retryAfterMillis()).hasValue(58_000);
    assertThat(exact(7, MINUTE).look("u").remaining()).isEqualTo(2);
  }

  @Test
  void aBatchIsCountedWholeOrNotAtAllAtItsInstant() {
    Limiter limiter = exact(3, MINUTE);
    Limiter other = process.limiter("other", 1, Duration.ofMinutes(1));
    at(59_999);
    assertThat(process.engine.check(List.of(limiter.of("u", 2), other.of("u"))).allowed())
        .isTrue();
    at(60_001);

    var refused = process.engine.check(List.of(limiter.of("u"), limiter.of("u"), other.of("v")));

    assertThat(refused.decisions())
        .extracting(Decision::verdict)
        .containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED, Verdict.FITS_UNCOUNTED);
    assertThat(refused.decisions().get(1).retryAfterMillis()).hasValue(59_998);
    assertThat(limiter.look("u").remaining()).isEqualTo(1);
    at(119_999);
    assertThat(limiter.look("u").remaining()).isEqualTo(3);
  }

  @Test
  void aClockThatStepsBackALittleMakesUnitsStayALittleLonger() {
    Limiter limiter = exact(2, MINUTE);
    at(61_000);
    limiter.check("u");
    at(55_000);
    assertThat(limiter.check("u").allowed()).isTrue();

    Decision refused = limiter.check("u");

    assertThat(refused.retryAfterMillis()).as("from 55 s to 121 s").hasValue(66_000);
    at(120_999);
    assertThat(limiter.check("u").allowed()).isFalse();
    at(121_000);
    assertThat(limiter.look("u").remaining()).isEqualTo(2);
  }

  @Test
  void aClockThatStepsBackFarMakesTheSubjectStartOver() {
    Limiter limiter = exact(1, MINUTE);
    at(10 * MINUTE);
    limiter.check("u");

    at(0);

    assertThat(limiter.check("u").allowed()).isTrue();
    assertThat(limiter.check("u").allowed()).isFalse();
  }

  @Test
  void nothingIsCarriedOverAWindowWithoutTraffic() {
    Limiter limiter = exact(1, MINUTE);
    at(59_999);
    limiter.check("u");

    at(2 * MINUTE);

    assertThat(limiter.check("u").allowed()).isTrue();
  }
}

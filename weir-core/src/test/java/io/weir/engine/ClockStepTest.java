// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static io.weir.engine.StandaloneEngine.MIDNIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a wall clock that is set back. */
class ClockStepTest {
  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(10);

  @Test
  void aSmallStepBackKeepsTheWindowAndItsCounts() {
    limiter.check("u", 10);

    process.clock.stepTo(MIDNIGHT - 1);

    Decision refused = limiter.check("u");
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.resetMillis()).isEqualTo(MIDNIGHT + 60_000);
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isZero();
  }

  @Test
  void aSmallStepBackCountsAsTheStartOfTheNewestWindow() {
    limiter.check("u", 8);
    process.clock.advance(Duration.ofSeconds(61));
    limiter.check("u", 1);

    process.clock.stepTo(MIDNIGHT + 59_000);

    Decision look = limiter.look("u");
    assertThat(look.explain().elapsedMillis()).isZero();
    assertThat(look.explain().carried())
        .as("the previous window counts fully again")
        .isEqualTo(8);
    assertThat(look.remaining()).isEqualTo(1);
  }

  @Test
  void aSmallStepBackAfterTwoWindowsFindsTheRemainderOfTheFirst() {
    limiter.check("u", 10);
    process.workForSeconds(120);

    process.clock.stepTo(MIDNIGHT + 119_000);

    assertThat(limiter.look("u").explain().carried()).isEqualTo(0);
    process.clock.stepTo(MIDNIGHT + 113_000);
    assertThat(process.perMinute(100).look("u").explain().carried()).isEqualTo(1);
  }

  @Test
  void costSpentWhileTheClockIsBehindStaysSpentWhenItCatchesUp() {
    limiter.check("u", 4);
    process.clock.stepTo(MIDNIGHT - 30_000);
    limiter.check("u", 4);

    process.clock.advance(Duration.ofSeconds(31));

    assertThat(limiter.look("u").remaining()).isEqualTo(2);
  }

  @Test
  void aRetryDelayGivenWhileTheClockIsBehindIsLongEnoughOnThatClock() {
    limiter.check("u", 10);
    process.clock.stepTo(MIDNIGHT - 5_000);

    long wait = limiter.check("u").retryAfterMillis().orElseThrow();

    process.clock.advanceMillis(wait - 1);
    assertThat(limiter.check("u").allowed()).isFalse();
    process.clock.advanceMillis(1);
    assertThat(limiter.check("u").allowed()).isTrue();
  }

  @Test
  void aStepOfAWholeWindowIsStillSmall() {
    limiter.check("u", 10);

    process.clock.stepTo(MIDNIGHT - 60_000);

    assertThat(limiter.check("u").allowed()).isFalse();
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isZero();
  }

  @Test
  void aStepOfMoreThanAWindowStartsOverAtTheEarlierTime() {
    limiter.check("u", 10);

    process.clock.stepTo(MIDNIGHT - 60_001);

    Decision decision = limiter.check("u");
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.resetMillis()).isEqualTo(MIDNIGHT - 60_000);
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isEqualTo(1);
    assertThat(process.engine.subjects()).isEqualTo(1);
  }

  @Test
  void aShortWindowToleratesTenSeconds() {
    Limiter perSecond = process.limiter("api", 10, Duration.ofSeconds(1));
    perSecond.check("u", 10);

    process.clock.stepTo(MIDNIGHT - 10_000);
    assertThat(perSecond.check("u").allowed()).isFalse();

    process.clock.stepTo(MIDNIGHT - 10_001);
    assertThat(perSecond.check("u").allowed()).isTrue();
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isEqualTo(1);
  }

  @Test
  void aBatchStartsOverToo() {
    limiter.check("u", 10);

    process.clock.stepTo(MIDNIGHT - 3_600_000);

    assertThat(process.engine.check(List.of(limiter.of("u", 10))).allowed()).isTrue();
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isEqualTo(1);
  }

  @Test
  void eachSubjectStartsOverOnce() {
    limiter.check("u");
    limiter.check("v");

    process.clock.stepTo(MIDNIGHT - 3_600_000);
    for (int i = 0; i < 5; i++) {
      limiter.check("u");
      limiter.check("v");
    }

    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isEqualTo(2);
    assertThat(limiter.look("u").remaining()).isEqualTo(5);
  }

  @Test
  void aClockThatJumpsAheadAndComesBackStartsOverToo() {
    limiter.check("u", 10);
    process.clock.stepTo(MIDNIGHT + Duration.ofDays(365).toMillis());
    limiter.check("u", 10);

    process.clock.stepTo(MIDNIGHT);

    assertThat(limiter.check("u").allowed()).isTrue();
    assertThat(process.observer.times(Event.SUBJECT_REANCHORED)).isEqualTo(1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Observer.Gauge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests that subjects leave memory when nothing of them can matter any more, and not before. */
class SubjectExpiryTest {
  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(10);

  @Test
  void aSubjectThatCanStillMatterStays() {
    limiter.check("u", 10);

    process.workForSeconds(118);

    assertThat(process.engine.subjects()).isEqualTo(1);
    assertThat(process.observer.times(Event.SUBJECT_FORGOTTEN)).isZero();
  }

  @Test
  void aSubjectExpiresOnceBothOfItsWindowsArePast() {
    limiter.check("u", 10);

    process.workForSeconds(125);

    assertThat(process.engine.subjects()).isZero();
    assertThat(process.observer.times(Event.SUBJECT_FORGOTTEN)).isEqualTo(1);
    assertThat(limiter.look("u").remaining()).isEqualTo(10);
  }

  @Test
  void subjectsExpireOnlyInWork() {
    limiter.check("u");

    process.clock.advance(Duration.ofDays(1));
    limiter.check("other");

    assertThat(process.engine.subjects()).isEqualTo(2);
    assertThat(process.observer.times(Event.SUBJECT_FORGOTTEN)).isZero();
  }

  @Test
  void aSubjectFromTenMinutesAgoExpiresAndTheCurrentOneKeepsItsCounts() {
    limiter.check("old", 10);
    process.clock.advance(Duration.ofMinutes(10));
    limiter.check("current", 7);

    process.workForSeconds(5);

    assertThat(process.engine.subjects()).isEqualTo(1);
    assertThat(limiter.look("current").remaining()).isEqualTo(3);
  }

  @Test
  void eachLengthOfWindowIsKeptForItsOwnTime() {
    process.limiter("api", 10, Duration.ofSeconds(1)).check("second");
    process.limiter("api", 10, Duration.ofHours(1)).check("hour");
    limiter.check("minute");

    process.workForSeconds(10);
    assertThat(process.engine.subjects()).isEqualTo(2);

    process.workForSeconds(120);
    assertThat(process.engine.subjects()).isEqualTo(1);
  }

  @Test
  void expiredCostIsNotAllowedTwice() {
    Limiter hour = process.limiter("api", 10, Duration.ofHours(1));
    hour.check("u", 10);

    for (int second = 0; second < 3_600; second++) {
      process.workForSeconds(1);
      assertThat(hour.check("u", 10).allowed()).as("after %d s", second).isFalse();
    }
  }

  @Test
  void aLargeTableIsSweptInBoundedSteps() {
    int subjects = 5_000;
    for (int i = 0; i < subjects; i++) {
      limiter.check("u" + i);
    }
    process.clock.advance(Duration.ofMinutes(5));

    long most = 0;
    for (int i = 0; i < 10_000 && process.engine.subjects() > 0; i++) {
      long before = process.engine.subjects();
      process.engine.work();
      most = Math.max(most, before - process.engine.subjects());
      process.clock.advanceMillis(100);
    }

    assertThat(process.engine.subjects()).isZero();
    assertThat(process.observer.times(Event.SUBJECT_FORGOTTEN)).isEqualTo(subjects);
    assertThat(most).as("subjects forgotten in one step").isLessThanOrEqualTo(1_000);
  }

  @Test
  void theNumberOfSubjectsIsMeasuredRoundByRound() {
    limiter.check("u");
    limiter.check("v");

    process.workForSeconds(3);
    assertThat(process.observer.level(Gauge.SUBJECTS)).isEqualTo(2);

    process.workForSeconds(130);
    assertThat(process.observer.level(Gauge.SUBJECTS)).isZero();
  }
}

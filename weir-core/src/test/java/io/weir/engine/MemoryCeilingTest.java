// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.weir.Event;
import io.weir.Observer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that no flood of identifiers grows the table past its ceiling, and that the least important subjects are
 * evicted first, those of the flooding workspace. Meanwhile a workspace with at most half of the table loses nothing.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class MemoryCeilingTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16, 100})
  void aFloodNeverExceedsTheCeilingAndEveryEvictionIsCountedOnce(int ceiling) {
    StandaloneEngine process = StandaloneEngine.ofAtMost(ceiling);
    Limiter limiter = process.hostilePerMinute(10);
    int honest = spendHonestly(process, ceiling / 2);

    for (int i = 0; i < 1_000; i++) {
      assertThat(limiter.check("random" + i, 1 + i % 7).allowed()).isTrue();
      assertThat(process.engine.subjects()).isBetween(1L, (long) ceiling);
    }

    assertThat(process.observer.times(Event.CELL_CREATED_BY_TRAFFIC)).isEqualTo(1_000 + honest);
    assertThat(process.observer.times(Event.SUBJECT_EVICTED))
        .isEqualTo(1_000 + honest - process.engine.subjects());
    assertThat(process.observer.evicting).containsExactly("hostile evicting");
    assertUntouched(process, honest);
  }

  @Test
  void belowTheCeilingNothingIsEvicted() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(100);
    Limiter limiter = process.perMinute(10);

    for (int i = 0; i < 100; i++) {
      limiter.check("u" + i);
    }

    assertThat(process.engine.subjects()).isEqualTo(100);
    assertThat(process.observer.times(Event.SUBJECT_EVICTED)).isZero();
    assertThat(process.observer.pressures).isEmpty();
  }

  @Test
  void idleSubjectsAreEvictedFirstWithoutLoss() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(16);
    Limiter limiter = process.perMinute(10);
    for (int i = 0; i < 8; i++) {
      limiter.check("idle" + i, 9);
    }
    process.clock.advance(Duration.ofMinutes(10));
    for (int i = 0; i < 8; i++) {
      limiter.check("live" + i);
    }

    for (int i = 0; i < 8; i++) {
      limiter.check("new" + i);
    }

    assertThat(process.observer.times(Event.SUBJECT_FORGOTTEN)).isEqualTo(8);
    assertThat(process.observer.times(Event.SUBJECT_EVICTED)).isZero();
    assertThat(process.observer.times(Event.UNITS_LOST_BY_EVICTION)).isZero();
    assertThat(process.observer.pressures).isEmpty();
    for (int i = 0; i < 8; i++) {
      assertThat(limiter.look("live" + i).remaining()).isEqualTo(9);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 64, 1_000})
  void aSubjectCloseToItsLimitSurvivesAFlood(int ceiling) {
    StandaloneEngine process = StandaloneEngine.ofAtMost(ceiling);
    Limiter limiter = process.hostilePerMinute(10);
    int honest = spendHonestly(process, (ceiling - 1) / 2);
    limiter.check("hot", 9);

    for (int i = 0; i < 10 * ceiling; i++) {
      limiter.check("random" + i);
    }

    assertThat(limiter.look("hot").remaining()).isEqualTo(1);
    assertThat(process.observer.evicting).containsExactly("hostile evicting");
    assertUntouched(process, honest);
  }

  @Test
  void anUnobservedEngineKeepsTheCeilingToo() {
    StandaloneEngine process = new StandaloneEngine(b -> b.maxSubjects(64).observer(Observer.NONE));
    Limiter limiter = process.hostilePerMinute(10);
    int honest = spendHonestly(process, 32);
    limiter.check("hot", 9);

    for (int i = 0; i < 1_000; i++) {
      limiter.check("random" + i);
    }

    assertThat(limiter.look("hot").remaining()).isEqualTo(1);
    assertThat(process.engine.subjects()).isLessThanOrEqualTo(64);
    assertUntouched(process, honest);
  }

  @Test
  void usageIsMeasuredAgainstTheLimitAndNotInUnits() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(4);
    Limiter small = process.perMinute(10);
    Limiter large = process.limiter("bulk", 1_000_000, StandaloneEngine.MINUTE);
    small.check("nearly", 9);
    large.check("hardly1", 1_000);
    large.check("hardly2", 1_000);
    large.check("hardly3", 1_000);

    small.check("new1", 8);
    small.check("new2", 8);
    small.check("new3", 8);

    assertThat(small.look("nearly").remaining()).isEqualTo(1);
    assertThat(process.observer.times(Event.UNITS_LOST_BY_EVICTION)).isEqualTo(3_000);
  }

  @Test
  void evictedCountsAreLostAndReportedInUnits() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(1);
    Limiter limiter = process.perMinute(10);
    limiter.check("u", 3);
    process.clock.advance(Duration.ofMinutes(1));
    limiter.check("u", 4);

    limiter.check("v", 1);

    assertThat(process.observer.times(Event.SUBJECT_EVICTED)).isEqualTo(1);
    assertThat(process.observer.times(Event.UNITS_LOST_BY_EVICTION))
        .as("of both windows")
        .isEqualTo(7);
    assertThat(limiter.look("u").remaining()).isEqualTo(10);
  }

  @Test
  void lostUnitsAreCountedWithoutWrapping() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(1);
    Limiter limiter = process.perMinute(Long.MAX_VALUE);
    limiter.check("u", Long.MAX_VALUE);
    process.clock.advance(Duration.ofSeconds(90));
    limiter.check("u", Long.MAX_VALUE / 4);

    limiter.check("v");

    assertThat(process.observer.times(Event.UNITS_LOST_BY_EVICTION)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void pressureIsReportedOnceAndOnceMoreWhenItIsOver() {
    StandaloneEngine process = StandaloneEngine.ofAtMost(50);
    Limiter limiter = process.hostilePerMinute(10);
    int honest = spendHonestly(process, 25);

    for (int i = 0; i < 500; i++) {
      limiter.check("u" + i);
    }
    assertThat(process.observer.pressures).containsExactly("evicting");
    assertThat(process.observer.evicting).containsExactly("hostile evicting");
    assertUntouched(process, honest);

    process.workForSeconds(130);
    assertThat(process.engine.subjects()).isZero();
    assertThat(process.observer.pressures).containsExactly("evicting", "relieved");

    for (int i = 0; i < 500; i++) {
      limiter.check("u" + i);
    }
    assertThat(process.observer.pressures).containsExactly("evicting", "relieved", "evicting");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 16, 100})
  void aBatchOfMoreSubjectsThanFitIsStillDecided(int ceiling) {
    StandaloneEngine process = StandaloneEngine.ofAtMost(ceiling);
    Limiter limiter = process.hostilePerMinute(10);
    int honest = spendHonestly(process, ceiling / 2);
    for (int i = 0; i < ceiling; i++) {
      limiter.check("hot" + i, 9);
    }
    List<BatchCheck> checks = new ArrayList<>();
    for (int i = 0; i < 2 * ceiling; i++) {
      checks.add(limiter.of("u" + i, 6));
    }

    assertThat(process.engine.check(checks).allowed()).isTrue();
    assertThat(process.engine.subjects())
        .as("neither its own nor those of the other workspace may be evicted")
        .isGreaterThanOrEqualTo(2 * ceiling + honest);

    for (int i = 0; i < 2 * ceiling; i++) {
      limiter.check("later" + i);
    }
    assertThat(process.engine.subjects()).isLessThanOrEqualTo(ceiling);
    assertUntouched(process, honest);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 16})
  void aBatchThatMeetsASubjectAgainAfterItsEvictionStillAddsItsCostsUp(int ceiling) {
    StandaloneEngine process = StandaloneEngine.ofAtMost(ceiling);
    Limiter limiter = process.perMinute(10);
    List<BatchCheck> checks = new ArrayList<>();
    checks.add(limiter.of("twice", 6));
    for (int i = 0; i < 2 * ceiling; i++) {
      checks.add(limiter.of("u" + i));
    }
    checks.add(limiter.of("twice", 6));

    assertThat(process.engine.check(checks).allowed()).isFalse();
  }

  /** Spends one unit, the least possible use of a limit, with each of this many identifiers of another workspace. */
  private static int spendHonestly(StandaloneEngine process, int identifiers) {
    for (int i = 0; i < identifiers; i++) {
      assertThat(process.perMinute(10).check("honest" + i).allowed()).isTrue();
    }
    return identifiers;
  }

  private static void assertUntouched(StandaloneEngine process, int identifiers) {
    for (int i = 0; i < identifiers; i++) {
      assertThat(process.perMinute(10).look("honest" + i).remaining())
          .as("honest%s", i)
          .isEqualTo(9);
    }
  }
}

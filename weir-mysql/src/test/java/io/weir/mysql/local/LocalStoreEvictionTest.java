// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.testkit.rig.CountingObserver;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.time.EpochClock;
import io.weir.time.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a flood of identifiers on a process that runs alone: what it evicts from memory is read back from the file. A
 * workspace without a flood stays in memory.
 */
class LocalStoreEvictionTest {
  private static final LimitPolicy LARGE = LimitPolicy.of(1_000_000, Duration.ofDays(1));
  private static final LimitPolicy SMALL = LimitPolicy.of(5, Duration.ofDays(1));

  @TempDir
  private Path folder;

  @Test
  void evictedCountsSurviveAFloodAndARestart() {
    CountingObserver countingObserver = new CountingObserver();
    try (Engine engine = engine(countingObserver)) {
      NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(engine, LARGE, 300);
      spend(engine, "w");
      spend(engine, "hostile");
      Limiter small = engine.limiter("hostile", "logins", SMALL);
      for (int i = 0; i < 40_000; i++) {
        small.check("random-" + i);
      }

      neighbourWorkspace.assertUntouched();
      assertUnchanged(engine, "w");
      assertUnchanged(engine, "hostile");
      assertThat(countingObserver.evicting()).containsOnly("hostile");
      assertThat(countingObserver.of(Event.SUBJECT_EVICTED)).isGreaterThan(35_000);
      assertThat(countingObserver.of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    }
    try (Engine engine = engine(new CountingObserver())) {
      assertUnchanged(engine, "w");
      assertUnchanged(engine, "hostile");
      for (int i = 0; i < 300; i++) {
        assertThat(engine
                .limiter("w", "n", LARGE)
                .look(NeighbourWorkspace.identifier(i))
                .remaining())
            .isEqualTo(1_000_000 - 1);
      }
    }
  }

  @Test
  void exactWindowsSurviveEvictionAndRestart() {
    LimitPolicy daily = LimitPolicy.of(1, Duration.ofDays(1)).withExactWindow();
    ManualClock clock = new ManualClock(1_700_006_399_000L); // a second before midnight
    CountingObserver countingObserver = new CountingObserver();
    try (Engine engine = engine(countingObserver, clock)) {
      Limiter limiter = engine.limiter("hostile", "codes", daily);
      Limiter honest = engine.limiter("w", "codes", daily);
      assertThat(limiter.check("ann").allowed()).isTrue();
      assertThat(honest.check("ann").allowed()).isTrue();
      for (int i = 0; i < 3_000; i++) {
        limiter.check("random-" + i);
      }
      clock.advanceMillis(2_000);
      assertThat(limiter.check("ann").allowed()).as("after an eviction").isFalse();
      assertThat(countingObserver.evicting()).containsOnly("hostile");
      assertThat(honest.check("ann").retryAfterMillis())
          .as("a day after it was spent, as the process still knows")
          .hasValue(86_400_000 - 2_000);
    }
    try (Engine engine = engine(new CountingObserver(), clock)) {
      List<Limiter> both =
          List.of(engine.limiter("hostile", "codes", daily), engine.limiter("w", "codes", daily));
      for (Limiter limiter : both) {
        assertThat(limiter.check("ann").retryAfterMillis())
            .as("a day after the end of the day that it was spent on")
            .hasValue(86_400_000 - 1_000 - 1);
      }
      clock.advanceMillis(86_400_000 - 1_000 - 1);
      for (Limiter limiter : both) {
        assertThat(limiter.check("ann").allowed()).isTrue();
        assertThat(limiter.check("ann").allowed()).isFalse();
      }
    }
  }

  private static void spend(Engine engine, String workspace) {
    for (int i = 0; i < 20; i++) {
      engine.limiter(workspace, "accounts", LARGE).check("account-" + i, 391);
      engine.limiter(workspace, "logins", SMALL).check("user-" + i, 5);
    }
  }

  private Engine engine(CountingObserver countingObserver) {
    return engine(countingObserver, EpochClock.system());
  }

  private Engine engine(CountingObserver countingObserver, EpochClock clock) {
    Engine engine = Engine.builder()
        .clock(clock)
        .origin(LocalStore.open(folder))
        .maxSubjects(1_000)
        .observer(countingObserver)
        .build();
    engine.start();
    return engine;
  }

  private static void assertUnchanged(Engine engine, String workspace) {
    Limiter large = engine.limiter(workspace, "accounts", LARGE);
    Limiter small = engine.limiter(workspace, "logins", SMALL);
    for (int i = 0; i < 20; i++) {
      assertThat(large.look("account-" + i).remaining()).isEqualTo(1_000_000 - 391);
      assertThat(small.check("user-" + i).allowed()).isFalse();
    }
  }
}

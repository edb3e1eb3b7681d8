// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.testkit.rig.Tally;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flood of identifiers on a process that runs alone: what it pushes out of memory comes back from the file. */
class EvictionTest {
  private static final Limit LARGE = Limit.of(1_000_000, Duration.ofDays(1));
  private static final Limit SMALL = Limit.of(5, Duration.ofDays(1));

  @TempDir
  private Path folder;

  @Test
  @DisplayName("counts of a large limit, and exhausted small ones, survive a flood and a restart")
  void evictedCountsComeBack() {
    Tally tally = new Tally();
    try (Engine engine = engine(tally)) {
      Limiter large = engine.limiter("w", "accounts", LARGE);
      Limiter small = engine.limiter("w", "logins", SMALL);
      for (int i = 0; i < 20; i++) {
        large.check("account-" + i, 391);
        small.check("user-" + i, 5);
      }
      for (int i = 0; i < 40_000; i++) {
        small.check("random-" + i);
      }

      assertUnchanged(large, small);
      assertThat(tally.of(Event.SUBJECT_EVICTED)).isGreaterThan(35_000);
      assertThat(tally.of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    }
    try (Engine engine = engine(new Tally())) {
      assertUnchanged(engine.limiter("w", "accounts", LARGE), engine.limiter("w", "logins", SMALL));
    }
  }

  private Engine engine(Tally tally) {
    Engine engine = Engine.builder()
        .origin(LocalStore.open(folder))
        .maxSubjects(1_000)
        .observer(tally)
        .build();
    engine.start();
    return engine;
  }

  private static void assertUnchanged(Limiter large, Limiter small) {
    for (int i = 0; i < 20; i++) {
      assertThat(large.look("account-" + i).remaining()).isEqualTo(1_000_000 - 391);
      assertThat(small.check("user-" + i).allowed()).isFalse();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.cell.ParallelRunner;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests threads that check while the same scope's last subjects expire: all admissions are still known afterwards. */
@Tag("stress")
class ScopeExpiryConcurrencyTest {
  private static final int CHECKERS = 3;
  private static final int ROUNDS = 150;
  private static final int SUBJECTS = 3;
  private static final int CHECKS = 20;
  private static final long LIMIT = 30;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long SEED = 27_182;

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final Engine engine = Engine.builder().clock(clock).elapsed(clock).build();

  /** Creates a limiter for one check, so that only the table references the scope. */
  private Limiter limiter() {
    return engine.limiter("w", "n", LimitPolicy.of(LIMIT, SECOND));
  }

  @Test
  void noAdmissionIsLostWithARemovedScope() {
    try (ParallelRunner parallelRunner = new ParallelRunner(CHECKERS + 1)) {
      for (int round = 0; round < ROUNDS; round++) {
        clock.advance(SECOND.multipliedBy(4)); // every subject is now idle, and every round due
        AtomicLongArray admitted = new AtomicLongArray(SUBJECTS);
        long seed = SEED + round;
        parallelRunner.run(thread -> {
          if (thread == CHECKERS) {
            engine.work();
            engine.work();
          } else {
            spend(new SplittableRandom(seed * CHECKERS + thread), admitted);
          }
        });

        System.gc(); // collects what is not referenced
        for (int subject = 0; subject < SUBJECTS; subject++) {
          assertThat(LIMIT - limiter().look("s" + subject).remaining())
              .as("seed %d, round %d, subject %d", SEED, round, subject)
              .isEqualTo(admitted.get(subject));
        }
      }
    }
    assertThat(engine.scopes()).isEqualTo(1);
  }

  private void spend(SplittableRandom random, AtomicLongArray admitted) {
    for (int i = 0; i < CHECKS; i++) {
      int subject = random.nextInt(SUBJECTS);
      if (limiter().check("s" + subject).allowed()) {
        admitted.incrementAndGet(subject);
      }
    }
  }
}

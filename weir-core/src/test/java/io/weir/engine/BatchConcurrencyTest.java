// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.cell.ParallelRunner;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests batches and single checks on the same few subjects: all or nothing, and never above a limit. */
class BatchConcurrencyTest {
  private static final int SUBJECTS = 4;
  private static final int ROUNDS = 60;
  private static final int STEPS = 60;
  private static final long SEED = 27_182;

  private final Engine engine =
      Engine.builder().clock(new ManualClock(1_700_000_000_000L)).build();
  private final Limiter limiter =
      engine.limiter("w", "n", LimitPolicy.of(40, Duration.ofMinutes(1)));

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8})
  void countsAreTheSumOfWhatWasAllowed(int threads) {
    SplittableRandom seeds = new SplittableRandom(SEED);
    try (ParallelRunner parallelRunner = new ParallelRunner(threads)) {
      for (int round = 0; round < ROUNDS; round++) {
        String prefix = "r" + round + "-";
        AtomicLongArray allowed = new AtomicLongArray(SUBJECTS);
        SplittableRandom[] randoms = new SplittableRandom[threads];
        for (int i = 0; i < threads; i++) {
          randoms[i] = seeds.split();
        }

        parallelRunner.run(thread -> {
          for (int step = 0; step < STEPS; step++) {
            spend(prefix, randoms[thread], allowed);
          }
        });

        for (int subject = 0; subject < SUBJECTS; subject++) {
          Decision look = limiter.look(prefix + subject);
          String where = "seed " + SEED + ", round " + round + ", subject " + subject;
          assertThat(look.explain().current().own())
              .as(where)
              .isEqualTo(allowed.get(subject))
              .isLessThanOrEqualTo(40);
          assertThat(look.explain().current().speculative()).as(where).isZero();
        }
      }
    }
  }

  /** Does a single check, or a batch of two or three, in which a subject may occur twice. */
  private void spend(String prefix, SplittableRandom random, AtomicLongArray allowed) {
    int size = random.nextInt(1, 4);
    int[] subjects = random.ints(size, 0, SUBJECTS).toArray();
    int[] costs = random.ints(size, 0, 3).toArray();
    List<BatchCheck> checks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      checks.add(limiter.of(prefix + subjects[i], costs[i]));
    }
    boolean passed = size == 1
        ? limiter.check(prefix + subjects[0], costs[0]).allowed()
        : engine.check(checks).allowed();
    for (int i = 0; i < size && passed; i++) {
      allowed.addAndGet(subjects[i], costs[i]);
    }
  }
}

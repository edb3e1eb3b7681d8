// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.cell.ParallelRunner;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one subject with many threads: the admitted cost is exact. */
class LimiterConcurrencyTest {
  /** Rounds are short, so that the threads run concurrently for most of each. */
  private static final int ROUNDS = 150;

  private static final long SEED = 31_415;

  private final Engine engine =
      Engine.builder().clock(new ManualClock(1_700_000_000_000L)).build();
  private final SplittableRandom random = new SplittableRandom(SEED);

  private Limiter limiter(long limit) {
    return engine.limiter("w", "n", LimitPolicy.of(limit, Duration.ofMinutes(1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8})
  void exactlyTheLimitIsAdmitted(int threads) {
    try (ParallelRunner parallelRunner = new ParallelRunner(threads)) {
      for (int round = 0; round < ROUNDS; round++) {
        long limit = random.nextInt(1, 100);
        Limiter limiter = limiter(limit);
        String identifier = "a" + round;
        AtomicLong admitted = new AtomicLong();

        parallelRunner.run(thread -> {
          while (limiter.check(identifier).allowed()) {
            admitted.incrementAndGet();
          }
        });

        assertThat(admitted.get()).as("seed %d, round %d", SEED, round).isEqualTo(limit);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void everyCostThatFitsIsAdmittedAmongMixedCosts(int threads) {
    try (ParallelRunner parallelRunner = new ParallelRunner(threads)) {
      for (int round = 0; round < ROUNDS; round++) {
        long limit = random.nextInt(1, 100);
        Limiter limiter = limiter(limit);
        String identifier = "a" + round;
        AtomicLong admitted = new AtomicLong();
        Queue<Long> refused = new ConcurrentLinkedQueue<>();

        parallelRunner.run(thread -> {
          long cost = 1L + thread % 5;
          while (limiter.check(identifier, cost).allowed()) {
            admitted.addAndGet(cost);
          }
          refused.add(cost);
        });

        long left = limit - admitted.get();
        assertThat(left).as("seed %d, round %d", SEED, round).isNotNegative();
        assertThat(refused).as("seed %d, round %d", SEED, round).allMatch(cost -> cost > left);
        assertThat(limiter.look(identifier).remaining()).isEqualTo(left);
        assertThat(limiter.check(identifier, left).allowed()).isTrue();
        assertThat(limiter.check(identifier, 1).allowed()).isFalse();
      }
    }
  }

  @Test
  void looksInBatchesReleaseNothing() {
    int checks = 20_000;
    Limiter limiter = limiter(Long.MAX_VALUE);
    List<BatchCheck> looks = List.of(limiter.of("a", 0), limiter.of("b", 0));

    try (ParallelRunner parallelRunner = new ParallelRunner(4)) {
      parallelRunner.run(thread -> {
        for (int i = 0; i < checks; i++) {
          if (thread < 2) {
            limiter.check("a");
          } else {
            engine.check(looks);
          }
        }
      });
    }

    assertThat(limiter.look("a").remaining()).isEqualTo(Long.MAX_VALUE - 2L * checks);
  }
}

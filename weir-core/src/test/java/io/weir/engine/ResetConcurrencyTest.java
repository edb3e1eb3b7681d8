// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests resets while other threads spend, singly and in batches that hold cost. */
@Timeout(60)
class ResetConcurrencyTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(1L << 40, Duration.ofDays(1));

  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @Test
  void nothingDecidedBeforeAResetCountsAfterIt() throws InterruptedException {
    try (Engine engine = Engine.create()) {
      engine.start();
      Limiter limiter = engine.limiter("w", "n", LIMIT);
      List<Thread> threads = List.of(
          new Thread(() -> spend(() -> limiter.check("ann"), 1)),
          new Thread(() ->
              spend(() -> engine.check(List.of(limiter.of("ann", 2), limiter.of("bob", 1))), 2)),
          new Thread(() ->
              spend(() -> engine.check(List.of(limiter.of("bob", 1), limiter.of("ann", 3))), 3)));
      threads.forEach(Thread::start);

      List<Long> seen = new ArrayList<>();
      for (int round = 0; round < 500; round++) {
        long decided = ended.get();
        engine.reset("w", "n", "ann").join();
        long own = limiter.look("ann").explain().current().own();
        assertThat(own).isLessThanOrEqualTo(begun.get() - decided);
        seen.add(own);
      }
      isOver.set(true);
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(seen).as("there was concurrent spending").anyMatch(own -> own > 0);
      engine.reset("w", "n", "ann").join();
      assertThat(limiter.look("ann").remaining()).isEqualTo(LIMIT.amount());
      assertThat(limiter.look("bob").remaining()).isLessThan(LIMIT.amount());
    }
  }

  private void spend(Runnable check, long cost) {
    while (!isOver.get()) {
      begun.addAndGet(cost);
      check.run();
      ended.addAndGet(cost);
    }
  }
}

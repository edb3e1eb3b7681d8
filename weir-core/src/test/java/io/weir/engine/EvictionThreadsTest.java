// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.cell.Together;
import io.weir.origin.InMemoryOrigin;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** More subjects than fit into memory, many threads: what was admitted is in the origin when the engine is closed. */
class EvictionThreadsTest {
  private static final int CHECKERS = 3;
  private static final int ROUNDS = 200;
  private static final int SUBJECTS = 200;
  private static final int MAX_SUBJECTS = 32;

  /** With the live subjects, as many dirty cells as the publisher keeps before it gives up evicted ones. */
  private static final int CHECKS = 12;

  private static final long NOW = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final long SEED = 16_180;

  private final ManualClock elapsed = new ManualClock(0);
  private final ManualClock clock = new ManualClock(NOW);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock);
  private final Map<Event, Long> events = new ConcurrentHashMap<>();
  private final AtomicLongArray allowed = new AtomicLongArray(SUBJECTS);
  private final Engine engine = Engine.builder()
      .clock(clock)
      .elapsed(elapsed)
      .origin(origin)
      .maxSubjects(MAX_SUBJECTS)
      .observer(new Observer() {
        @Override
        public void happened(Event event, long times) {
          events.merge(event, times, Long::sum);
        }
      })
      .build();
  private final Limiter limiter =
      engine.limiter("w", "n", Limit.of(1_000_000, Duration.ofMinutes(1)));

  @Test
  void everythingAdmittedIsInTheOriginAfterClose() {
    try (Together together = new Together(CHECKERS + 1)) {
      for (int round = 0; round < ROUNDS; round++) {
        publishEverything();
        long seed = SEED + round;
        together.run(thread -> {
          if (thread == CHECKERS) {
            engine.work();
          } else {
            spend(new SplittableRandom(seed * CHECKERS + thread));
          }
        });
      }
    }
    engine.close();

    for (int subject = 0; subject < SUBJECTS; subject++) {
      CellKey cell = new CellKey(new SubjectKey("w", "n", "s" + subject, MINUTE), NOW / MINUTE);
      assertThat(origin.total(cell))
          .as("seed %d, subject %d", SEED, subject)
          .isEqualTo(allowed.get(subject));
    }
    assertThat(events).containsKey(Event.SUBJECT_EVICTED);
    assertThat(events).doesNotContainKey(Event.UNITS_LOST_BY_EVICTION);
  }

  /** Lets the publish delay pass, and then the gap between two batches, often enough. */
  private void publishEverything() {
    for (int step = 0; step < 10; step++) {
      elapsed.advanceMillis(300);
      engine.work();
    }
  }

  private void spend(SplittableRandom random) {
    for (int i = 0; i < CHECKS; i++) {
      int subject = random.nextInt(SUBJECTS);
      long cost = random.nextInt(1, 4);
      CompletableFuture<Decision> decision = limiter.checkAsync("s" + subject, cost);
      if (decision.join().allowed()) { // complete already: this origin answers at once
        allowed.addAndGet(subject, cost);
      }
    }
  }
}

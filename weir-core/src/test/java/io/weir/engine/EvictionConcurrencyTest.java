// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.cell.ParallelRunner;
import io.weir.origin.InMemoryOrigin;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/**
 * Tests more subjects than fit into memory, with many threads: what was admitted is in the origin when the engine is
 * closed, and the subjects of a second workspace, which has less than an equal share, stay in memory all the time.
 */
class EvictionConcurrencyTest {
  private static final int CHECKERS = 3;
  private static final int ROUNDS = 200;
  private static final int SUBJECTS = 200;
  private static final int MAX_SUBJECTS = 32;

  /** Less than half of what fits, even while every thread creates its own subject. */
  private static final int HONEST = 8;

  /** Together with the live subjects, as many dirty cells as the publisher keeps before it drops evicted ones. */
  private static final int CHECKS = 12;

  private static final long NOW = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final long SEED = 16_180;

  private final ManualClock elapsed = new ManualClock(0);
  private final ManualClock clock = new ManualClock(NOW);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock);
  private final Map<Event, Long> events = new ConcurrentHashMap<>();
  private final AtomicLongArray allowed = new AtomicLongArray(SUBJECTS);
  private final AtomicLongArray allowedHonest = new AtomicLongArray(HONEST);
  private final Set<String> evicting = ConcurrentHashMap.newKeySet();
  private final Engine engine = Engine.builder()
      .clock(clock)
      .elapsed(elapsed)
      .origin(origin)
      .maxSubjects(MAX_SUBJECTS)
      .observer(new Observer() {
        @Override
        public void onEvent(Event event, long times) {
          events.merge(event, times, Long::sum);
        }

        @Override
        public void onWorkspaceEviction(String workspace, boolean began) {
          evicting.add(workspace);
        }
      })
      .build();
  private final Limiter hostile =
      engine.limiter("hostile", "n", LimitPolicy.of(1_000_000, Duration.ofMinutes(1)));
  private final Limiter honest =
      engine.limiter("w", "n", LimitPolicy.of(1_000_000, Duration.ofMinutes(1)));

  @Test
  void everythingAdmittedIsInTheOriginAfterClose() {
    try (ParallelRunner parallelRunner = new ParallelRunner(CHECKERS + 1)) {
      for (int round = 0; round < ROUNDS; round++) {
        publishEverything();
        long seed = SEED + round;
        parallelRunner.run(thread -> {
          if (thread == CHECKERS) {
            engine.work();
          } else {
            spend(new SplittableRandom(seed * CHECKERS + thread));
          }
        });
      }
    }
    for (int subject = 0; subject < HONEST; subject++) {
      assertThat(honest.look("s" + subject).explain().current().own())
          .as("seed %d, honest subject %d", SEED, subject)
          .isEqualTo(allowedHonest.get(subject));
    }
    engine.close();

    assertPublished("hostile", allowed);
    assertPublished("w", allowedHonest);
    assertThat(evicting).containsExactly("hostile");
    assertThat(events).containsKey(Event.SUBJECT_EVICTED);
    assertThat(events).doesNotContainKey(Event.UNITS_LOST_BY_EVICTION);
  }

  private void assertPublished(String workspace, AtomicLongArray admitted) {
    for (int subject = 0; subject < admitted.length(); subject++) {
      SubjectKey key = new SubjectKey(workspace, "n", "s" + subject, MINUTE);
      assertThat(origin.total(new CellKey(key, NOW / MINUTE)))
          .as("seed %d, subject %d of %s", SEED, subject, workspace)
          .isEqualTo(admitted.get(subject));
    }
  }

  /** Advances by the publish delay, and then by the gap between two batches, often enough. */
  private void publishEverything() {
    for (int step = 0; step < 10; step++) {
      elapsed.advanceMillis(300);
      engine.work();
    }
  }

  private void spend(SplittableRandom random) {
    for (int i = 0; i < CHECKS; i++) {
      spend(hostile, allowed, random);
    }
    spend(honest, allowedHonest, random);
  }

  private static void spend(Limiter limiter, AtomicLongArray admitted, SplittableRandom random) {
    int subject = random.nextInt(admitted.length());
    long cost = random.nextInt(1, 4);
    CompletableFuture<Decision> decision = limiter.checkAsync("s" + subject, cost);
    if (decision.join().allowed()) { // already complete: this origin answers at once
      admitted.addAndGet(subject, cost);
    }
  }
}

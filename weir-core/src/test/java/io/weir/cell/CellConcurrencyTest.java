// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.window.Evaluation;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests one cell with real threads, for what a model of two threads can't show: many threads on a real processor. */
class CellConcurrencyTest {
  private static final int THREADS = 4;

  /** Rounds are short, so that the threads run concurrently for most of each. */
  private static final int ROUNDS = 300;

  private static final int STEPS = 40;
  private static final long LIMIT = 60;
  private static final long SEED = 20_240_607;

  private final Scope scope =
      new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE).scope("w", "n", 1_000);

  private Cell freshCell(int round) {
    return new Subject(scope, "a", round, 0).current();
  }

  private static Evaluation evaluation(long cost) {
    return new Evaluation(LIMIT, 1_000, cost, 0);
  }

  @Test
  void aPublisherSeesCountsThatOnlyGrowAndEndAtWhatWasAdmitted() {
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        Cell cell = freshCell(round);
        AtomicLong admitted = new AtomicLong();
        AtomicInteger busy = new AtomicInteger(THREADS - 1);
        SplittableRandom random = new SplittableRandom(SEED + round);
        SplittableRandom[] randoms = new SplittableRandom[THREADS];
        for (int i = 0; i < THREADS; i++) {
          randoms[i] = random.split();
        }

        parallelRunner.run(thread -> {
          if (thread == 0) {
            watch(cell, busy);
          } else {
            spend(cell, randoms[thread], admitted);
            busy.decrementAndGet();
          }
        });

        assertThat(cell.count()).as("seed %d", SEED + round).isEqualTo(admitted.get());
        assertThat(cell.count()).as("seed %d", SEED + round).isBetween(0L, LIMIT);
        assertThat(cell.isReserved()).as("seed %d", SEED + round).isFalse();
      }
    }
  }

  private static void watch(Cell cell, AtomicInteger busy) {
    long last = 0;
    while (busy.get() > 0) {
      long now = cell.count();
      assertThat(now).isBetween(last, LIMIT);
      last = now;
    }
  }

  /** Does single checks, looks, and reservations, of which about half are released. */
  private static void spend(Cell cell, SplittableRandom random, AtomicLong admitted) {
    for (int step = 0; step < STEPS; step++) {
      long cost = random.nextInt(3);
      if (random.nextBoolean()) {
        admitted.addAndGet(cell.admit(evaluation(cost)) == AdmitResult.ADMITTED ? cost : 0);
      } else if (cell.reserve(evaluation(cost), false, 0) == AdmitResult.ADMITTED) {
        if (random.nextBoolean()) {
          cell.commit(cost);
          admitted.addAndGet(cost);
        } else {
          cell.release(cost);
        }
      }
    }
  }

  @Test
  void theRegionsOwnRowIsSplitIntoOwnAndSiblings() {
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        Cell cell = freshCell(round);

        parallelRunner.run(thread -> {
          if (thread == 0) {
            for (long row = 1; row <= LIMIT; row++) {
              cell.raiseRegional(row);
            }
          } else {
            cell.admit(evaluation(thread));
          }
        });

        assertThat(cell.siblings()).isBetween(LIMIT - cell.count(), LIMIT);
        assertThat(cell.count()).isLessThanOrEqualTo(LIMIT);
      }
    }
  }
}

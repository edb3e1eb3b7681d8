// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.window.Evaluation;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests one subject under load while its windows end, and while it is evicted repeatedly. */
class RolloverConcurrencyTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 50;
  private static final long DURATION = 1_000;
  private static final long LIMIT = 50;

  /** The clock advances by this much per check: about 200 checks, or four times the limit, in every window. */
  private static final long MILLIS_PER_CHECK = 5;

  /** No thread can be further behind than a round lasts, and a subject tolerates that much before it starts over. */
  private static final long ROUND_MILLIS = 10_000;

  private final SubjectTable table =
      new SubjectTable(8, new SubjectTable.StoreSharing(true, false, Imports.NONE), Observer.NONE);
  private final Scope scope = table.scope("w", "n", DURATION);

  /** The allowed cost, by the start of the window in which it was counted. */
  private final Map<Long, AtomicLong> allowed = new ConcurrentHashMap<>();

  /** Every cell that ever signalled, as a publisher would see them. Written by one thread, read after it ended. */
  private final Set<Cell> signalled = ConcurrentHashMap.newKeySet();

  private final AtomicLong clock = new AtomicLong();

  private void poll() {
    for (Cell cell = table.signals().poll();
        cell != null;
        cell = table.signals().poll()) {
      signalled.add(cell);
      cell.signalAt(cell.count() + 1);
    }
  }

  private boolean isOver() {
    return clock.get() >= ROUND_MILLIS;
  }

  /** Checks costs of 1 to 3 in turn. */
  private void check(String identifier) {
    long now = clock.addAndGet(MILLIS_PER_CHECK);
    long cost = 1 + now / MILLIS_PER_CHECK % 3;
    Evaluation e = new Evaluation(LIMIT, DURATION, cost, now);
    AdmitResult admitResult = AdmitResult.SEALED;
    while (admitResult == AdmitResult.SEALED) {
      Subject subject = scope.subject(identifier, e.epochMillis());
      admitResult = subject.admit(e);
      if (admitResult == AdmitResult.SEALED) {
        scope.remove(subject);
      }
    }
    if (admitResult == AdmitResult.ADMITTED) {
      allowed.computeIfAbsent(e.start(), start -> new AtomicLong()).addAndGet(cost);
    }
  }

  private Map<Long, Long> countsByWindow() {
    return signalled.stream()
        .collect(Collectors.groupingBy(Cell::start, Collectors.summingLong(Cell::count)));
  }

  private Map<Long, Long> allowedByWindow() {
    return allowed.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().get()));
  }

  private void requireThatNothingGotLost(String identifier) {
    poll();
    assertThat(countsByWindow()).as(identifier).isEqualTo(allowedByWindow());
    assertThat(allowed).as(identifier).hasSizeGreaterThanOrEqualTo(10);
  }

  private void beginRound() {
    poll(); // what the previous round left
    clock.set(0);
    allowed.clear();
    signalled.clear();
  }

  @Test
  void everyAdmissionIsInTheCellNamedByItsDecision() {
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        String identifier = "round " + round;
        beginRound();

        parallelRunner.run(thread -> {
          while (!isOver()) {
            if (thread == 0) {
              poll();
            } else {
              check(identifier);
            }
          }
        });

        requireThatNothingGotLost(identifier);
        assertThat(allowedByWindow().values()).as(identifier).allMatch(count -> count <= LIMIT);
        // Otherwise the table fills up, and a thread that creates the next subject late evicts it
        // instead.
        table.retire(Objects.requireNonNull(scope.find(identifier)));
      }
    }
  }

  @Test
  void nothingIsLostWhenTheSubjectIsEvictedUnderLoad() {
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        String identifier = "round " + round;
        beginRound();

        parallelRunner.run(thread -> {
          while (!isOver()) {
            switch (thread) {
              case 0 -> poll();
              case 1 -> evict(identifier);
              default -> check(identifier);
            }
          }
        });

        requireThatNothingGotLost(identifier);
      }
    }
  }

  private void evict(String identifier) {
    Subject known = scope.find(identifier);
    if (known != null && known.tryRetire()) {
      scope.remove(known);
    }
  }
}

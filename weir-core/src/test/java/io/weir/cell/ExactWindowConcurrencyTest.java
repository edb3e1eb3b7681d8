// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.window.AdmissionLog.TrailingUsage;
import io.weir.window.Evaluation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests one subject under an exact window, used by many threads while its windows end. */
class ExactWindowConcurrencyTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 40;
  private static final long DURATION = 1_000;
  private static final long LIMIT = 10;
  private static final long ROUND_MILLIS = 9_000;

  private record Spent(long at, long cost) {}

  private final SubjectTable table =
      new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE);
  private final Scope scope = table.scope("w", "n", DURATION);
  private final AtomicLong clock = new AtomicLong();
  private final Queue<Spent> spent = new ConcurrentLinkedQueue<>();

  private static Evaluation ask(long cost, long now) {
    return new Evaluation(LIMIT, DURATION, cost, now).withExactWindow();
  }

  private void note(Evaluation e) {
    TrailingUsage seen = Objects.requireNonNull(e.trailing());
    spent.add(new Spent(seen.instant(), e.cost()));
  }

  private void check(String identifier) {
    long now = clock.addAndGet(7);
    Evaluation e = ask(1 + now % 3, now);
    if (scope.subject(identifier, now).spend(e) == AdmitResult.ADMITTED) {
      note(e);
    }
  }

  /** Holds cost, advances the clock, and commits or releases the cost. */
  private void batch(String identifier) {
    long now = clock.addAndGet(7);
    Evaluation e = ask(1 + now % 2, now);
    Reservation reservation = new Reservation(scope.subject(identifier, now), e);
    if (reservation.reserve(false, 0) == AdmitResult.ADMITTED) {
      clock.addAndGet(20);
      if (now % 4 == 0) {
        reservation.release();
      } else {
        reservation.commit();
        note(e);
      }
    }
  }

  /**
   * Spends under an ordinary window, whose units may have later instants in the log than true, but are not missing
   * from it.
   */
  private void spendOrdinarily(String identifier) {
    long now = clock.addAndGet(7);
    Evaluation e = new Evaluation(LIMIT / 2, DURATION, 1, now);
    scope.subject(identifier, now).admit(e);
  }

  private void requireThatNoTrailingWindowHoldsMore(String identifier) {
    List<Spent> all = new ArrayList<>(spent);
    all.sort(Comparator.comparingLong(Spent::at));
    long held = 0;
    int oldest = 0;
    for (Spent each : all) {
      held += each.cost();
      while (all.get(oldest).at() <= each.at() - DURATION) {
        held -= all.get(oldest++).cost();
      }
      assertThat(held)
          .as("%s until %s in %s", identifier, each.at(), all)
          .isLessThanOrEqualTo(LIMIT);
    }
  }

  private void run(boolean besideOrdinary) {
    long admissions = 0;
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        String identifier = "round " + round;
        clock.set(0);
        spent.clear();

        parallelRunner.run(thread -> {
          while (clock.get() < ROUND_MILLIS) {
            if (thread == 0) {
              batch(identifier);
            } else if (thread == 1 && besideOrdinary) {
              spendOrdinarily(identifier);
            } else {
              check(identifier);
            }
          }
        });

        requireThatNoTrailingWindowHoldsMore(identifier);
        admissions += spent.size();
        table.retire(Objects.requireNonNull(scope.find(identifier)));
      }
    }
    assertThat(admissions).isGreaterThan(ROUNDS); // one thread may win all of a round
  }

  @Test
  void noTrailingWindowHoldsMoreThanTheLimit() {
    run(false);
  }

  @Test
  void noTrailingWindowHoldsMoreBesideAnOrdinaryLimitOfTheSameSubject() {
    run(true);
  }

  @Test
  void afterTheThreadsTheLogAccountsForEverythingInTheCells() {
    try (ParallelRunner parallelRunner = new ParallelRunner(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        String identifier = "sum " + round;
        clock.set(0);
        spent.clear();

        parallelRunner.run(thread -> {
          for (int i = 0; i < 20; i++) {
            check(identifier);
          }
        });

        long now = clock.get();
        Evaluation look = ask(0, now);
        assertThat(scope.subject(identifier, now).look(look)).isTrue();
        assertThat(look.effective())
            .isEqualTo(spent.stream()
                .filter(each -> each.at() > now - DURATION)
                .mapToLong(Spent::cost)
                .sum());
        table.retire(Objects.requireNonNull(scope.find(identifier)));
      }
    }
  }

  @Test
  void costHeldByABatchAcrossABoundaryCountsInFullUntilItIsDecided() {
    Subject subject = scope.subject("u", 990);
    Reservation committed = new Reservation(subject, ask(4, 990));
    Reservation released = new Reservation(subject, ask(5, 995));
    assertThat(committed.reserve(false, 0)).isEqualTo(AdmitResult.ADMITTED);
    assertThat(released.reserve(false, 0)).isEqualTo(AdmitResult.ADMITTED);

    Evaluation refused = ask(2, 1_900);
    assertThat(subject.spend(refused)).isEqualTo(AdmitResult.REFUSED);
    assertThat(refused.headroom()).isEqualTo(1);
    assertThat(refused.retryAfter()).as("as if spent at the end of its window").hasValue(99);
    assertThat(subject.spend(ask(1, 1_901))).isEqualTo(AdmitResult.ADMITTED);
    committed.commit();
    released.release();

    Evaluation look = ask(7, 1_989);
    assertThat(subject.look(look)).isTrue();
    assertThat(look.effective()).as("four as of 990, one as of 1901, and seven").isEqualTo(12);
    assertThat(look.retryAfter()).hasValue(1);
    assertThat(subject.spend(ask(9, 1_990))).isEqualTo(AdmitResult.ADMITTED);
  }

  @Test
  void evictingASubjectRemovesItsLog() {
    Subject first = scope.subject("u", 0);
    first.spend(ask(1, 0));
    table.retire(first);
    Subject second = scope.subject("u", 0);

    assertThat(second.log(0)).isNotSameAs(first.log(0));
    assertThat(first.log(0)).as("a retired subject keeps no log").isNotSameAs(first.log(0));
    assertThat(second.log(0)).isSameAs(second.log(0));
  }
}

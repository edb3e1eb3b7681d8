// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.window.Evaluation;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A process of two subjects that shares what it admits: the table and what the engine does with it, and no more. */
final class SmallProcess {
  private static final String[] NAMES = {"0", "1"};

  private final ConcurrentHashMap<CellKey, Long> arrived = new ConcurrentHashMap<>();
  private final SubjectTable table =
      new SubjectTable(8, new SubjectTable.Sharing(true, true, new Arrived()), Observer.NONE);
  private final Scope scope = table.scope("w", "n", Tally.DURATION);

  /** What was admitted, by subject. */
  private final AtomicLongArray admitted = new AtomicLongArray(2);

  /** The newest published count of every cell that signalled. Touched by the agent alone. */
  private final Map<Cell, Long> published = new HashMap<>();

  private final class Arrived implements SubjectTable.Imports {
    @Override
    public boolean keep(Cell cell, long epochMillis) {
      return false;
    }

    @Override
    public void mergeInto(Cell cell) {
      cell.raiseForeign(arrived.getOrDefault(cell.key(), 0L));
    }

    @Override
    public boolean mergeInto(Cell cell, CellKey before) {
      mergeInto(cell);
      return arrived.containsKey(before);
    }
  }

  /** Knows both subjects already, at the first instant. */
  static SmallProcess warm() {
    SmallProcess process = new SmallProcess();
    process.find(0, 0);
    process.find(1, 0);
    return process;
  }

  boolean admit(int subject, int cost, int instant) {
    while (true) {
      Subject found = find(subject, instant);
      Admission admission = found.admit(evaluation(cost, instant));
      if (admission != Admission.CLOSED) {
        return note(subject, cost, admission == Admission.ADMITTED);
      }
      scope.drop(found);
    }
  }

  private Subject find(int subject, int instant) {
    return scope.subject(NAMES[subject], Tally.instant(instant));
  }

  private static Evaluation evaluation(int cost, int instant) {
    return new Evaluation(Tally.LIMIT, Tally.DURATION, cost, Tally.instant(instant));
  }

  private boolean note(int subject, int cost, boolean isAdmitted) {
    if (isAdmitted) {
      admitted.addAndGet(subject, cost);
    }
    return isAdmitted;
  }

  /** As the engine's batches do: judge, hold in one order for all, commit all or release all. */
  boolean batch(int first, int second, int instant) {
    while (true) {
      Held zero = new Held(find(0, instant), evaluation(first, instant));
      Held one = new Held(find(1, instant), evaluation(second, instant));
      boolean zeroLooksGood = zero.looksGood();
      boolean oneLooksGood = one.looksGood(); // in any case: a look shows its subject the time
      if (!zeroLooksGood || !oneLooksGood) {
        return false;
      }
      boolean inOrder = zero.subject.generation() < one.subject.generation();
      Held earlier = inOrder ? zero : one;
      Held later = inOrder ? one : zero;
      if (earlier.hold()) {
        if (later.hold()) {
          zero.reservation.commit();
          one.reservation.commit();
          return note(0, first, true) && note(1, second, true);
        }
        earlier.reservation.release();
      }
    }
  }

  /** One half of a batch. */
  private final class Held {
    private final Subject subject;
    private final Evaluation evaluation;
    private final Reservation reservation;

    private Held(Subject subject, Evaluation evaluation) {
      this.subject = subject;
      this.evaluation = evaluation;
      this.reservation = new Reservation(subject, evaluation);
    }

    private boolean looksGood() {
      return !subject.look(evaluation) || evaluation.fits();
    }

    private boolean hold() {
      Admission admission = reservation.hold(false, 0);
      if (admission == Admission.CLOSED) {
        scope.drop(subject);
      }
      return admission == Admission.ADMITTED;
    }
  }

  /** As the puller does: into the table of what arrived first, into a live cell second. */
  void raise(int subject, int count) {
    CellKey key = new CellKey(new SubjectKey("w", "n", NAMES[subject], Tally.DURATION), 0);
    arrived.merge(key, (long) count, Math::max);
    Subject known = scope.known(NAMES[subject]);
    Cell cell = known == null ? null : known.cell(0);
    if (cell != null) {
      cell.raiseForeign(count);
    }
  }

  boolean evict(int subject) {
    Subject known = scope.known(NAMES[subject]);
    if (known == null || !known.tryRetire()) {
      return false;
    }
    scope.drop(known);
    return true;
  }

  /** As the publisher does: ask to be told of the next admission first, then look whether it has come already. */
  long publish(int subject) {
    for (Cell cell = table.signals().poll();
        cell != null;
        cell = table.signals().poll()) {
      long count;
      do {
        count = cell.count();
        published.put(cell, count);
      } while (cell.signalAt(count + 1) > count);
    }
    long sum = 0;
    for (Map.Entry<Cell, Long> entry : published.entrySet()) {
      boolean isIts = entry.getKey().subject().identifier().equals(NAMES[subject]);
      sum += isIts ? entry.getValue() : 0;
    }
    return sum;
  }

  /**
   * Once all is quiet: everything admitted is published, nothing is held, and what arrived is where it counts. The table
   * keeps the scope exactly if there are subjects in it.
   */
  void requireSettled() {
    boolean isEmpty = scope.known(NAMES[0]) == null && scope.known(NAMES[1]) == null;
    require("kept", table.holds(scope) ? 1 : 0, isEmpty ? 0 : 1);
    for (int subject = 0; subject < 2; subject++) {
      require("published", publish(subject), admitted.get(subject));
      Subject known = scope.known(NAMES[subject]);
      Cell current = known == null ? null : known.current();
      if (current != null) {
        requireSettled(current);
        requireSettled(current.previous());
      }
    }
  }

  private void requireSettled(@Nullable Cell cell) {
    if (cell != null) {
      require("held", cell.isHeld() ? 1 : 0, 0);
      require("imported", cell.foreign(), arrived.getOrDefault(cell.key(), 0L));
    }
  }

  private static void require(String what, long is, long expected) {
    if (is != expected) {
      throw new IllegalStateException(what + " " + is + ", not " + expected);
    }
  }
}

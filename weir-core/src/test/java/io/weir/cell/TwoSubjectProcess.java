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

/** A process with two subjects that shares what it admits: only the table and the engine's operations on it. */
final class TwoSubjectProcess {
  private static final String[] NAMES = {"0", "1"};

  private final ConcurrentHashMap<CellKey, Long> arrived = new ConcurrentHashMap<>();
  private final SubjectTable table = new SubjectTable(
      8, new SubjectTable.StoreSharing(true, true, new ReceivedImports()), Observer.NONE);
  private final Scope scope = table.scope("w", "n", LimiterModel.DURATION);

  /** The admitted cost, by subject. */
  private final AtomicLongArray admitted = new AtomicLongArray(2);

  /** The newest published count of every cell that signalled. Used by the agent only. */
  private final Map<Cell, Long> published = new HashMap<>();

  private final class ReceivedImports implements Imports {
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

  /** Creates a process that already knows both subjects, at the first instant. */
  static TwoSubjectProcess warm() {
    TwoSubjectProcess process = new TwoSubjectProcess();
    process.find(0, 0);
    process.find(1, 0);
    return process;
  }

  boolean admit(int subject, int cost, int instant) {
    while (true) {
      Subject found = find(subject, instant);
      AdmitResult admitResult = found.admit(evaluation(cost, instant));
      if (admitResult != AdmitResult.SEALED) {
        return note(subject, cost, admitResult == AdmitResult.ADMITTED);
      }
      scope.remove(found);
    }
  }

  private Subject find(int subject, int instant) {
    return scope.subject(NAMES[subject], LimiterModel.instant(instant));
  }

  private static Evaluation evaluation(int cost, int instant) {
    return new Evaluation(
        LimiterModel.LIMIT, LimiterModel.DURATION, cost, LimiterModel.instant(instant));
  }

  private boolean note(int subject, int cost, boolean isAdmitted) {
    if (isAdmitted) {
      admitted.addAndGet(subject, cost);
    }
    return isAdmitted;
  }

  /**
   * Decides a batch as the engine does: evaluate, hold in the same order in all batches, then commit or release all.
   */
  boolean batch(int first, int second, int instant) {
    while (true) {
      HeldCheck zero = new HeldCheck(find(0, instant), evaluation(first, instant));
      HeldCheck one = new HeldCheck(find(1, instant), evaluation(second, instant));
      boolean zeroLooksGood = zero.looksGood();
      boolean oneLooksGood = one.looksGood(); // always: a look advances the time
      if (!zeroLooksGood || !oneLooksGood) {
        return false;
      }
      boolean inOrder = zero.subject.generation() < one.subject.generation();
      HeldCheck earlier = inOrder ? zero : one;
      HeldCheck later = inOrder ? one : zero;
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
  private final class HeldCheck {
    private final Subject subject;
    private final Evaluation evaluation;
    private final Reservation reservation;

    private HeldCheck(Subject subject, Evaluation evaluation) {
      this.subject = subject;
      this.evaluation = evaluation;
      this.reservation = new Reservation(subject, evaluation);
    }

    private boolean looksGood() {
      return !subject.look(evaluation) || evaluation.fits();
    }

    private boolean hold() {
      AdmitResult admitResult = reservation.reserve(false, 0);
      if (admitResult == AdmitResult.SEALED) {
        scope.remove(subject);
      }
      return admitResult == AdmitResult.ADMITTED;
    }
  }

  /** Imports a count as the puller does: into the table first, into a live cell second. */
  void raise(int subject, int count) {
    CellKey key = new CellKey(new SubjectKey("w", "n", NAMES[subject], LimiterModel.DURATION), 0);
    arrived.merge(key, (long) count, Math::max);
    Subject known = scope.find(NAMES[subject]);
    Cell cell = known == null ? null : known.cell(0);
    if (cell != null) {
      cell.raiseForeign(count);
    }
  }

  boolean evict(int subject) {
    Subject known = scope.find(NAMES[subject]);
    if (known == null || !known.tryRetire()) {
      return false;
    }
    scope.remove(known);
    return true;
  }

  /**
   * Publishes as the publisher does: requests the next signal first, then checks whether there was an admission
   * already.
   */
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
   * Checks the state after all calls: everything admitted is published, nothing is held, and imports count. The table
   * keeps the scope exactly if it contains subjects.
   */
  void requireSettled() {
    boolean isEmpty = scope.find(NAMES[0]) == null && scope.find(NAMES[1]) == null;
    require("kept", table.scopeRegistry().isRetained(scope) ? 1 : 0, isEmpty ? 0 : 1);
    for (int subject = 0; subject < 2; subject++) {
      require("published", publish(subject), admitted.get(subject));
      Subject known = scope.find(NAMES[subject]);
      Cell current = known == null ? null : known.current();
      if (current != null) {
        requireSettled(current);
        requireSettled(current.previous());
      }
    }
  }

  private void requireSettled(@Nullable Cell cell) {
    if (cell != null) {
      require("held", cell.isReserved() ? 1 : 0, 0);
      require("imported", cell.foreign(), arrived.getOrDefault(cell.key(), 0L));
    }
  }

  private static void require(String what, long is, long expected) {
    if (is != expected) {
      throw new IllegalStateException(what + " " + is + ", not " + expected);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.AdmissionLog;
import io.weir.window.AdmissionLog.TrailingUsage;
import io.weir.window.Evaluation;
import org.jspecify.annotations.Nullable;

/**
 * Cost that a batch holds in one subject until the whole batch is decided. A single check under an exact window uses a
 * reservation too, because its cost has to be held until its instant is logged. Used by one thread.
 */
public final class Reservation {
  private final Subject subject;
  private final Evaluation evaluation;

  /** The cell that holds the cost, which may be sealed before the batch is decided; null while nothing is held. */
  private @Nullable Cell holder;

  /** Where the instant is recorded once the cost is admitted; null under an ordinary window. */
  private @Nullable AdmissionLog log;

  /** Creates a reservation that holds nothing yet. */
  public Reservation(Subject subject, Evaluation evaluation) {
    this.subject = subject;
    this.evaluation = evaluation;
  }

  /**
   * Spends the cost of a single check if it fits, or unconditionally if forced. SEALED: the subject is retired and
   * must be looked up again.
   */
  static AdmitResult spend(Subject subject, Evaluation e, boolean forced) {
    Reservation reservation = new Reservation(subject, e);
    AdmissionLog instants = subject.log(e.epochMillis());
    synchronized (instants) { // so that two checks never see each other as undecided
      AdmitResult admitResult = reservation.reserve(instants, forced, 0);
      reservation.commit();
      return admitResult;
    }
  }

  /**
   * Holds the cost if it fits in addition to everything else, or unconditionally if forced. SEALED: the subject is
   * retired and must be looked up again.
   *
   * @param already the cost that the same batch already holds of the subject
   */
  public AdmitResult reserve(boolean forced, long already) {
    return evaluation.isExact()
        ? reserve(subject.log(evaluation.epochMillis()), forced, already)
        : reserveInCell(forced, already);
  }

  private AdmitResult reserve(AdmissionLog instants, boolean forced, long already) {
    synchronized (instants) {
      log = instants;
      evaluation.useLog(instants);
      return reserveInCell(forced, already);
    }
  }

  private AdmitResult reserveInCell(boolean forced, long already) {
    Cell cell = subject.cellAt(evaluation.epochMillis());
    while (cell != null) {
      AdmitResult admitResult = cell.reserve(evaluation, forced, already);
      if (admitResult == AdmitResult.ADMITTED) {
        holder = cell;
      }
      if (admitResult != AdmitResult.SEALED) {
        return admitResult;
      }
      cell = subject.successor(evaluation.epochMillis());
    }
    return AdmitResult.SEALED;
  }

  /** Turns what is held into admitted cost. */
  public void commit() {
    Cell cell = holder;
    if (cell != null) {
      holder = null;
      commit(cell);
    }
  }

  private void commit(Cell cell) {
    AdmissionLog instants = log;
    TrailingUsage seen = evaluation.trailing();
    if (instants == null || seen == null) {
      cell.commit(evaluation.cost());
      return;
    }
    synchronized (instants) {
      cell.commit(evaluation.cost());
      instants.recordAdmission(cell.start(), evaluation.cost(), seen.instant());
    }
  }

  /** Releases what is held, if anything. */
  public void release() {
    Cell cell = holder;
    if (cell != null) {
      holder = null;
      cell.release(evaluation.cost());
    }
  }

  /** The check and the counts it saw. */
  public Evaluation evaluation() {
    return evaluation;
  }
}

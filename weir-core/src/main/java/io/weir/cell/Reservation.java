// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.AdmissionLog;
import io.weir.window.AdmissionLog.TrailingUsage;
import io.weir.window.Evaluation;
import org.jspecify.annotations.Nullable;

/**
 * Cost that a batch holds in one subject until all of the batch is decided. A single check under an exact window takes the
 * same way, since its cost has to be held until its instant is logged. Used by one thread.
 */
public final class Reservation {
  private final Subject subject;
  private final Evaluation evaluation;

  /** The cell that holds the cost, which may be sealed before the batch is decided; null while nothing is held. */
  private @Nullable Cell holder;

  /** Where the instant belongs once the cost is admitted; null under an ordinary window. */
  private @Nullable AdmissionLog log;

  /** Holds nothing yet. */
  public Reservation(Subject subject, Evaluation evaluation) {
    this.subject = subject;
    this.evaluation = evaluation;
  }

  /** Spends the cost of a single check if it fits, or anyway if forced. CLOSED: retired, look the subject up again. */
  static AdmitResult spend(Subject subject, Evaluation e, boolean forced) {
    Reservation reservation = new Reservation(subject, e);
    AdmissionLog instants = subject.log(e.epochMillis());
    synchronized (instants) { // so that no two checks see each other as undecided
      AdmitResult admitResult = reservation.reserve(instants, forced, 0);
      reservation.commit();
      return admitResult;
    }
  }

  /**
   * Holds the cost if it fits beside everything else, or anyway if forced. CLOSED: retired, look the subject up again.
   *
   * @param already what the same batch holds of the subject
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

  /** Lets go of what is held, if anything. */
  public void release() {
    Cell cell = holder;
    if (cell != null) {
      holder = null;
      cell.release(evaluation.cost());
    }
  }

  /** What was asked and seen. */
  public Evaluation evaluation() {
    return evaluation;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.Evaluation;
import org.jspecify.annotations.Nullable;

/** Cost that a batch holds in one subject until all of the batch is decided. Used by one thread. */
public final class Reservation {
  private final Subject subject;
  private final Evaluation evaluation;

  /** The cell that holds the cost, which may be sealed before the batch is decided; null while nothing is held. */
  private @Nullable Cell holder;

  /** Holds nothing yet. */
  public Reservation(Subject subject, Evaluation evaluation) {
    this.subject = subject;
    this.evaluation = evaluation;
  }

  /**
   * Holds the cost if it fits beside everything else, or anyway if forced. CLOSED: retired, look the subject up again.
   *
   * @param already what the same batch holds of the subject
   */
  public Admission hold(boolean forced, long already) {
    Cell cell = subject.cellAt(evaluation.epochMillis());
    while (cell != null) {
      Admission admission = cell.hold(evaluation, forced, already);
      if (admission == Admission.ADMITTED) {
        holder = cell;
      }
      if (admission != Admission.CLOSED) {
        return admission;
      }
      cell = subject.successor(evaluation.epochMillis());
    }
    return Admission.CLOSED;
  }

  /** Turns what is held into admitted cost. */
  public void commit() {
    Cell cell = holder;
    if (cell != null) {
      holder = null;
      cell.commit(evaluation.cost());
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

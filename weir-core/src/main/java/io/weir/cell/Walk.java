// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.time.Agent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands every live cell to somebody, a few at a time, when asked to: how news reaches cells that nobody checks. */
public final class Walk implements Agent {

  /** Subjects per step: a table of a million is through in some two thousand steps, between which others have their turn. */
  private static final int STEP = 512;

  private final SubjectTable.Rounds rounds;
  private final Consumer<Cell> visitor;

  /** Ends of the walk still to be seen; a walk that was under way is finished before the whole one begins. */
  private int endsToSee;

  /** Walks this table. */
  public Walk(SubjectTable table, Consumer<Cell> visitor) {
    this.rounds = new SubjectTable.Rounds(table);
    this.visitor = visitor;
  }

  /** Asks for one whole walk from now on. */
  public void request() {
    endsToSee = 2;
  }

  @Override
  public int work() {
    for (int looked = 0; looked < STEP; looked++) {
      if (endsToSee == 0) {
        return looked;
      }
      Subject subject = rounds.next();
      if (subject == null) {
        endsToSee--;
      } else {
        handOver(subject.current());
        handOver(subject.previous());
      }
    }
    return STEP;
  }

  private void handOver(@Nullable Cell cell) {
    if (cell != null && cell.count() > 0) {
      visitor.accept(cell);
    }
  }
}

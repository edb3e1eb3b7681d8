// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.time.Agent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A walk over all subjects of a table, a few at a time, on request: how news reaches subjects that nobody checks. */
public final class SubjectScan implements Agent {

  /** Subjects per step: a table of a million is through in some two thousand steps, between which others have their turn. */
  private static final int STEP_SIZE = 512;

  private final SubjectExpiry.SubjectCycle subjects;
  private final Consumer<Subject> visitor;

  /** Ends of the walk still to be seen; a walk that was under way is finished before the whole one begins. */
  private int remainingRounds;

  /** Walks this table. */
  public SubjectScan(SubjectTable table, Consumer<Subject> visitor) {
    this.subjects = new SubjectExpiry.SubjectCycle(table.scopeRegistry().retained());
    this.visitor = visitor;
  }

  /** Walks this table for those cells that this process admitted something into. */
  public static SubjectScan ofCells(SubjectTable table, Consumer<Cell> visitor) {
    return new SubjectScan(table, subject -> {
      visit(visitor, subject.current());
      visit(visitor, subject.previous());
    });
  }

  private static void visit(Consumer<Cell> visitor, @Nullable Cell cell) {
    if (cell != null && cell.count() > 0) {
      visitor.accept(cell);
    }
  }

  /** Asks for one whole walk from now on. */
  public void request() {
    remainingRounds = 2;
  }

  /** Whether the walk that was asked for is over. */
  public boolean isFinished() {
    return remainingRounds == 0;
  }

  @Override
  public int work() {
    for (int looked = 0; looked < STEP_SIZE; looked++) {
      if (remainingRounds == 0) {
        return looked;
      }
      Subject subject = subjects.next();
      if (subject == null) {
        remainingRounds--;
      } else {
        visitor.accept(subject);
      }
    }
    return STEP_SIZE;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.time.Agent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An incremental scan over all subjects of a table, run on request: it also reaches subjects without traffic. */
public final class SubjectScan implements Agent {

  /** Subjects per step: a million subjects take about two thousand steps, between which other agents run. */
  private static final int STEP_SIZE = 512;

  private final SubjectExpiry.SubjectCycle subjects;
  private final Consumer<Subject> visitor;

  /** Ends of rounds still to be reached; a round in progress is finished before the complete one begins. */
  private int remainingRounds;

  /** Creates a scan of this table. */
  public SubjectScan(SubjectTable table, Consumer<Subject> visitor) {
    this.subjects = new SubjectExpiry.SubjectCycle(table.scopeRegistry().retained());
    this.visitor = visitor;
  }

  /** Creates a scan of this table for the cells into which this process admitted cost. */
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

  /** Requests one complete scan that begins after this call. */
  public void request() {
    remainingRounds = 2;
  }

  /** Whether the requested scan is complete. */
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

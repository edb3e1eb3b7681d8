// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.process.Self;
import io.weir.time.Agent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives this process new names, and takes out of memory all subjects that still have the old ones. */
final class Renewal implements Agent {
  /*
   * Two reasons. A copy of this process writes under the same names, as when a virtual machine is restored from a snapshot
   * while the original lives: both would raise the same fields, and the smaller count would be lost. Or the process finds
   * another data set behind its origin's address: its counts so far belong to the one before, and to the ledger's
   * component of that. In both cases what was written stays, as the count of a process that is gone, and subjects that are
   * looked up again start at zero and read it.
   */

  private final Self self;
  private final SubjectTable table;
  private final SubjectTable.Walk retiring;

  /** Hears of each cell that the new data set does not know, of a subject that was retired. */
  private final Consumer<Cell> unknown;

  /** Hears that the names have changed. */
  private final Runnable renamed;

  private int firstGeneration;
  private boolean hasMoved;

  Renewal(Self self, SubjectTable table, Consumer<Cell> unknown, Runnable renamed) {
    this.self = self;
    this.table = table;
    this.unknown = unknown;
    this.renamed = renamed;
    this.retiring = new SubjectTable.Walk(table, this::retire);
  }

  /** Another process writes under the same names. */
  void duplicated() {
    renew(self.incarnation().dataSet(), false);
  }

  /** The origin holds another data set than before. */
  void moved(String dataSet) {
    renew(dataSet, true);
  }

  private void renew(String dataSet, boolean isOtherDataSet) {
    self.observer().happened(Event.INCARNATION_RENEWED, 1);
    hasMoved |= isOtherDataSet;
    firstGeneration = table.nextGeneration();
    self.incarnation().renew(firstGeneration, dataSet);
    renamed.run();
    retiring.request();
  }

  private void retire(Subject subject) {
    if (subject.generation() - firstGeneration < 0) { // by their difference: generations may wrap
      table.retire(subject);
      if (hasMoved) {
        pass(subject.current());
        pass(subject.previous());
      }
    }
  }

  private void pass(@Nullable Cell cell) {
    if (cell != null && cell.count() > 0) {
      unknown.accept(cell);
    }
  }

  @Override
  public int work() {
    int done = retiring.work();
    hasMoved &= !retiring.isOver();
    return done;
  }
}

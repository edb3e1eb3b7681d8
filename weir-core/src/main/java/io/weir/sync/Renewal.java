// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.process.Self;
import io.weir.time.Agent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives this process new names, and takes out of memory all subjects that still have the old ones. */
public final class Renewal implements Agent {
  /*
   * A copy of this process writes under the same names, as when a virtual machine is restored from a snapshot while the
   * original lives: both would raise the same fields, and the smaller count would be lost. Or the process finds another
   * data set behind its origin's address: its counts so far belong to the one before, and to the ledger's component of
   * that. Or the origin lost its data while this process was cut off, and others have restored what was known of it. Or the
   * process learns only now which component of the ledger is its own. In all cases what was written stays, as the count of a
   * process that is gone, and subjects that are looked up again start at zero and read it.
   */

  private final Self self;
  private final SubjectTable table;
  private final SubjectTable.Walk retiring;

  /** Hears that the names have changed. */
  private final Runnable renamed;

  /** Whether so many cells of retired subjects wait to be published that more of them would not fit into memory. */
  private final BooleanSupplier isOverrun;

  private int firstGeneration;

  /** Hears of the cells of retired subjects whose names are closed. */
  private Consumer<Cell> receiver = cell -> {};

  /** Gives this process new names, and retires the subjects of this table that have old ones. */
  public Renewal(Self self, SubjectTable table, Runnable renamed, BooleanSupplier isOverrun) {
    this.self = self;
    this.table = table;
    this.renamed = renamed;
    this.isOverrun = isOverrun;
    this.retiring = new SubjectTable.Walk(table, this::retire);
  }

  /** Renews the names, and lets the counts under the old ones be published. */
  public void renew() {
    renew(self.incarnation().dataSet());
  }

  /** The same, but nothing more is published under the old names: the receiver gets each cell instead. */
  public void renew(String dataSet, Consumer<Cell> newReceiver) {
    self.incarnation().close();
    receiver = newReceiver;
    renew(dataSet);
  }

  private void renew(String dataSet) {
    self.observer().happened(Event.INCARNATION_RENEWED, 1);
    firstGeneration = table.nextGeneration();
    self.incarnation().renew(firstGeneration, dataSet);
    renamed.run();
    retiring.request();
  }

  private void retire(Subject subject) {
    if (subject.generation() - firstGeneration < 0) { // by their difference: generations may wrap
      table.retire(subject);
      if (self.incarnation().isClosed(subject.generation())) {
        pass(subject.current());
        pass(subject.previous());
      }
    }
  }

  private void pass(@Nullable Cell cell) {
    if (cell != null && cell.regional() > 0) {
      receiver.accept(cell);
    }
  }

  @Override
  public int work() {
    return isOverrun.getAsBoolean() ? 0 : retiring.work();
  }
}

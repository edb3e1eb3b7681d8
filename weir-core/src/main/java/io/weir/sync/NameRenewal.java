// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectScan;
import io.weir.cell.SubjectTable;
import io.weir.process.ProcessContext;
import io.weir.time.Agent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The agent that gives this process new names, and removes from memory all subjects that still have the old ones. */
public final class NameRenewal implements Agent {
  /*
   * There are several reasons. A copy of this process writes under the same names, as when a virtual machine is
   * restored from a snapshot while the original lives: both would raise the same fields, and the smaller count would
   * be lost. Or the process finds another data set behind its origin's address: its counts so far belong to the
   * previous data set, and to that data set's component in the ledger. Or the origin lost its data while this process
   * was cut off, and others have restored what was known of it. Or the process learns only now which component of the
   * ledger is its own. In all cases the counts already written stay, as those of a process that is gone, and subjects
   * that are looked up again start at zero and read them.
   */

  private final ProcessContext processContext;
  private final SubjectTable table;
  private final SubjectScan retiring;

  /** Called when the names have changed. */
  private final Runnable onRenewed;

  /** Whether so many cells of retired subjects wait to be published that no more of them would fit into memory. */
  private final BooleanSupplier isOverloaded;

  private int firstGeneration;

  /** Receives the cells of retired subjects whose names are closed. */
  private Consumer<Cell> receiver = cell -> {};

  /** Creates a renewal of this process's names, which retires the subjects of this table that have old ones. */
  public NameRenewal(
      ProcessContext processContext,
      SubjectTable table,
      Runnable onRenewed,
      BooleanSupplier isOverloaded) {
    this.processContext = processContext;
    this.table = table;
    this.onRenewed = onRenewed;
    this.isOverloaded = isOverloaded;
    this.retiring = new SubjectScan(table, this::retire);
  }

  /** Renews the names. The counts under the old names are still published. */
  public void renew() {
    renew(processContext.incarnation().dataSet());
  }

  /** Renews the names. Nothing more is published under the old names: the receiver gets each cell instead. */
  public void renew(String dataSet, Consumer<Cell> newReceiver) {
    processContext.incarnation().close();
    receiver = newReceiver;
    renew(dataSet);
  }

  private void renew(String dataSet) {
    processContext.observer().onEvent(Event.INCARNATION_RENEWED, 1);
    firstGeneration = table.nextGeneration();
    processContext.incarnation().renew(firstGeneration, dataSet);
    onRenewed.run();
    retiring.request();
  }

  private void retire(Subject subject) {
    if (subject.generation() - firstGeneration < 0) { // by difference: they may wrap
      table.retire(subject);
      if (processContext.incarnation().isClosed(subject.generation())) {
        handOver(subject.current());
        handOver(subject.previous());
      }
    }
  }

  private void handOver(@Nullable Cell cell) {
    if (cell != null && cell.regional() > 0) {
      receiver.accept(cell);
    }
  }

  @Override
  public int work() {
    return isOverloaded.getAsBoolean() ? 0 : retiring.work();
  }
}

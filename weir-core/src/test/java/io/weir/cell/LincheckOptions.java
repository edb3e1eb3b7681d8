// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** The options of the model checker: how much every build spends on it. */
public final class LincheckOptions {
  /*
   * Two threads of up to three steps, because each race in these classes is between two threads. A third thread would
   * multiply the interleavings, and leave most of them unchecked.
   *
   * Each test defines the scenarios that its classes are most likely to get wrong. The random ones, the same in every
   * run, are for unexpected cases. All of it together takes a minute on a busy machine. Before a change of these
   * classes is merged, ten times as many take ten minutes: -Dweir.lincheck.effort=10.
   */

  private static final int THREADS = 2;
  private static final int STEPS = 3;

  /** Random scenarios on a cell: about 2 ms for each interleaving. */
  private static final int CELL_SCENARIOS = 20;

  /** Random scenarios on a table: about 10 ms for each interleaving, which includes creating and rotating. */
  private static final int TABLE_SCENARIOS = 8;

  /**
   * Random scenarios on an engine: each interleaving takes about twice as long as on a table, and the engine's parts
   * are checked separately.
   */
  private static final int ENGINE_SCENARIOS = 2;

  /** Nearly every position of one switch between the threads, and most positions of two: what the races here need. */
  private static final int INTERLEAVINGS = 150;

  private static final int FACTOR = Integer.getInteger("weir.lincheck.effort", 1);

  private LincheckOptions() {}

  /** Returns options for one cell. */
  public static ModelCheckingOptions forCell() {
    return scenarios(CELL_SCENARIOS * FACTOR);
  }

  /** Returns options for a table of subjects. */
  public static ModelCheckingOptions forTable() {
    return scenarios(TABLE_SCENARIOS * FACTOR);
  }

  /** Returns options for a whole engine. */
  public static ModelCheckingOptions forEngine() {
    return scenarios(ENGINE_SCENARIOS * FACTOR);
  }

  private static ModelCheckingOptions scenarios(int number) {
    return new ModelCheckingOptions()
        .threads(THREADS)
        .actorsPerThread(STEPS)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(number)
        .invocationsPerIteration(INTERLEAVINGS)
        // The JDK's maps are trusted: no switch happens inside their methods.
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(name -> name.startsWith("java.util."))
            .allMethods()
            .treatAsAtomic())
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(LincheckOptions::isPure)
            .allMethods()
            .ignore());
  }

  /** Whether the class has only functions of values that one thread holds, or names. */
  private static boolean isPure(String className) {
    return className.startsWith("io.weir.window.")
        || className.equals("io.weir.CellKey")
        || className.equals("io.weir.SubjectKey")
        || className.equals("io.weir.cell.LimiterModel");
  }
}

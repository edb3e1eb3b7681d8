// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How much model checking every build pays for. */
public final class LincheckOptions {
  /*
   * Two threads of up to three steps: each race in these classes is one between two threads. A third thread would
   * multiply the interleavings, and leave most of them out.
   *
   * Each test brings the scenarios by hand that its classes are most likely to get wrong; the random ones, the same in
   * every run, are there for what nobody thought of. All of it together takes a minute on a busy machine; before a change
   * of these classes is merged, ten times as many cost ten minutes: -Dweir.lincheck.effort=10.
   */

  private static final int THREADS = 2;
  private static final int STEPS = 3;

  /** Random scenarios on a cell: some 2 ms for each interleaving. */
  private static final int CELL_SCENARIOS = 20;

  /** Random scenarios on a table: some 10 ms for each interleaving, since creating and rotating is in them. */
  private static final int TABLE_SCENARIOS = 8;

  /** Random scenarios on an engine: twice as slow again, and its parts are checked on their own. */
  private static final int ENGINE_SCENARIOS = 2;

  /** Nearly every place for one switch between the threads, and most places for two: what the races here need. */
  private static final int INTERLEAVINGS = 150;

  private static final int FACTOR = Integer.getInteger("weir.lincheck.effort", 1);

  private LincheckOptions() {}

  /** Random scenarios on one cell. */
  public static ModelCheckingOptions forCell() {
    return scenarios(CELL_SCENARIOS * FACTOR);
  }

  /** Random scenarios on a table of subjects. */
  public static ModelCheckingOptions forTable() {
    return scenarios(TABLE_SCENARIOS * FACTOR);
  }

  /** Random scenarios on a whole engine. */
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
        // The JDK's maps are taken at their word: no switch happens inside their methods.
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(name -> name.startsWith("java.util."))
            .allMethods()
            .treatAsAtomic())
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(LincheckOptions::isPure)
            .allMethods()
            .ignore());
  }

  /** Functions of values that one thread holds, and the names of things. */
  private static boolean isPure(String className) {
    return className.startsWith("io.weir.window.")
        || className.equals("io.weir.CellKey")
        || className.equals("io.weir.SubjectKey")
        || className.equals("io.weir.cell.LimiterModel");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests checks, batches and publishing while a window ends: nothing is admitted that does not fit, and nothing is
 * lost.
 */
@Param(name = "subject", gen = IntGen.class, conf = "0:1")
@Param(name = "cost", gen = IntGen.class, conf = "1:3")
@Param(name = "instant", gen = IntGen.class, conf = "0:2")
@Tag("stress")
public class RolloverLinearizabilityTest {
  private final TwoSubjectProcess process = TwoSubjectProcess.warm();

  @Operation
  public boolean admit(
      @Param(name = "subject") int subject,
      @Param(name = "cost") int cost,
      @Param(name = "instant") int instant) {
    return process.admit(subject, cost, instant);
  }

  @Operation
  public boolean batch(
      @Param(name = "cost") int first,
      @Param(name = "cost") int second,
      @Param(name = "instant") int instant) {
    return process.batch(first, second, instant);
  }

  @Operation(nonParallelGroup = "agent")
  public long publish(@Param(name = "subject") int subject) {
    return process.publish(subject);
  }

  @Validate
  public void everythingAdmittedIsPublishedAndNothingHeld() {
    process.requireSettled();
  }

  @Test
  void allowsFitAndRefusalsFollowWhileWindowsEnd() {
    LincheckOptions.forTable()
        .addCustomScenario(aLateCheck())
        .addCustomScenario(twoBatchesOfWhichOnlyOneFits())
        .addCustomScenario(aBatchAcrossWindows())
        .addCustomScenario(aSignalDuringAPoll())
        .sequentialSpecification(LimiterModel.class)
        .verifier(ModelVerifier.class)
        .check(RolloverLinearizabilityTest.class);
  }

  /** A check with an instant before the current window. */
  private static ExecutionScenario aLateCheck() {
    return scenario()
        .thread()
        .then("admit", 0, 2, 0)
        .then("publish", 0)
        .thread()
        .then("admit", 0, 2, 1)
        .then("admit", 0, 1, 2)
        .build();
  }

  /** Two batches, of which only one fits. */
  private static ExecutionScenario twoBatchesOfWhichOnlyOneFits() {
    return scenario()
        .thread()
        .then("batch", 2, 2, 0)
        .thread()
        .then("batch", 2, 2, 1)
        .then("publish", 0)
        .build();
  }

  /** A batch that is committed after its window has ended. */
  private static ExecutionScenario aBatchAcrossWindows() {
    return scenario()
        .thread()
        .then("batch", 2, 1, 0)
        .thread()
        .then("admit", 0, 2, 1)
        .then("admit", 0, 2, 1)
        .then("publish", 0)
        .build();
  }

  /** A signal concurrent with the poll of the previous one. */
  private static ExecutionScenario aSignalDuringAPoll() {
    return scenario()
        .thread()
        .then("admit", 0, 1, 0)
        .then("admit", 0, 1, 0)
        .thread()
        .then("publish", 0)
        .then("publish", 0)
        .build();
  }

  private static Scenario scenario() {
    return new Scenario(RolloverLinearizabilityTest.class);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests checks, batches, imports and publishing while subjects leave memory and return: nothing is lost. */
@Param(name = "subject", gen = IntGen.class, conf = "0:1")
@Param(name = "cost", gen = IntGen.class, conf = "1:2")
@Tag("stress")
public class EvictionLinearizabilityTest {
  private final TwoSubjectProcess process = new TwoSubjectProcess();

  @Operation
  public boolean admit(@Param(name = "subject") int subject, @Param(name = "cost") int cost) {
    return process.admit(subject, cost, 0);
  }

  @Operation
  public boolean batch(@Param(name = "cost") int first, @Param(name = "cost") int second) {
    return process.batch(first, second, 0);
  }

  @Operation
  public boolean evict(@Param(name = "subject") int subject) {
    return process.evict(subject);
  }

  @Operation
  public void raise(@Param(name = "subject") int subject, @Param(name = "cost") int count) {
    process.raise(subject, count);
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
  void nothingIsLostWhileSubjectsAreEvictedAndReturn() {
    LincheckOptions.forTable()
        .addCustomScenario(aCheckDuringEviction())
        .addCustomScenario(aBatchDuringEviction())
        .addCustomScenario(anImportForAReturningSubject())
        .addCustomScenario(twoEvictionsOfOneSubject())
        .sequentialSpecification(LimiterModel.class)
        .verifier(ModelVerifier.class)
        .check(EvictionLinearizabilityTest.class);
  }

  /** A check on a subject that is being evicted. */
  private static ExecutionScenario aCheckDuringEviction() {
    return scenario()
        .thread()
        .then("admit", 0, 1)
        .then("admit", 0, 1)
        .thread()
        .then("evict", 0)
        .then("publish", 0)
        .build();
  }

  /** A batch on subjects that are being evicted. */
  private static ExecutionScenario aBatchDuringEviction() {
    return scenario()
        .thread()
        .then("batch", 1, 2)
        .thread()
        .then("evict", 0)
        .then("evict", 1)
        .build();
  }

  /** An import for a subject that is evicted and returns. */
  private static ExecutionScenario anImportForAReturningSubject() {
    return scenario()
        .thread()
        .then("admit", 0, 1)
        .then("evict", 0)
        .then("admit", 0, 2)
        .thread()
        .then("raise", 0, 2)
        .build();
  }

  /** Two threads that evict the same subject. */
  private static ExecutionScenario twoEvictionsOfOneSubject() {
    return scenario()
        .thread()
        .then("admit", 0, 1)
        .then("evict", 0)
        .thread()
        .then("evict", 0)
        .build();
  }

  private static Scenario scenario() {
    return new Scenario(EvictionLinearizabilityTest.class);
  }
}

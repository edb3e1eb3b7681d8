// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.origin.Origin;
import io.weir.time.ManualClock;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Verifies that the contract finds every fault, and that each of its tests finds one. */
class OriginContractProofTest {
  /** Anonymous, because a named subclass would be run as a test. */
  private static OriginContract trial(FaultyOrigin.Fault fault, CellNaming cellNaming) {
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    FaultyOrigin origin = new FaultyOrigin(fault, cellNaming, clock);
    return new OriginContract() {
      @Override
      protected Origin createOrigin() {
        return origin;
      }

      @Override
      protected void letTimePass(long millis) {
        clock.advanceMillis(millis);
      }

      @Override
      protected boolean tryWipe() {
        origin.wipe();
        return true;
      }
    };
  }

  private static Set<String> failing(FaultyOrigin.Fault fault, CellNaming cellNaming) {
    return ContractRun.failing(OriginContract.class, () -> trial(fault, cellNaming));
  }

  @Test
  void anOriginWithoutFaultPasses() {
    assertThat(failing(FaultyOrigin.Fault.NONE, CellNaming.EXACT)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aFaultIsFound(FaultyOrigin.Fault fault) {
    assertThat(failing(fault, CellNaming.EXACT)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXACT")
  void aConfusingNameIsFound(CellNaming cellNaming) {
    assertThat(failing(FaultyOrigin.Fault.NONE, cellNaming)).isNotEmpty();
  }

  @Test
  void everyTestFindsAFault() {
    Set<String> useful = new TreeSet<>();
    for (FaultyOrigin.Fault fault : FaultyOrigin.Fault.values()) {
      useful.addAll(failing(fault, CellNaming.EXACT));
    }
    for (CellNaming cellNaming : CellNaming.values()) {
      useful.addAll(failing(FaultyOrigin.Fault.NONE, cellNaming));
    }

    assertThat(useful).isEqualTo(ContractRun.tests(OriginContract.class));
  }
}

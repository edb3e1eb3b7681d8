// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.Ledger;
import io.weir.time.ManualClock;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Verifies that the contract finds every fault, and that each of its tests finds one. */
class LedgerContractProofTest {
  /** Anonymous, because a named subclass would be run as a test. */
  private static LedgerContract trial(FaultyLedger.Fault fault, CellNaming cellNaming) {
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    FaultyLedger ledger = new FaultyLedger(fault, cellNaming, clock);
    return new LedgerContract() {
      @Override
      protected Ledger createLedger() {
        return ledger;
      }

      @Override
      protected void letTimePass(long millis) {
        clock.advanceMillis(millis);
      }

      @Override
      protected long epochMillis() {
        return clock.epochMillis();
      }
    };
  }

  private static Set<String> failing(FaultyLedger.Fault fault, CellNaming cellNaming) {
    return ContractRun.failing(LedgerContract.class, () -> trial(fault, cellNaming));
  }

  @Test
  void aLedgerWithoutFaultPasses() {
    assertThat(failing(FaultyLedger.Fault.NONE, CellNaming.EXACT)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aFaultIsFound(FaultyLedger.Fault fault) {
    assertThat(failing(fault, CellNaming.EXACT)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXACT")
  void aConfusingNameIsFound(CellNaming cellNaming) {
    assertThat(failing(FaultyLedger.Fault.NONE, cellNaming)).isNotEmpty();
  }

  @Test
  void everyTestFindsAFault() {
    Set<String> useful = new TreeSet<>();
    for (FaultyLedger.Fault fault : FaultyLedger.Fault.values()) {
      useful.addAll(failing(fault, CellNaming.EXACT));
    }
    for (CellNaming cellNaming : CellNaming.values()) {
      useful.addAll(failing(FaultyLedger.Fault.NONE, cellNaming));
    }

    assertThat(useful).isEqualTo(ContractRun.tests(LedgerContract.class));
  }
}

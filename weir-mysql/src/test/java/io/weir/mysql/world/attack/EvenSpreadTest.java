// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the even-spread attack: ten regions, each of which sees a tenth. What stays hidden, and what is admitted in
 * total, is printed for every policy and asserted for Weir's own.
 */
@Tag("integration")
class EvenSpreadTest {
  private static final LimitPolicy LIMIT = EvenSpreadAttack.LIMIT;
  private static final long BOUNDARY = LIMIT.durationMillis();

  @ParameterizedTest
  @CsvSource({
    "2, 0",
    "4, 0",
    "10, 0",
    "30, 0",
    "100, 0",
    "2, 59000",
    "4, 59000",
    "10, 59000",
    "30, 59000",
    "100, 59000"
  })
  void aFloodOverTenRegionsExceedsOnlyByTheLag(int limits, long phase) {
    long exact = admittedByOne(limits, phase);
    double perMilli = (double) limits * LIMIT.amount() / LIMIT.durationMillis();
    MeasurementLog.add(
        "even spread, %d limits offered from %ds on:".formatted(limits, phase / 1_000));
    for (PushPolicy policy : PushPolicy.values()) {
      try (EvenSpreadAttack evenSpreadAttack = new EvenSpreadAttack(policy, phase)) {
        evenSpreadAttack.flood(limits);
        MeasurementLog.add("  " + evenSpreadAttack);
        if (policy == PushPolicy.WEIR) {
          assertThat(evenSpreadAttack.unpushed()).as("units never told").isZero();
          assertThat(evenSpreadAttack.admitted())
              .isLessThanOrEqualTo(exact
                  + (long) Math.ceil(perMilli * evenSpreadAttack.lagMillis())
                  + EvenSpreadAttack.REGIONS);
          assertThat(evenSpreadAttack.hidden()).isLessThan(LIMIT.amount());
        } else {
          assertThat(evenSpreadAttack.admitted()).isGreaterThanOrEqualTo(LIMIT.amount());
        }
      }
    }
  }

  @Test
  void stayingBelowTheThresholdHidesLessThanOneLimit() {
    for (PushPolicy policy : PushPolicy.values()) {
      try (EvenSpreadAttack evenSpreadAttack = new EvenSpreadAttack(policy, 20_000)) {
        evenSpreadAttack.stayBelow();
        evenSpreadAttack.passUntil(50_000);
        MeasurementLog.add("just below, within a window:  " + evenSpreadAttack);
        assertThat(evenSpreadAttack.pushLag()).as("something was told").isZero();
        assertHidden(evenSpreadAttack, policy, 1);
      }
    }
  }

  @Test
  void stayingBelowAcrossABoundaryHidesLessThanOneLimit() {
    for (PushPolicy policy : PushPolicy.values()) {
      try (EvenSpreadAttack evenSpreadAttack = new EvenSpreadAttack(policy, 59_000)) {
        evenSpreadAttack.stayBelow();
        evenSpreadAttack.passUntil(BOUNDARY);
        if (policy == PushPolicy.WEIR) {
          evenSpreadAttack.stayBelow();
        } else {
          evenSpreadAttack.stayBelowInThisWindow();
        }
        evenSpreadAttack.passUntil(BOUNDARY + 3_000);
        MeasurementLog.add("just below, on a boundary:    " + evenSpreadAttack);
        assertHidden(evenSpreadAttack, policy, 2);
      }
    }
  }

  @Test
  void refillingBelowTheThresholdHidesLessThanOneLimit() {
    try (EvenSpreadAttack evenSpreadAttack = new EvenSpreadAttack(PushPolicy.WEIR, 59_000)) {
      for (long at = 59_000; at <= BOUNDARY + 60_000; at += 500) {
        evenSpreadAttack.passUntil(at);
        evenSpreadAttack.stayBelow();
      }
      MeasurementLog.add("just below, refilling:        " + evenSpreadAttack);
      assertHidden(evenSpreadAttack, PushPolicy.WEIR, 1);
    }
  }

  /** Asserts Weir's guarantee, and that the attack is effective: under the other policies it hides several limits. */
  private static void assertHidden(
      EvenSpreadAttack evenSpreadAttack, PushPolicy policy, int windows) {
    if (policy == PushPolicy.WEIR) {
      assertThat(evenSpreadAttack.hidden())
          .isLessThan(LIMIT.amount())
          .isGreaterThan(LIMIT.amount() / 2);
    } else {
      long each = policy.terms().threshold(LIMIT.amount(), EvenSpreadAttack.REGIONS) - 1;
      assertThat(evenSpreadAttack.hidden())
          .isGreaterThanOrEqualTo(
              windows * each * EvenSpreadAttack.REGIONS - EvenSpreadAttack.REGIONS);
    }
  }

  /** Returns what a single limiter that sees everything admits of the same offer. */
  private static long admittedByOne(int limits, long phase) {
    TestProcesses testProcesses =
        new TestProcesses(TestProcesses.START + LIMIT.durationMillis() + phase, 1);
    TestProcess one = testProcesses.add(builder -> builder);
    long offered = limits * LIMIT.amount();
    long admitted = 0;
    long spent = 0;
    for (long passed = 0; passed < LIMIT.durationMillis(); passed += 10) {
      for (; spent * LIMIT.durationMillis() < offered * passed; spent++) {
        admitted += one.check(LIMIT, AttackedRegion.ATTACKER).allowed() ? 1 : 0;
      }
      testProcesses.clock().advanceMillis(10);
    }
    return admitted;
  }
}

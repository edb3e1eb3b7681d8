// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The even-spread attack: ten regions, each of which sees a tenth. What stays hidden, and what is admitted in all, logged for
 * every policy and asserted for Weir's own.
 */
@Tag("integration")
class EvenSpreadTest {
  private static final Limit LIMIT = Attack.LIMIT;
  private static final long BOUNDARY = LIMIT.durationMillis();

  @ParameterizedTest
  @DisplayName(
      "a flood spread over ten regions admits what one limiter would, and what comes within the lag")
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
  void aFlood(int limits, long phase) {
    long exact = admittedByOne(limits, phase);
    double perMilli = (double) limits * LIMIT.amount() / LIMIT.durationMillis();
    MeasurementLog.add(
        "even spread, %d limits offered from %ds on:".formatted(limits, phase / 1_000));
    for (PushPolicy policy : PushPolicy.values()) {
      try (Attack attack = new Attack(policy, phase)) {
        attack.flood(limits);
        MeasurementLog.add("  " + attack);
        if (policy == PushPolicy.WEIR) {
          assertThat(attack.untold()).as("units never told").isZero();
          assertThat(attack.admitted())
              .isLessThanOrEqualTo(
                  exact + (long) Math.ceil(perMilli * attack.lagMillis()) + Attack.REGIONS);
          assertThat(attack.hidden()).isLessThan(LIMIT.amount());
        } else {
          assertThat(attack.admitted()).isGreaterThanOrEqualTo(LIMIT.amount());
        }
      }
    }
  }

  @Test
  @DisplayName(
      "who stays just below the threshold in every region hides less than one limit under Weir's policy")
  void stayingBelow() {
    for (PushPolicy policy : PushPolicy.values()) {
      try (Attack attack = new Attack(policy, 20_000)) {
        attack.stayBelow();
        attack.passUntil(50_000);
        MeasurementLog.add("just below, within a window:  " + attack);
        assertThat(attack.pushLag()).as("something was told").isZero();
        assertHidden(attack, policy, 1);
      }
    }
  }

  @Test
  @DisplayName("the same just before and just after a boundary")
  void stayingBelowOnBothSidesOfABoundary() {
    for (PushPolicy policy : PushPolicy.values()) {
      try (Attack attack = new Attack(policy, 59_000)) {
        attack.stayBelow();
        attack.passUntil(BOUNDARY);
        if (policy == PushPolicy.WEIR) {
          attack.stayBelow();
        } else {
          attack.stayBelowInThisWindow();
        }
        attack.passUntil(BOUNDARY + 3_000);
        MeasurementLog.add("just below, on a boundary:    " + attack);
        assertHidden(attack, policy, 2);
      }
    }
  }

  @Test
  @DisplayName(
      "who refills what decays, all through a window, hides less than one limit under Weir's policy")
  void stayingBelowForAWindow() {
    try (Attack attack = new Attack(PushPolicy.WEIR, 59_000)) {
      for (long at = 59_000; at <= BOUNDARY + 60_000; at += 500) {
        attack.passUntil(at);
        attack.stayBelow();
      }
      MeasurementLog.add("just below, refilling:        " + attack);
      assertHidden(attack, PushPolicy.WEIR, 1);
    }
  }

  /** Weir's promise, and that the attack is a good one: under the other policies it hides several limits. */
  private static void assertHidden(Attack attack, PushPolicy policy, int windows) {
    if (policy == PushPolicy.WEIR) {
      assertThat(attack.hidden()).isLessThan(LIMIT.amount()).isGreaterThan(LIMIT.amount() / 2);
    } else {
      long each = policy.terms().threshold(LIMIT.amount(), Attack.REGIONS) - 1;
      assertThat(attack.hidden())
          .isGreaterThanOrEqualTo(windows * each * Attack.REGIONS - Attack.REGIONS);
    }
  }

  /** What one limiter that sees everything admits of the same offer. */
  private static long admittedByOne(int limits, long phase) {
    Peers peers = new Peers(Peers.START + LIMIT.durationMillis() + phase, 1);
    Peer one = peers.add(builder -> builder);
    long offered = limits * LIMIT.amount();
    long admitted = 0;
    long spent = 0;
    for (long passed = 0; passed < LIMIT.durationMillis(); passed += 10) {
      for (; spent * LIMIT.durationMillis() < offered * passed; spent++) {
        admitted += one.check(LIMIT, Victim.ATTACKER).allowed() ? 1 : 0;
      }
      peers.clock().advanceMillis(10);
    }
    return admitted;
  }
}

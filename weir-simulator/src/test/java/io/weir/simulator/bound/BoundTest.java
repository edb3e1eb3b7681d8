// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy.Terms;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BoundTest {
  private static final OriginOptions ORIGIN = OriginOptions.defaults();
  private static final LedgerOptions LEDGER = LedgerOptions.defaults();

  private static Bound bound(long near, long far, LedgerOptions ledger, long tick) {
    Terrain terrain = new Terrain(10, 3, new Delay(0, near), new Delay(0, far));
    return Bound.of(new Bound.Fleet(terrain, ORIGIN, ledger, tick));
  }

  @Test
  @DisplayName(
      "telling takes a publish, the pusher's pace and three ways; hearing a pause and four ways")
  void waysAndPauses() {
    Bound here = bound(0, 0, LEDGER, 0);
    Bound far = bound(2, 50, LEDGER, 5);

    // 250 ms of pace with a fifth of jitter, patience, lead and gap; 500 ms with a fifth of jitter.
    assertThat(here.tellMillis())
        .isEqualTo(ORIGIN.publishDelayMillis() + ORIGIN.publishGapMillis() + 300 + 300 + 900 + 100);
    assertThat(here.hearMillis()).isEqualTo(600);
    assertThat(far.tellMillis()).isEqualTo(here.tellMillis() + 2 * 2 + 3 * 50 + 5 * 5);
    assertThat(far.hearMillis()).isEqualTo(here.hearMillis() + 4 * 50 + 5 * 5);
    assertThat(far.regions()).isEqualTo(10);
    assertThat(far.nodes()).isEqualTo(3);
  }

  @Test
  @DisplayName("slower terms make it longer by as much, jitter included")
  void terms() {
    LedgerOptions slow = LEDGER.withTerms(new Terms(Terms.ONE_SHARE, 1_250, 2_500));

    assertThat(bound(2, 50, slow, 5).tellMillis() - bound(2, 50, LEDGER, 5).tellMillis())
        .isEqualTo(1_200);
    assertThat(bound(2, 50, slow, 5).hearMillis() - bound(2, 50, LEDGER, 5).hearMillis())
        .isEqualTo(2_400);
  }

  @Test
  @DisplayName(
      "the horizon is three tellings and three hearings, and one of each once regions know of another")
  void horizons() {
    Bound bound = new Bound(1_000, 100, 10, 3);

    assertThat(bound.horizonMillis()).isEqualTo(3_300);
    assertThat(bound.settledMillis()).isEqualTo(1_100);
  }

  @Test
  @DisplayName("beside what is offered, each process and each region may be wrong by one check")
  void units() {
    assertThat(new Bound(1_000, 100, 10, 3).units(500, 1)).isEqualTo(540);
    assertThat(new Bound(1_000, 100, 10, 3).units(500, 7)).isEqualTo(780);
    assertThat(new Bound(1_000, 100, 10, 3).units(0, 0)).isZero();
  }

  @Test
  @DisplayName("a trial says how much of its bound was used")
  void share() {
    assertThat(new Trial(1, "", 0.5, 2).share()).isEqualTo(0.25);
    assertThat(new Trial(1, "", 3, 2).share()).isEqualTo(1.5);
    assertThat(new Trial(1, "", 0, 0).share()).isZero();
    assertThat(new Trial(1, "", 0.1, 0).share()).isGreaterThan(1);
  }
}

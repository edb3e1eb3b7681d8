// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy.Terms;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import java.time.Duration;
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
    assertThat(here.delays().tellMillis())
        .isEqualTo(ORIGIN.publishDelayMillis() + ORIGIN.publishGapMillis() + 300 + 300 + 900 + 100);
    assertThat(here.delays().hearMillis()).isEqualTo(600);
    assertThat(far.delays().tellMillis())
        .isEqualTo(here.delays().tellMillis() + 2 * 2 + 3 * 50 + 5 * 5);
    assertThat(far.delays().hearMillis()).isEqualTo(here.delays().hearMillis() + 4 * 50 + 5 * 5);
    assertThat(far.regions()).isEqualTo(10);
    assertThat(far.nodes()).isEqualTo(3);
  }

  @Test
  @DisplayName("slower terms make it longer by as much, jitter included")
  void terms() {
    LedgerOptions slow = LEDGER.withTerms(new Terms(Terms.ONE_SHARE, 1_250, 2_500));

    assertThat(bound(2, 50, slow, 5).delays().tellMillis()
            - bound(2, 50, LEDGER, 5).delays().tellMillis())
        .isEqualTo(1_200);
    assertThat(bound(2, 50, slow, 5).delays().hearMillis()
            - bound(2, 50, LEDGER, 5).delays().hearMillis())
        .isEqualTo(2_400);
  }

  private static final Bound.Delays DELAYS = new Bound.Delays(1_000, 100, 90, 600);
  private static final Limit LIMIT = Limit.of(1_000, Duration.ofMinutes(1));

  @Test
  @DisplayName(
      "the horizon is three tellings and three hearings, one of each once regions know of another, and short in one region")
  void horizons() {
    Bound bound = new Bound(DELAYS, 10, 3);

    assertThat(bound.horizonMillis()).isEqualTo(3_300);
    assertThat(bound.settledMillis()).isEqualTo(1_100);
    assertThat(new Bound(DELAYS, 1, 3).horizonMillis()).isEqualTo(90);
  }

  @Test
  @DisplayName(
      "one region waits for a publish under way, a gap, five ways and the age of an old view")
  void regionMillis() {
    assertThat(bound(2, 50, LEDGER, 5).delays().regionMillis()).isEqualTo(5 * 2 + 5 + 60 + 5 * 5);
  }

  @Test
  @DisplayName(
      "in one region, each process may add a check to what is offered, or its part of a hundredth of the limit")
  void oneRegion() {
    Bound bound = new Bound(DELAYS, 1, 5);

    assertThat(bound.units(20, 1, LIMIT)).isEqualTo(20 + 5 * 2);
    assertThat(bound.units(20, 7, LIMIT)).isEqualTo(20 + 5 * 7);
    assertThat(bound.units(20, 1, Limit.of(10, Duration.ofMinutes(1)))).isEqualTo(20 + 5);
    assertThat(bound.units(0, 0, LIMIT)).isZero();
  }

  @Test
  @DisplayName("one process never exceeds a limit")
  void oneProcess() {
    assertThat(new Bound(DELAYS, 1, 1).units(5_000, 9, LIMIT)).isZero();
  }

  @Test
  @DisplayName("between regions, rounding and what fades between two looks come on top")
  void units() {
    double faded = 600.0 / 60_000;

    assertThat(new Bound(DELAYS, 10, 3).units(500, 7, LIMIT))
        .isEqualTo((500 + 10 * 3 * 7 + 10 + faded * 1_000) / (1 - faded));
    assertThat(new Bound(DELAYS, 10, 1).units(500, 7, LIMIT))
        .isEqualTo((500 + 10 + faded * 1_000) / (1 - faded));
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

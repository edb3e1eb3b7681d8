// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy.PushTerms;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverAdmissionBoundTest {
  private static final OriginOptions ORIGIN = OriginOptions.defaults();
  private static final LedgerOptions LEDGER = LedgerOptions.defaults();

  private static OverAdmissionBound bound(long near, long far, LedgerOptions ledger, long tick) {
    Topology topology = new Topology(10, 3, new Delay(0, near), new Delay(0, far));
    return OverAdmissionBound.of(
        new OverAdmissionBound.FleetTiming(topology, ORIGIN, ledger, tick));
  }

  @Test
  void pushAndPullDelaysAddUpTheirParts() {
    OverAdmissionBound here = bound(0, 0, LEDGER, 0);
    OverAdmissionBound far = bound(2, 50, LEDGER, 5);

    // A push interval of 250 ms plus a fifth of jitter, patience, lead and gap; a pull interval of
    // 500 ms plus a fifth of jitter.
    assertThat(here.delays().pushMillis())
        .isEqualTo(ORIGIN.publishDelayMillis() + ORIGIN.publishGapMillis() + 300 + 300 + 900 + 100);
    assertThat(here.delays().pullMillis()).isEqualTo(600);
    assertThat(far.delays().pushMillis())
        .isEqualTo(here.delays().pushMillis() + 2 * 2 + 3 * 50 + 5 * 5);
    assertThat(far.delays().pullMillis()).isEqualTo(here.delays().pullMillis() + 4 * 50 + 5 * 5);
    assertThat(far.regions()).isEqualTo(10);
    assertThat(far.nodes()).isEqualTo(3);
  }

  @Test
  void slowerTermsExtendTheDelaysByAsMuch() {
    LedgerOptions slow = LEDGER.withTerms(new PushTerms(PushTerms.EQUAL_SHARE, 1_250, 2_500));

    assertThat(bound(2, 50, slow, 5).delays().pushMillis()
            - bound(2, 50, LEDGER, 5).delays().pushMillis())
        .isEqualTo(1_200);
    assertThat(bound(2, 50, slow, 5).delays().pullMillis()
            - bound(2, 50, LEDGER, 5).delays().pullMillis())
        .isEqualTo(2_400);
  }

  private static final OverAdmissionBound.MaxDelays DELAYS =
      new OverAdmissionBound.MaxDelays(1_000, 100, 90, 600);
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000, Duration.ofMinutes(1));

  @Test
  void theHorizonIsThreePushAndPullDelays() {
    OverAdmissionBound overAdmissionBound = new OverAdmissionBound(DELAYS, 10, 3);

    assertThat(overAdmissionBound.horizonMillis()).isEqualTo(3_300);
    assertThat(overAdmissionBound.settledMillis()).isEqualTo(1_100);
    assertThat(new OverAdmissionBound(DELAYS, 1, 3).horizonMillis()).isEqualTo(90);
  }

  @Test
  void theDelayWithinARegionAddsUpItsParts() {
    assertThat(bound(2, 50, LEDGER, 5).delays().regionMillis()).isEqualTo(5 * 2 + 5 + 60 + 5 * 5);
  }

  @Test
  void eachProcessOfARegionMayAddOneCheck() {
    OverAdmissionBound overAdmissionBound = new OverAdmissionBound(DELAYS, 1, 5);

    assertThat(overAdmissionBound.units(20, 1, LIMIT)).isEqualTo(20 + 5 * 2);
    assertThat(overAdmissionBound.units(20, 7, LIMIT)).isEqualTo(20 + 5 * 7);
    assertThat(overAdmissionBound.units(20, 1, LimitPolicy.of(10, Duration.ofMinutes(1))))
        .isEqualTo(20 + 5);
    assertThat(overAdmissionBound.units(0, 0, LIMIT)).isZero();
  }

  @Test
  void oneProcessNeverExceedsALimit() {
    assertThat(new OverAdmissionBound(DELAYS, 1, 1).units(5_000, 9, LIMIT)).isZero();
  }

  @Test
  void roundingAndDecayAddToTheBoundBetweenRegions() {
    double faded = 600.0 / 60_000;

    assertThat(new OverAdmissionBound(DELAYS, 10, 3).units(500, 7, LIMIT))
        .isEqualTo((500 + 10 * 3 * 7 + 10 + faded * 1_000) / (1 - faded));
    assertThat(new OverAdmissionBound(DELAYS, 10, 1).units(500, 7, LIMIT))
        .isEqualTo((500 + 10 + faded * 1_000) / (1 - faded));
  }

  @Test
  void aTrialReportsTheUsedPartOfItsBound() {
    assertThat(new BoundTrial(1, "", 0.5, 2).share()).isEqualTo(0.25);
    assertThat(new BoundTrial(1, "", 3, 2).share()).isEqualTo(1.5);
    assertThat(new BoundTrial(1, "", 0, 0).share()).isZero();
    assertThat(new BoundTrial(1, "", 0.1, 0).share()).isGreaterThan(1);
  }
}

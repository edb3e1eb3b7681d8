// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrailTest {
  private final Delays delays = new Delays();
  private final Trail trail = new Trail(1);

  @BeforeEach
  void everythingCounts() {
    delays.measure(0, Long.MAX_VALUE);
  }

  @Test
  void aDelayLastsUntilTheOtherRegionSeesTheUnit() {
    trail.pushed(0);
    trail.admitted(1, 100);
    trail.admitted(1, 200);

    trail.heard(0, 1, 1_100, delays);
    trail.heard(0, 1, 1_500, delays);
    trail.heard(0, 2, 5_200, delays);
    trail.end(delays);

    assertThat(delays.percentile(0.5)).isEqualTo(1_000);
    assertThat(delays.percentile(1)).isEqualTo(5_000);
    assertThat(delays.all()).isEqualTo(2);
    assertThat(delays.lateShare()).isZero();
  }

  @Test
  void unitsNotSeenInTimeAreLateAndHaveNoDelay() {
    trail.pushed(0);
    trail.admitted(1, 100);
    trail.admitted(1, 200);
    trail.admitted(1, 300);
    trail.admitted(1, 400);

    trail.heard(0, 2, 1_200, delays);
    trail.heard(0, 3, 30_301, delays);
    trail.end(delays);

    assertThat(delays.lateShare()).isEqualTo(0.5);
    assertThat(delays.percentile(1)).isEqualTo(1_100);
  }

  @Test
  void unitsBeforeTheFirstPushAreCountedSeparately() {
    trail.admitted(3, 100);
    trail.pushed(150);
    trail.admitted(1, 200);

    trail.heard(0, 4, 700, delays);
    trail.end(delays);

    assertThat(delays.beforeShare()).isEqualTo(0.75);
    assertThat(delays.percentile(0.5)).isEqualTo(500);
  }

  @Test
  void unpublishedUnitsAreCountedSeparately() {
    trail.admitted(2, 100);

    trail.end(delays);

    assertThat(delays.unpublishedShare()).isEqualTo(1);
    assertThat(delays.percentile(0.99)).isNaN();
  }

  @Test
  void onlyMeasuredUnitsCount() {
    delays.measure(150, 250);
    trail.pushed(0);
    trail.admitted(1, 100);
    trail.admitted(1, 200);
    trail.admitted(1, 300);

    trail.heard(0, 3, 400, delays);
    trail.end(delays);

    assertThat(delays.all()).isEqualTo(1);
    assertThat(delays.percentile(1)).isEqualTo(200);
  }
}

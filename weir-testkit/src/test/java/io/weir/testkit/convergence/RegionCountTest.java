// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of how many regions a process counts. */
class RegionCountTest {
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000, Duration.ofHours(1));

  @Test
  void aRegionThatLeftIsNoLongerCounted() {
    VirtualRegions virtualRegions = new VirtualRegions(LedgerOptions.defaults());
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(15_000, 5);
    assertThat(a.observer().level(Gauge.REGIONS)).isEqualTo(2);
    assertThat(a.check(LIMIT, "x", 1_000).possibleExcess()).isPositive();

    virtualRegions.virtualRegion.kill(b);
    virtualRegions.virtualRegion.pass(DAY_MILLIS + 60_000, 10_000);

    assertThat(a.observer().level(Gauge.REGIONS)).isEqualTo(1);
    assertThat(a.check(LIMIT, "x", 1_000).possibleExcess()).isZero();
  }
}

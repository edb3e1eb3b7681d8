// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How many regions a process takes there to be. */
class RegionsTest {
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final Limit LIMIT = Limit.of(1_000, Duration.ofHours(1));

  @Test
  void aRegionThatLeftIsNotCountedAnyMore() {
    Globe globe = new Globe(LedgerOptions.defaults());
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    globe.rig.pass(15_000, 5);
    assertThat(a.tally().level(Gauge.REGIONS)).isEqualTo(2);
    assertThat(a.check(LIMIT, "x", 1_000).possibleExcess()).isPositive();

    globe.rig.kill(b);
    globe.rig.pass(DAY_MILLIS + 60_000, 10_000);

    assertThat(a.tally().level(Gauge.REGIONS)).isEqualTo(1);
    assertThat(a.check(LIMIT, "x", 1_000).possibleExcess()).isZero();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferedLoadTest {
  private static final OverAdmissionBound.MaxDelays NO_DELAYS =
      new OverAdmissionBound.MaxDelays(0, 0, 0, 0);

  /** A bound that equals the offered load. */
  private static final OverAdmissionBound PLAIN = new OverAdmissionBound(NO_DELAYS, 0, 1);

  private static final Spender ONE = new Spender(0, "w", LimitPolicy.of(1, Duration.ofMinutes(1)));
  private static final Spender OTHER =
      new Spender(1, "w", LimitPolicy.of(4, Duration.ofMinutes(1)));

  private record Offer(long atMillis, long cost) {}

  /** Returns the maximum within any interval that begins with an offer; no other interval can hold more. */
  private static long max(List<Offer> offers, long stretchMillis) {
    long max = 0;
    for (Offer first : offers) {
      long sum = 0;
      for (Offer each : offers) {
        boolean inside = each.atMillis() >= first.atMillis()
            && each.atMillis() <= first.atMillis() + stretchMillis;
        sum += inside ? each.cost() : 0;
      }
      max = Math.max(max, sum);
    }
    return max;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void theEstimateIsBetweenTheMaximumsOfTwoIntervals(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long stretch = random.nextLong(1, 5_000);
    OfferedLoad offeredLoad = new OfferedLoad(2, stretch);
    List<Offer> all = new ArrayList<>();
    long now = 1_700_000_400_000L + random.nextLong(1_000);
    for (int i = 0; i < 200; i++) {
      now += random.nextInt(10) == 0 ? random.nextLong(3 * stretch) : random.nextLong(150);
      long cost = random.nextLong(1, 10);
      offeredLoad.record(new SimulatedCheck(ONE, 0, 0, cost), now);
      all.add(new Offer(now, cost));

      assertThat(offeredLoad.bound(ONE, PLAIN))
          .as("seed %d, step %d, stretch %d", seed, i, stretch)
          .isBetween((double) max(all, stretch), (double)
              max(all, stretch + 2 * Math.max(1, stretch / 50)));
    }
  }

  @Test
  void spendersAreMeasuredSeparatelyInTheirLimits() {
    OfferedLoad offeredLoad = new OfferedLoad(2, 1_000);
    offeredLoad.record(new SimulatedCheck(ONE, 0, 0, 3), 5_000);
    offeredLoad.record(new SimulatedCheck(OTHER, 0, 0, 5), 5_000);
    offeredLoad.record(new SimulatedCheck(OTHER, 0, 0, 1), 5_500);

    assertThat(offeredLoad.bound(ONE, PLAIN)).isEqualTo(3);
    assertThat(offeredLoad.bound(OTHER, PLAIN)).isEqualTo(1.5);
  }

  @Test
  void theLargestCheckCountsOncePerProcessAndRegion() {
    OfferedLoad offeredLoad = new OfferedLoad(2, 1_000);
    offeredLoad.record(new SimulatedCheck(OTHER, 0, 0, 5), 5_000);
    offeredLoad.record(new SimulatedCheck(OTHER, 0, 0, 1), 500_000);

    assertThat(offeredLoad.bound(OTHER, new OverAdmissionBound(NO_DELAYS, 2, 3)))
        .isEqualTo((5 + 5 * 6 + 2) / 4.0);
    assertThat(offeredLoad.bound(ONE, new OverAdmissionBound(NO_DELAYS, 2, 3))).isZero();
  }
}

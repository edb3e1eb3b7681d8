// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.traffic.flow.BusyTime;
import io.weir.simulator.traffic.flow.RandomInstants;
import io.weir.simulator.traffic.flow.RegionChoice;
import io.weir.simulator.traffic.flow.SpenderPopulation;
import java.time.Duration;

/**
 * A shape with bursts at window boundaries: spenders send checks, in any region, only shortly before and after a
 * boundary. The load is what each tries to spend, in limits per window: half of it at the start of the window, half
 * at its end.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param spenders the number of spenders
 * @param burstMillis the length of a burst on either side of the boundary; at most half a window
 */
public record BoundaryBursts(long limit, long windowMillis, int spenders, long burstMillis)
    implements TrafficShape {

  public BoundaryBursts {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
    ShapeSetting.SPENDERS.check(spenders);
    ShapeSetting.BURST.check(burstMillis);
    if (burstMillis > windowMillis / 2) {
      throw new IllegalArgumentException("burst must be at most half a window, %d ms, but was %d"
          .formatted(windowMillis / 2, burstMillis));
    }
  }

  @Override
  public String name() {
    return "boundary";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    LimitPolicy each = LimitPolicy.of(limit, Duration.ofMillis(windowMillis));
    RegionChoice anywhere = RegionChoice.anywhere(trafficContext.regions());
    SpenderPopulation spenderPopulation = new SpenderPopulation(spenders);
    for (int i = 0; i < spenders; i++) {
      spenderPopulation.add(each, load, anywhere);
    }
    BusyTime busyTime = BusyTime.aroundBoundaries(trafficContext, windowMillis, burstMillis);
    return new RandomInstants(spenderPopulation, trafficContext, trafficContext.random(), busyTime);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.traffic.flow.RandomInstants;
import io.weir.simulator.traffic.flow.RegionChoice;
import io.weir.simulator.traffic.flow.SpenderPopulation;
import java.time.Duration;

/**
 * A shape with one spender that sends checks to all regions at random instants. The load is what it tries to spend,
 * in limits per window.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 */
public record HotKey(long limit, long windowMillis) implements TrafficShape {

  public HotKey {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
  }

  @Override
  public String name() {
    return "hot-key";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    SpenderPopulation spenderPopulation = new SpenderPopulation(1);
    spenderPopulation.add(
        LimitPolicy.of(limit, Duration.ofMillis(windowMillis)),
        load,
        RegionChoice.anywhere(trafficContext.regions()));
    return new RandomInstants(spenderPopulation, trafficContext, trafficContext.random());
  }
}

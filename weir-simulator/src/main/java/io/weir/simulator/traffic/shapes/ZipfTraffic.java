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
 * A shape with a few heavy spenders and many light ones, each in any region. The load is what the busiest tries to
 * spend, in limits per window; the k-th tries 1 / k^exponent of that.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param spenders the number of spenders
 * @param exponent the exponent of the Zipf distribution; 0 makes all spenders equal
 */
public record ZipfTraffic(long limit, long windowMillis, int spenders, double exponent)
    implements TrafficShape {

  public ZipfTraffic {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
    ShapeSetting.SPENDERS.check(spenders);
    ShapeSetting.EXPONENT.check(exponent);
  }

  @Override
  public String name() {
    return "zipf";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    LimitPolicy each = LimitPolicy.of(limit, Duration.ofMillis(windowMillis));
    RegionChoice anywhere = RegionChoice.anywhere(trafficContext.regions());
    SpenderPopulation spenderPopulation = new SpenderPopulation(spenders);
    for (int i = 0; i < spenders; i++) {
      spenderPopulation.add(each, load / StrictMath.pow(i + 1.0, exponent), anywhere);
    }
    return new RandomInstants(spenderPopulation, trafficContext, trafficContext.random());
  }
}

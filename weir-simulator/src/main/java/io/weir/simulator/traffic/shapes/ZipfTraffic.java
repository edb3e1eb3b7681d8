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
 * A few spenders who ask a lot and many who hardly ask, each in any region. The load is what the busiest tries to spend, in
 * limits per window; the k-th tries 1 / k^exponent of that.
 *
 * @param limit what each may spend per window
 * @param windowMillis how long a window is
 * @param spenders how many there are
 * @param exponent how steeply popularity falls; 0 makes all alike
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

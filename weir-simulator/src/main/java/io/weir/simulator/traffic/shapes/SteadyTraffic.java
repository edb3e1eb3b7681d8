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
import java.util.SplittableRandom;

/**
 * A shape with identical spenders that send checks at random instants. The load is what each tries to spend, in
 * limits per window.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param spenders the number of spenders
 * @param roaming the fraction of checks that go to any region; the others go to the spender's home
 */
public record SteadyTraffic(long limit, long windowMillis, int spenders, double roaming)
    implements TrafficShape {

  public SteadyTraffic {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
    ShapeSetting.SPENDERS.check(spenders);
    ShapeSetting.ROAMING.check(roaming);
  }

  @Override
  public String name() {
    return "steady";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    SplittableRandom random = trafficContext.random();
    LimitPolicy each = LimitPolicy.of(limit, Duration.ofMillis(windowMillis));
    SpenderPopulation spenderPopulation = new SpenderPopulation(spenders);
    for (int i = 0; i < spenders; i++) {
      int home = random.nextInt(trafficContext.regions());
      spenderPopulation.add(
          each, load, RegionChoice.roamer(home, roaming, trafficContext.regions()));
    }
    return new RandomInstants(spenderPopulation, trafficContext, random);
  }
}

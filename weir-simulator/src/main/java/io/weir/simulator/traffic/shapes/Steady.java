// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.Limit;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.traffic.flow.Crowd;
import io.weir.simulator.traffic.flow.RandomInstants;
import io.weir.simulator.traffic.flow.Route;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Spenders who ask at random instants, all the same. The load is what each tries to spend, in limits per window.
 *
 * @param limit what each may spend per window
 * @param windowMillis how long a window is
 * @param spenders how many there are
 * @param roaming the part of the checks that goes to any region; the others go to the spender's home
 */
public record Steady(long limit, long windowMillis, int spenders, double roaming) implements Shape {

  public Steady {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
    Setting.SPENDERS.check(spenders);
    Setting.ROAMING.check(roaming);
  }

  @Override
  public String name() {
    return "steady";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    SplittableRandom random = ground.random();
    Limit each = Limit.of(limit, Duration.ofMillis(windowMillis));
    Crowd crowd = new Crowd(spenders);
    for (int i = 0; i < spenders; i++) {
      int home = random.nextInt(ground.regions());
      crowd.add(each, load, Route.roamer(home, roaming, ground.regions()));
    }
    return new RandomInstants(crowd, ground, random);
  }
}

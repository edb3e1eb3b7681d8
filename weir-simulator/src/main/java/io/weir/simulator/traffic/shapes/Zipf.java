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

/**
 * A few spenders who ask a lot and many who hardly ask, each in any region. The load is what the busiest tries to spend, in
 * limits per window; the k-th tries 1 / k^exponent of that.
 *
 * @param limit what each may spend per window
 * @param windowMillis how long a window is
 * @param spenders how many there are
 * @param exponent how steeply popularity falls; 0 makes all alike
 */
public record Zipf(long limit, long windowMillis, int spenders, double exponent) implements Shape {

  public Zipf {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
    Setting.SPENDERS.check(spenders);
    Setting.EXPONENT.check(exponent);
  }

  @Override
  public String name() {
    return "zipf";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    Limit each = Limit.of(limit, Duration.ofMillis(windowMillis));
    Route anywhere = Route.anywhere(ground.regions());
    Crowd crowd = new Crowd(spenders);
    for (int i = 0; i < spenders; i++) {
      crowd.add(each, load / StrictMath.pow(i + 1.0, exponent), anywhere);
    }
    return new RandomInstants(crowd, ground, ground.random());
  }
}

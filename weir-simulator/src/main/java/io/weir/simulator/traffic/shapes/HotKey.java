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
 * One spender who asks everywhere at random instants. The load is what it tries to spend, in limits per window.
 *
 * @param limit what it may spend per window
 * @param windowMillis how long a window is
 */
public record HotKey(long limit, long windowMillis) implements Shape {

  public HotKey {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
  }

  @Override
  public String name() {
    return "hot-key";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    Crowd crowd = new Crowd(1);
    crowd.add(
        Limit.of(limit, Duration.ofMillis(windowMillis)), load, Route.anywhere(ground.regions()));
    return new RandomInstants(crowd, ground, ground.random());
  }
}

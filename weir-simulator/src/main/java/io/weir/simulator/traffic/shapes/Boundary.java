// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.Limit;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.traffic.flow.Crowd;
import io.weir.simulator.traffic.flow.RandomInstants;
import io.weir.simulator.traffic.flow.Rhythm;
import io.weir.simulator.traffic.flow.Route;
import java.time.Duration;

/**
 * Bursts where windows meet: spenders ask, in any region, only shortly before and shortly after a boundary. The load is what
 * each tries to spend, in limits per window: half of it in the window's first moments, half in its last.
 *
 * @param limit what each may spend per window
 * @param windowMillis how long a window is
 * @param spenders how many there are
 * @param burstMillis how long they ask on either side of the boundary; at most half a window
 */
public record Boundary(long limit, long windowMillis, int spenders, long burstMillis)
    implements Shape {

  public Boundary {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
    Setting.SPENDERS.check(spenders);
    Setting.BURST.check(burstMillis);
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
  public Traffic traffic(Ground ground, double load) {
    Limit each = Limit.of(limit, Duration.ofMillis(windowMillis));
    Route anywhere = Route.anywhere(ground.regions());
    Crowd crowd = new Crowd(spenders);
    for (int i = 0; i < spenders; i++) {
      crowd.add(each, load, anywhere);
    }
    Rhythm rhythm = Rhythm.aroundBoundaries(ground, windowMillis, burstMillis);
    return new RandomInstants(crowd, ground, ground.random(), rhythm);
  }
}

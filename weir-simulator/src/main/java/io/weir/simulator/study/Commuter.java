// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.Limit;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One spender who goes elsewhere with every window: in one it spends nearly a limit, spread over some regions, and leaves;
 * in the next it spends its load in the others. Whoever it left must still tell what it did there.
 *
 * @param limit what it may spend per window
 * @param windowMillis how long a window is
 * @param others in how many regions it spends in every second window
 */
record Commuter(long limit, long windowMillis, int others) implements Shape {

  @Override
  public String name() {
    return "commuter";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    return new Travels(ground, load);
  }

  private final class Travels implements Traffic {
    private final Spender spender =
        new Spender(0, "commuters", Limit.of(limit, Duration.ofMillis(windowMillis)));
    private final Ground ground;
    private final int away;
    private final double load;
    private double next;
    private long asked;

    private Travels(Ground ground, double load) {
      this.ground = ground;
      this.load = load;
      this.next = ground.startMillis();
      this.away = Math.max(1, Math.min(others, ground.regions() - 1));
    }

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void until(long epochMillis, Consumer<Ask> desk) {
      while (next <= epochMillis) {
        boolean isAway = Math.floorDiv((long) next, windowMillis) % 2 == 1;
        int region = isAway
            ? (int) (asked % away)
            : away + (int) (asked % Math.max(1, ground.regions() - away));
        desk.accept(new Ask(spender, Math.min(region, ground.regions() - 1), asked % 7 / 7.0, 1));
        asked++;
        next += windowMillis / (limit * (isAway ? load : 0.97));
      }
    }
  }
}

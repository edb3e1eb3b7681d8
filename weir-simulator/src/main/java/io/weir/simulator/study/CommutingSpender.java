// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A shape with one spender that changes regions with every window: in one window it spends nearly a limit, spread
 * over some regions, and leaves; in the next it spends its load in the others. The regions that it left must still
 * publish what it spent there.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param otherRegions the number of regions in which it spends in every second window
 */
record CommutingSpender(long limit, long windowMillis, int otherRegions) implements TrafficShape {

  @Override
  public String name() {
    return "commuter";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    return new CommuterTraffic(trafficContext, load);
  }

  private final class CommuterTraffic implements TrafficSource {
    private final Spender spender =
        new Spender(0, "commuters", LimitPolicy.of(limit, Duration.ofMillis(windowMillis)));
    private final TrafficContext context;
    private final int otherRegions;
    private final double load;
    private double next;
    private long asked;

    private CommuterTraffic(TrafficContext context, double load) {
      this.context = context;
      this.load = load;
      this.next = context.startMillis();
      this.otherRegions =
          Math.max(1, Math.min(CommutingSpender.this.otherRegions, context.regions() - 1));
    }

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
      while (next <= epochMillis) {
        boolean isAway = Math.floorDiv((long) next, windowMillis) % 2 == 1;
        int region = isAway
            ? (int) (asked % otherRegions)
            : otherRegions + (int) (asked % Math.max(1, context.regions() - otherRegions));
        sink.accept(new SimulatedCheck(
            spender, Math.min(region, context.regions() - 1), asked % 7 / 7.0, 1));
        asked++;
        next += windowMillis / (limit * (isAway ? load : 0.97));
      }
    }
  }
}

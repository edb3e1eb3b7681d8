// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.traffic.flow.EvenInstants;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * An attacker that spends in one region until it is refused there several times in a row, then moves to the next. The
 * load is what it tries to spend, in limits per window, at even intervals.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param patience the number of consecutive refusals after which it moves on
 */
public record Roaming(long limit, long windowMillis, int patience) implements TrafficShape {

  public Roaming {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
    ShapeSetting.PATIENCE.check(patience);
  }

  @Override
  public String name() {
    return "roaming";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    LimitPolicy limitPolicy = LimitPolicy.of(limit, Duration.ofMillis(windowMillis));
    return new RoamingTraffic(
        new Spender(0, "workspace", limitPolicy), trafficContext, load, patience);
  }

  private static final class RoamingTraffic implements TrafficSource {
    private final Spender spender;
    private final EvenInstants instants;
    private final SplittableRandom random;
    private final int regions;
    private final int patience;
    private int region;
    private int refusals;

    RoamingTraffic(Spender spender, TrafficContext trafficContext, double load, int patience) {
      this.spender = spender;
      this.instants = new EvenInstants(
          trafficContext,
          spender.limit(),
          load,
          trafficContext.startMillis() % spender.limit().durationMillis());
      this.random = trafficContext.random();
      this.regions = trafficContext.regions();
      this.patience = patience;
    }

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
      while (instants.tryAdvance(epochMillis)) {
        sink.accept(new SimulatedCheck(spender, region, random.nextDouble(), 1));
      }
    }

    /**
     * Counts refusals. A late decision from a region that the attacker has left says nothing about the current
     * region.
     */
    @Override
    public void decided(SimulatedCheck simulatedCheck, boolean allowed) {
      if (simulatedCheck.region() != region) {
        return;
      }
      refusals = allowed ? 0 : refusals + 1;
      if (refusals == patience) {
        refusals = 0;
        region = (region + 1) % regions;
      }
    }
  }
}

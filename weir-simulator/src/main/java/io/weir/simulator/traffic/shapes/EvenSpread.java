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
 * An attack that no region notices by itself: one spender changes regions with every check, at even intervals. The
 * load is what it tries to spend, in limits per window.
 *
 * @param limit the limit per window
 * @param windowMillis the length of a window
 * @param phaseMillis the age of a window when the attack starts
 */
public record EvenSpread(long limit, long windowMillis, long phaseMillis) implements TrafficShape {

  public EvenSpread {
    ShapeSetting.LIMIT.check(limit);
    ShapeSetting.WINDOW.check(windowMillis);
    ShapeSetting.PHASE.check(phaseMillis);
    if (phaseMillis >= windowMillis) {
      throw new IllegalArgumentException("phase must be less than the window, %d ms, but was %d"
          .formatted(windowMillis, phaseMillis));
    }
  }

  @Override
  public String name() {
    return "even-spread";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    LimitPolicy limitPolicy = LimitPolicy.of(limit, Duration.ofMillis(windowMillis));
    return new EvenSpreadTraffic(
        new Spender(0, "workspace", limitPolicy),
        trafficContext,
        new EvenInstants(trafficContext, limitPolicy, load, phaseMillis),
        trafficContext.random());
  }

  private record EvenSpreadTraffic(
      Spender spender, TrafficContext context, EvenInstants instants, SplittableRandom random)
      implements TrafficSource {

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
      while (instants.tryAdvance(epochMillis)) {
        int region = (int) ((instants.count() - 1) % context.regions());
        sink.accept(new SimulatedCheck(spender, region, random.nextDouble(), 1));
      }
    }
  }
}

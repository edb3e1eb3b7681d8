// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

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
 * A shape with one spender that sends checks of cost 1 to several regions at fixed intervals.
 *
 * @param limit the limit per minute
 * @param lines the checks of each region
 * @param before called with the elapsed time before checks are made; may throw
 */
record ScriptedShape(long limit, List<ScriptedRegion> lines, Consumer<Long> before)
    implements TrafficShape {

  /**
   * The checks of one region.
   *
   * @param region the number of the region
   * @param fromMillis the time of the first check, counted from the start
   * @param untilMillis the end of the checks
   * @param everyMillis the interval between two checks
   */
  record ScriptedRegion(int region, long fromMillis, long untilMillis, long everyMillis) {}

  static ScriptedShape of(long limit, ScriptedRegion... lines) {
    return new ScriptedShape(limit, List.of(lines), passed -> {});
  }

  @Override
  public String name() {
    return "script";
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    Spender spender = new Spender(0, "w", LimitPolicy.of(limit, Duration.ofMinutes(1)));
    long[] next = lines.stream().mapToLong(ScriptedRegion::fromMillis).toArray();
    return new TrafficSource() {
      @Override
      public List<Spender> spenders() {
        return List.of(spender);
      }

      @Override
      public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
        long passed = epochMillis - trafficContext.startMillis();
        before.accept(passed);
        for (int i = 0; i < next.length; i++) {
          ScriptedRegion scriptedRegion = lines.get(i);
          for (;
              next[i] <= passed && next[i] < scriptedRegion.untilMillis();
              next[i] += scriptedRegion.everyMillis()) {
            sink.accept(new SimulatedCheck(spender, scriptedRegion.region(), 0, 1));
          }
        }
      }
    };
  }
}

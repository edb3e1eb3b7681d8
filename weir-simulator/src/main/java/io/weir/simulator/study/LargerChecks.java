// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A shape that combines the checks of another shape into fewer, larger ones: the same units in the same time, at
 * costs from 1 to a maximum.
 *
 * @param shape the shape, whose checks have cost 1
 * @param largestCost the maximum cost; all costs are equally likely
 * @param batches whether every second check is a batch
 */
record LargerChecks(TrafficShape shape, long largestCost, boolean batches) implements TrafficShape {

  @Override
  public String name() {
    return shape.name();
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    return new SavingTraffic(
        shape.traffic(trafficContext, load), trafficContext.random().split());
  }

  /** Accumulates the units of each spender until they cover the next cost. */
  private final class SavingTraffic implements TrafficSource {
    private final TrafficSource units;
    private final SplittableRandom random;
    private final long[] saved;
    private final long[] costs;

    private SavingTraffic(TrafficSource units, SplittableRandom random) {
      this.units = units;
      this.random = random;
      this.saved = new long[units.spenders().size()];
      this.costs = random.longs(saved.length, 1, largestCost + 1).toArray();
    }

    @Override
    public List<Spender> spenders() {
      return units.spenders();
    }

    @Override
    public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
      units.generateUntil(epochMillis, simulatedCheck -> save(simulatedCheck, sink));
    }

    private void save(SimulatedCheck simulatedCheck, Consumer<SimulatedCheck> sink) {
      int spender = simulatedCheck.spender().number();
      saved[spender] += simulatedCheck.cost();
      if (saved[spender] >= costs[spender]) {
        boolean isBatch = batches && random.nextBoolean();
        saved[spender] -= costs[spender];
        sink.accept(new SimulatedCheck(
            simulatedCheck.spender(),
            simulatedCheck.region(),
            simulatedCheck.processDraw(),
            costs[spender],
            isBatch));
        costs[spender] = random.nextLong(1, largestCost + 1);
      }
    }

    @Override
    public void decided(SimulatedCheck simulatedCheck, boolean allowed) {
      units.decided(simulatedCheck, allowed);
    }
  }
}

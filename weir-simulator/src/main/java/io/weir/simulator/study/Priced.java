// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The same traffic in fewer, larger checks: as many units in as much time, at costs of 1 to a most.
 *
 * @param shape traffic of cost 1
 * @param largestCost the largest cost, drawn as often as every smaller one
 * @param batches whether every second check is a batch
 */
record Priced(Shape shape, long largestCost, boolean batches) implements Shape {

  @Override
  public String name() {
    return shape.name();
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    return new Purses(shape.traffic(ground, load), ground.random().split());
  }

  /** Each spender saves up what it would have asked for until it can ask for the next cost. */
  private final class Purses implements Traffic {
    private final Traffic units;
    private final SplittableRandom random;
    private final long[] saved;
    private final long[] costs;

    private Purses(Traffic units, SplittableRandom random) {
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
    public void until(long epochMillis, Consumer<Ask> desk) {
      units.until(epochMillis, ask -> save(ask, desk));
    }

    private void save(Ask ask, Consumer<Ask> desk) {
      int who = ask.spender().number();
      saved[who] += ask.cost();
      if (saved[who] >= costs[who]) {
        boolean isBatch = batches && random.nextBoolean();
        saved[who] -= costs[who];
        desk.accept(new Ask(ask.spender(), ask.region(), ask.where(), costs[who], isBatch));
        costs[who] = random.nextLong(1, largestCost + 1);
      }
    }

    @Override
    public void decided(Ask ask, boolean allowed) {
      units.decided(ask, allowed);
    }
  }
}

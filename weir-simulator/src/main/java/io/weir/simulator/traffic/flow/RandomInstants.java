// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Generates checks of cost 1 at independent random instants, for a population of any size. */
public final class RandomInstants implements TrafficSource {
  /*
   * The gaps of each member are exponentially distributed. All members draw from one sequence in the order of their
   * checks, and time advances millisecond by millisecond: the checks are the same however often generateUntil() is
   * called.
   */
  private final SpenderPopulation population;
  private final BusyTime busyTime;
  private final SplittableRandom random;
  private final long startMillis;
  private final long millis;
  private final TimingWheel timingWheel;

  /** The next check of each member, in busy milliseconds. */
  private final double[] next;

  /**
   * The mean gap of each member, in busy milliseconds. An array lookup is cheaper than three objects in a large
   * population.
   */
  private final double[] meanGap;

  /** The first millisecond that has not been processed yet, counted from the start. */
  private long now;

  /** Creates checks at any time. */
  public RandomInstants(
      SpenderPopulation population, TrafficContext trafficContext, SplittableRandom random) {
    this(population, trafficContext, random, BusyTime.always());
  }

  /** Creates checks within the busy time. */
  public RandomInstants(
      SpenderPopulation population,
      TrafficContext trafficContext,
      SplittableRandom random,
      BusyTime busyTime) {
    this.population = population;
    this.busyTime = busyTime;
    this.random = random;
    this.startMillis = trafficContext.startMillis();
    this.millis = trafficContext.millis();
    int members = population.spenders().size();
    this.timingWheel = new TimingWheel(millis, members);
    this.next = new double[members];
    this.meanGap = new double[members];
    for (int member = 0; member < members; member++) {
      meanGap[member] =
          busyTime.busyMillis(population.windowMillis(member)) / population.perWindow(member);
      schedule(member, 0);
    }
  }

  @Override
  public List<Spender> spenders() {
    return population.spenders();
  }

  @Override
  public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
    long end = Math.min(epochMillis - startMillis, millis - 1);
    IntConsumer action = member -> check(member, sink);
    while (now <= end) {
      timingWheel.take(now, action);
      now++;
    }
  }

  private void check(int member, Consumer<SimulatedCheck> sink) {
    Spender spender = population.spenders().get(member);
    do {
      int region = population.region(member, random.nextDouble());
      sink.accept(new SimulatedCheck(spender, region, random.nextDouble(), 1));
      next[member] += gap(member);
    } while (busyTime.at(next[member]) < now + 1);
    timingWheel.schedule(member, (long) busyTime.at(next[member]));
  }

  /** Schedules the member's first check at this millisecond or later. */
  private void schedule(int member, long millisecond) {
    do {
      next[member] += gap(member);
    } while (busyTime.at(next[member]) < millisecond);
    timingWheel.schedule(member, (long) busyTime.at(next[member]));
  }

  /** Draws a gap. Uses StrictMath, because the last bit of Math.log may differ between machines. */
  private double gap(int member) {
    return -StrictMath.log(1 - random.nextDouble()) * meanGap[member];
  }
}

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

/** Checks of cost 1 at instants that do not know of each other, for a crowd of any size. */
public final class RandomInstants implements TrafficSource {
  /*
   * Everybody's gaps have an exponential distribution. All draw from one sequence, in the order of their checks, and time is
   * walked millisecond by millisecond: however often until() is called, the checks are the same.
   */
  private final SpenderPopulation population;
  private final BusyTime busyTime;
  private final SplittableRandom random;
  private final long startMillis;
  private final long millis;
  private final TimingWheel timingWheel;

  /** For each member the next check, in busy milliseconds. */
  private final double[] next;

  /** For each member the mean gap, in busy milliseconds: looking it up costs less than three objects in a large crowd. */
  private final double[] meanGap;

  /** The first millisecond that was not walked yet, counted from the start. */
  private long now;

  /** Checks at any time. */
  public RandomInstants(
      SpenderPopulation population, TrafficContext trafficContext, SplittableRandom random) {
    this(population, trafficContext, random, BusyTime.always());
  }

  /** Checks in this rhythm. */
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
  public void generateUntil(long epochMillis, Consumer<SimulatedCheck> desk) {
    long end = Math.min(epochMillis - startMillis, millis - 1);
    IntConsumer asks = member -> check(member, desk);
    while (now <= end) {
      timingWheel.take(now, asks);
      now++;
    }
  }

  private void check(int member, Consumer<SimulatedCheck> desk) {
    Spender spender = population.spenders().get(member);
    do {
      int region = population.region(member, random.nextDouble());
      desk.accept(new SimulatedCheck(spender, region, random.nextDouble(), 1));
      next[member] += gap(member);
    } while (busyTime.at(next[member]) < now + 1);
    timingWheel.schedule(member, (long) busyTime.at(next[member]));
  }

  /** The member's first check at this millisecond or later. */
  private void schedule(int member, long millisecond) {
    do {
      next[member] += gap(member);
    } while (busyTime.at(next[member]) < millisecond);
    timingWheel.schedule(member, (long) busyTime.at(next[member]));
  }

  /** StrictMath, because the last bit of Math.log may be another one on another machine. */
  private double gap(int member) {
    return -StrictMath.log(1 - random.nextDouble()) * meanGap[member];
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Checks of cost 1 at instants that do not know of each other, for a crowd of any size. */
public final class RandomInstants implements Traffic {
  /*
   * Everybody's gaps have an exponential distribution. All draw from one sequence, in the order of their checks, and time is
   * walked millisecond by millisecond: however often until() is called, the checks are the same.
   */
  private final Crowd crowd;
  private final Rhythm rhythm;
  private final SplittableRandom random;
  private final long startMillis;
  private final long millis;
  private final Calendar calendar;

  /** For each member the next check, in busy milliseconds. */
  private final double[] next;

  /** For each member the mean gap, in busy milliseconds: looking it up costs less than three objects in a large crowd. */
  private final double[] meanGap;

  /** The first millisecond that was not walked yet, counted from the start. */
  private long now;

  /** Checks at any time. */
  public RandomInstants(Crowd crowd, Ground ground, SplittableRandom random) {
    this(crowd, ground, random, Rhythm.always());
  }

  /** Checks in this rhythm. */
  public RandomInstants(Crowd crowd, Ground ground, SplittableRandom random, Rhythm rhythm) {
    this.crowd = crowd;
    this.rhythm = rhythm;
    this.random = random;
    this.startMillis = ground.startMillis();
    this.millis = ground.millis();
    int members = crowd.spenders().size();
    this.calendar = new Calendar(millis, members);
    this.next = new double[members];
    this.meanGap = new double[members];
    for (int member = 0; member < members; member++) {
      meanGap[member] = rhythm.busyMillis(crowd.windowMillis(member)) / crowd.perWindow(member);
      appoint(member, 0);
    }
  }

  @Override
  public List<Spender> spenders() {
    return crowd.spenders();
  }

  @Override
  public void until(long epochMillis, Consumer<Ask> desk) {
    long end = Math.min(epochMillis - startMillis, millis - 1);
    IntConsumer asks = member -> ask(member, desk);
    while (now <= end) {
      calendar.take(now, asks);
      now++;
    }
  }

  private void ask(int member, Consumer<Ask> desk) {
    Spender spender = crowd.spenders().get(member);
    do {
      int region = crowd.region(member, random.nextDouble());
      desk.accept(new Ask(spender, region, random.nextDouble(), 1));
      next[member] += gap(member);
    } while (rhythm.at(next[member]) < now + 1);
    calendar.put(member, (long) rhythm.at(next[member]));
  }

  /** The member's first check at this millisecond or later. */
  private void appoint(int member, long millisecond) {
    do {
      next[member] += gap(member);
    } while (rhythm.at(next[member]) < millisecond);
    calendar.put(member, (long) rhythm.at(next[member]));
  }

  /** StrictMath, because the last bit of Math.log may be another one on another machine. */
  private double gap(int member) {
    return -StrictMath.log(1 - random.nextDouble()) * meanGap[member];
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.Limit;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.traffic.flow.Branches;
import io.weir.simulator.traffic.flow.Crowd;
import io.weir.simulator.traffic.flow.RandomInstants;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The RFC's production traffic: many spenders in one region each, a few in two or three, a tenth of them hot. The load
 * multiplies the number of spenders.
 *
 * @param spenders how many there are at a load of 1
 */
public record Production(int spenders) implements Shape {
  /*
   * The number of spenders, the overlap and the hot share are those of the RFC's section on load; durations, limits and growth
   * are our own choice, since it does not tell. Shares are out of a hundred.
   */

  /** Active windows at the peak, as the RFC reports them. */
  static final int OBSERVED = 24_000;

  private static final int SHARED = 5;
  private static final int HOT = 10;

  /** Of the shared ones, those in three regions; the others are in two. */
  private static final int THREE = 20;

  /** More than one, so that no workspace's budget is reached: that is another question. */
  private static final int WORKSPACES = 50;

  /** Shorter windows are full of what happens here soon enough. */
  private static final long SHORT_MILLIS = 60_000;

  private static final long[] AMOUNTS = {10, 100, 1_000};
  private static final List<Duration> DURATIONS = List.of(
      Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofDays(1));

  /** Up to which of a hundred draws each of the durations goes. */
  private static final int[] UP_TO = {60, 80, 95, 100};

  public Production {
    Setting.SPENDERS.check(spenders);
  }

  @Override
  public String name() {
    return "production";
  }

  /**
   * How many spenders there are at this load.
   *
   * @throws IllegalArgumentException when these are none, or more than there is room for
   */
  public int spendersAt(double load) {
    double wanted = Math.rint(spenders * load);
    if (!(wanted >= 1 && wanted <= Setting.SPENDERS.most())) {
      throw new IllegalArgumentException(
          "spenders times load must be 1 to %.0f, but was %s times %s"
              .formatted(Setting.SPENDERS.most(), spenders, load));
    }
    return (int) wanted;
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    int all = spendersAt(load);
    SplittableRandom random = ground.random();
    Draw draw = new Draw(random, ground.regions());
    Crowd crowd = new Crowd(all);
    Branches[] branches = new Branches[all];
    for (int i = 0; i < all; i++) {
      Limit limit = draw.limit();
      double spends = draw.limitsPerWindow();
      branches[i] = draw.branches();
      crowd.add(draw.workspace(), limit, spends, branches[i]);
    }
    return new Ongoing(crowd, branches, ground, new RandomInstants(crowd, ground, random));
  }

  /** Who they are. Limits, workspaces and homes are shared objects: there may be millions of spenders. */
  private static final class Draw {
    private final SplittableRandom random;
    private final int regions;
    private final List<Branches> homes;
    private final List<List<Limit>> limits = DURATIONS.stream()
        .map(each -> Arrays.stream(AMOUNTS).mapToObj(n -> Limit.of(n, each)).toList())
        .toList();
    private final List<String> workspaces =
        IntStream.range(0, WORKSPACES).mapToObj(i -> "workspace-" + i).toList();

    Draw(SplittableRandom random, int regions) {
      this.random = random;
      this.regions = regions;
      this.homes = Branches.homes(regions);
    }

    Limit limit() {
      int drawn = random.nextInt(100);
      int duration = 0;
      while (drawn >= UP_TO[duration]) {
        duration++;
      }
      return limits.get(duration).get(random.nextInt(AMOUNTS.length));
    }

    double limitsPerWindow() {
      return random.nextInt(100) < HOT ? random.nextDouble(0.6, 1.3) : random.nextDouble(0.01, 0.2);
    }

    String workspace() {
      return workspaces.get(random.nextInt(WORKSPACES));
    }

    /** Of two regions none has less than a fifth of a spender's traffic. */
    Branches branches() {
      if (random.nextInt(100) >= SHARED) {
        return homes.get(random.nextInt(regions));
      }
      int count = Math.min(random.nextInt(100) < THREE ? 3 : 2, regions);
      int[] where = random.ints(0, regions).distinct().limit(count).toArray();
      return Branches.of(where, random.doubles(count, 0.2, 0.8).toArray());
    }
  }

  /** Traffic that did not begin just now: long windows already hold what they would hold by then. */
  private static final class Ongoing implements Traffic {
    private final Crowd crowd;
    private final Branches[] branches;
    private final Ground ground;
    private final RandomInstants instants;
    private boolean begun;

    Ongoing(Crowd crowd, Branches[] branches, Ground ground, RandomInstants instants) {
      this.crowd = crowd;
      this.branches = branches;
      this.ground = ground;
      this.instants = instants;
    }

    @Override
    public List<Spender> spenders() {
      return crowd.spenders();
    }

    @Override
    public void until(long epochMillis, Consumer<Ask> desk) {
      if (!begun && epochMillis >= ground.startMillis()) {
        begun = true;
        spendBefore(desk);
      }
      instants.until(epochMillis, desk);
    }

    /** One check of a larger cost per spender and region, no more than the limit together. */
    private void spendBefore(Consumer<Ask> desk) {
      SplittableRandom where = ground.random().split();
      for (Spender spender : crowd.spenders()) {
        long duration = spender.limit().durationMillis();
        if (duration > SHORT_MILLIS) {
          double phase = (double) Math.floorMod(ground.startMillis(), duration) / duration;
          double part = Math.min(1, crowd.limitsPerWindow(spender.number()) * phase);
          spend(spender, part * spender.limit().amount(), where, desk);
        }
      }
    }

    private void spend(Spender spender, double units, SplittableRandom where, Consumer<Ask> desk) {
      Branches to = branches[spender.number()];
      for (int branch = 0; branch < to.count(); branch++) {
        long cost = Math.round(units * to.share(branch));
        if (cost > 0) {
          desk.accept(new Ask(spender, to.region(branch), where.nextDouble(), cost));
        }
      }
    }
  }
}

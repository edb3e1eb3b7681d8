// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.traffic.flow.RandomInstants;
import io.weir.simulator.traffic.flow.RegionShares;
import io.weir.simulator.traffic.flow.SpenderPopulation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The RFC's production traffic: many spenders in one region each, a few in two or three, a tenth of them hot. The
 * load scales the number of spenders.
 *
 * @param spenders the number of spenders at a load of 1
 */
public record ProductionTraffic(int spenders) implements TrafficShape {
  /*
   * The number of spenders, the overlap and the hot share are those of the RFC's section on load. Durations, limits
   * and growth are our own choice, since the RFC does not specify them. Shares are percentages.
   */

  /** The number of active windows at the peak, as the RFC reports it. */
  static final int PEAK_WINDOWS = 24_000;

  private static final int SHARED = 5;
  private static final int HOT = 10;

  /** The percentage of shared spenders that are in three regions; the others are in two. */
  private static final int IN_THREE_REGIONS = 20;

  /**
   * The number of workspaces: more than one, so that no workspace's budget is reached, which this scenario does not
   * test.
   */
  private static final int WORKSPACES = 50;

  /** Windows up to this length fill up quickly during the simulation and are not prefilled. */
  private static final long SHORT_MILLIS = 60_000;

  private static final long[] AMOUNTS = {10, 100, 1_000};
  private static final List<Duration> DURATIONS = List.of(
      Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofDays(1));

  /** The cumulative percentage of each duration. */
  private static final int[] DURATION_DRAWS = {60, 80, 95, 100};

  public ProductionTraffic {
    ShapeSetting.SPENDERS.check(spenders);
  }

  @Override
  public String name() {
    return "production";
  }

  /**
   * Returns the number of spenders at this load.
   *
   * @throws IllegalArgumentException if there would be none, or more than the maximum
   */
  public int spendersAt(double load) {
    double count = Math.rint(spenders * load);
    if (!(count >= 1 && count <= ShapeSetting.SPENDERS.max())) {
      throw new IllegalArgumentException(
          "spenders times load must be 1 to %.0f, but was %s times %s"
              .formatted(ShapeSetting.SPENDERS.max(), spenders, load));
    }
    return (int) count;
  }

  @Override
  public TrafficSource traffic(TrafficContext trafficContext, double load) {
    int all = spendersAt(load);
    SplittableRandom random = trafficContext.random();
    SpenderGenerator spenderGenerator = new SpenderGenerator(random, trafficContext.regions());
    SpenderPopulation spenderPopulation = new SpenderPopulation(all);
    RegionShares[] branches = new RegionShares[all];
    for (int i = 0; i < all; i++) {
      LimitPolicy limitPolicy = spenderGenerator.limit();
      double limitsPerWindow = spenderGenerator.limitsPerWindow();
      branches[i] = spenderGenerator.branches();
      spenderPopulation.add(
          spenderGenerator.workspace(), limitPolicy, limitsPerWindow, branches[i]);
    }
    return new OngoingTraffic(
        spenderPopulation,
        branches,
        trafficContext,
        new RandomInstants(spenderPopulation, trafficContext, random));
  }

  /**
   * Generates spenders. Limits, workspaces and homes are shared objects, because there may be millions of spenders.
   */
  private static final class SpenderGenerator {
    private final SplittableRandom random;
    private final int regions;
    private final List<RegionShares> homes;
    private final List<List<LimitPolicy>> limits = DURATIONS.stream()
        .map(each ->
            Arrays.stream(AMOUNTS).mapToObj(n -> LimitPolicy.of(n, each)).toList())
        .toList();
    private final List<String> workspaces =
        IntStream.range(0, WORKSPACES).mapToObj(i -> "workspace-" + i).toList();

    SpenderGenerator(SplittableRandom random, int regions) {
      this.random = random;
      this.regions = regions;
      this.homes = RegionShares.singleRegions(regions);
    }

    LimitPolicy limit() {
      int drawn = random.nextInt(100);
      int duration = 0;
      while (drawn >= DURATION_DRAWS[duration]) {
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

    /** Draws a spender's regions. If there are two, neither has less than a fifth of its traffic. */
    RegionShares branches() {
      if (random.nextInt(100) >= SHARED) {
        return homes.get(random.nextInt(regions));
      }
      int count = Math.min(random.nextInt(100) < IN_THREE_REGIONS ? 3 : 2, regions);
      int[] chosen = random.ints(0, regions).distinct().limit(count).toArray();
      return RegionShares.of(chosen, random.doubles(count, 0.2, 0.8).toArray());
    }
  }

  /** Traffic that has been running before the start: long windows already hold what they would hold by then. */
  private static final class OngoingTraffic implements TrafficSource {
    private final SpenderPopulation population;
    private final RegionShares[] branches;
    private final TrafficContext context;
    private final RandomInstants instants;
    private boolean isStarted;

    OngoingTraffic(
        SpenderPopulation population,
        RegionShares[] branches,
        TrafficContext context,
        RandomInstants instants) {
      this.population = population;
      this.branches = branches;
      this.context = context;
      this.instants = instants;
    }

    @Override
    public List<Spender> spenders() {
      return population.spenders();
    }

    @Override
    public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
      if (!isStarted && epochMillis >= context.startMillis()) {
        isStarted = true;
        spendBefore(sink);
      }
      instants.generateUntil(epochMillis, sink);
    }

    /** Sends one check of a larger cost per spender and region, together no more than the limit. */
    private void spendBefore(Consumer<SimulatedCheck> sink) {
      SplittableRandom random = context.random().split();
      for (Spender spender : population.spenders()) {
        long duration = spender.limit().durationMillis();
        if (duration > SHORT_MILLIS) {
          double phase = (double) Math.floorMod(context.startMillis(), duration) / duration;
          double part = Math.min(1, population.limitsPerWindow(spender.number()) * phase);
          spend(spender, part * spender.limit().amount(), random, sink);
        }
      }
    }

    private void spend(
        Spender spender, double units, SplittableRandom random, Consumer<SimulatedCheck> sink) {
      RegionShares to = branches[spender.number()];
      for (int branch = 0; branch < to.count(); branch++) {
        long cost = Math.round(units * to.share(branch));
        if (cost > 0) {
          sink.accept(new SimulatedCheck(spender, to.region(branch), random.nextDouble(), cost));
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.chaos.ChaosCase.Timing;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Generates a chaos case from a seed: the same seed always gives the same case. */
final class CaseGenerator {
  /*
   * Cases are small on purpose. Most failures involve only two or three processes and a few subjects. Many small
   * cases reveal more of them than a few large ones, and a small failing case is easier to read.
   */

  /** A whole hour, so that every window length has a boundary there. */
  private static final long BOUNDARY_MILLIS = 500_000L * 3_600_000;

  private static final long[] DURATIONS = {1_000, 10_000, 60_000, 600_000, 3_600_000};

  /**
   * The maximum number of process steps during the fault phase, so that large fleets do not run at a needlessly fine
   * resolution.
   */
  private static final long MAX_STEPS = 24_000;

  /** Longer than any fault phase: counts published late by then are read again before the end. */
  private static final long LONG_PATIENCE_MILLIS = 130_000;

  private final SplittableRandom random;

  private CaseGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  static ChaosCase of(long seed, InjectedBug injectedBug) {
    return new CaseGenerator(seed).generate(injectedBug);
  }

  private ChaosCase generate(InjectedBug injectedBug) {
    Topology topology = topology();
    long faultMillis = random.nextLong(20_000, 90_001);
    FleetPlan fleetPlan = new FleetPlan(
        topology,
        start(faultMillis),
        oneIn(16) ? Optional.empty() : Optional.of(OriginOptions.defaults()),
        oneIn(8) ? Optional.empty() : Optional.of(LedgerOptions.defaults().withPolicy(policy())),
        oneIn(4) ? random.nextLong(2, 7) : FleetPlan.AMPLE_SUBJECTS,
        random.nextLong(),
        injectedBug);
    long minTick = 1 + faultMillis * topology.regions() * topology.nodes() / MAX_STEPS;
    long tick = Math.max(minTick, random.nextLong(1, 21));
    Timing timing =
        new Timing(tick, faultMillis, random.nextInt(4, 25), oneIn(8) ? LONG_PATIENCE_MILLIS : 0);
    return new ChaosCase(
        fleetPlan,
        spenders(),
        new RandomFaults(random, topology, faultMillis).draw(),
        timing,
        random.nextLong());
  }

  private Topology topology() {
    int regions = random.nextInt(1, 5);
    int nodes = random.nextInt(1, regions > 2 ? 4 : 5);
    long near = random.nextLong(0, 4);
    long far = random.nextLong(1, 80);
    return new Topology(
        regions,
        nodes,
        new Delay(near, near + random.nextLong(0, 8)),
        new Delay(far, far + random.nextLong(0, 80)));
  }

  private PushPolicy policy() {
    return switch (random.nextInt(12)) {
      case 0 -> PushPolicy.RFC;
      case 1 -> PushPolicy.UPSTREAM;
      default -> PushPolicy.WEIR;
    };
  }

  /** Chooses the start, in most cases so that a window boundary falls into the fault phase. */
  private long start(long faultMillis) {
    return oneIn(5)
        ? BOUNDARY_MILLIS + random.nextLong(3_600_000)
        : BOUNDARY_MILLIS - random.nextLong(faultMillis);
  }

  private List<Spender> spenders() {
    List<Spender> spenders = new ArrayList<>();
    int count = random.nextInt(3, 13);
    for (int number = 0; number < count; number++) {
      // One, two and three digits are equally likely.
      long amount = random.nextLong(1, 1 + (long) Math.pow(10, random.nextInt(1, 4)));
      long duration = DURATIONS[random.nextInt(DURATIONS.length)];
      WhenDegraded[] choices = WhenDegraded.values();
      spenders.add(new Spender(
          number,
          "workspace-" + number % 2,
          new LimitPolicy(amount, duration, choices[random.nextInt(choices.length)])));
    }
    return spenders;
  }

  private boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }
}

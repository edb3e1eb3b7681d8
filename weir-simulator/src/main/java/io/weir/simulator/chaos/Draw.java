// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.chaos.Case.Pace;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Quirk;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws a case from a seed: always the same one. */
final class Draw {
  /*
   * Cases are small on purpose. What goes wrong goes wrong between two or three processes and on a few subjects; many
   * small cases show more of it than a few large ones, and a failing one is easier to read.
   */

  /** A whole hour, so that every window has a boundary there. */
  private static final long BOUNDARY_MILLIS = 500_000L * 3_600_000;

  private static final long[] DURATIONS = {1_000, 10_000, 60_000, 600_000, 3_600_000};

  /** Steps of a process that a case may take in its trouble, so that large planets are not finer than they need be. */
  private static final long MOST_STEPS = 24_000;

  /** Longer than any trouble: whatever was told late by then is read again before the end. */
  private static final long LONG_PATIENCE_MILLIS = 130_000;

  private final SplittableRandom random;

  private Draw(long seed) {
    random = new SplittableRandom(seed);
  }

  static Case of(long seed, Quirk quirk) {
    return new Draw(seed).draw(quirk);
  }

  private Case draw(Quirk quirk) {
    Terrain terrain = terrain();
    long troubleMillis = random.nextLong(20_000, 90_001);
    Plan plan = new Plan(
        terrain,
        start(troubleMillis),
        oneIn(16) ? Optional.empty() : Optional.of(OriginOptions.defaults()),
        oneIn(8) ? Optional.empty() : Optional.of(LedgerOptions.defaults().withPolicy(policy())),
        oneIn(4) ? random.nextLong(2, 7) : Plan.PLENTY,
        random.nextLong(),
        quirk);
    long finest = 1 + troubleMillis * terrain.regions() * terrain.nodes() / MOST_STEPS;
    long tick = Math.max(finest, random.nextLong(1, 21));
    Pace pace =
        new Pace(tick, troubleMillis, random.nextInt(4, 25), oneIn(8) ? LONG_PATIENCE_MILLIS : 0);
    return new Case(
        plan,
        spenders(),
        new Mishaps(random, terrain, troubleMillis).draw(),
        pace,
        random.nextLong());
  }

  private Terrain terrain() {
    int regions = random.nextInt(1, 5);
    int nodes = random.nextInt(1, regions > 2 ? 4 : 5);
    long near = random.nextLong(0, 4);
    long far = random.nextLong(1, 80);
    return new Terrain(
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

  /** Mostly so that a boundary falls into the trouble. */
  private long start(long troubleMillis) {
    return oneIn(5)
        ? BOUNDARY_MILLIS + random.nextLong(3_600_000)
        : BOUNDARY_MILLIS - random.nextLong(troubleMillis);
  }

  private List<Spender> spenders() {
    List<Spender> spenders = new ArrayList<>();
    int count = random.nextInt(3, 13);
    for (int number = 0; number < count; number++) {
      // As many limits of one digit as of three.
      long amount = random.nextLong(1, 1 + (long) Math.pow(10, random.nextInt(1, 4)));
      long duration = DURATIONS[random.nextInt(DURATIONS.length)];
      WhenDegraded[] choices = WhenDegraded.values();
      spenders.add(new Spender(
          number,
          "workspace-" + number % 2,
          new Limit(amount, duration, choices[random.nextInt(choices.length)])));
    }
    return spenders;
  }

  private boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }
}

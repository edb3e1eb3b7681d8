// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.scenario.Scenario.Terrain;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws what goes wrong.
 *
 * @param random where from
 * @param terrain where it may go wrong
 * @param millis how long
 */
record Mishaps(SplittableRandom random, Terrain terrain, long millis) {
  private static final int MOST = 9;
  private static final long LONGEST_MILLIS = 20_000;
  private static final long TOGETHER_MILLIS = 600;

  List<Fault> draw() {
    List<Fault> faults = new ArrayList<>();
    int count = random.nextInt(MOST + 1);
    long at = 0;
    for (int i = 0; i < count; i++) {
      // Misfortunes seldom come singly: what one leaves under way is what the next one hits.
      boolean isAlone = i == 0 || random.nextInt(3) > 0;
      at = isAlone
          ? random.nextLong(millis)
          : Math.min(millis - 1, at + random.nextLong(TOGETHER_MILLIS));
      faults.add(one(at));
    }
    return faults;
  }

  private Fault one(long at) {
    long length = random.nextLong(200, LONGEST_MILLIS);
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> new Fault(Kind.CUT_ORIGIN, place(), at, length, 0);
      case 4, 5, 6 -> new Fault(Kind.CUT_LEDGER, place(), at, length, 0);
      case 7, 8 -> new Fault(Kind.PAUSE, place(), at, length / 2, 0);
      case 9, 10 -> new Fault(Kind.KILL, place(), at, length / 8, 0);
      case 11, 12 -> new Fault(Kind.RESTART, place(), at, length / 8, 0);
      case 13, 14 -> new Fault(Kind.WIPE_ORIGIN, region(), at, 0, 0);
      case 15 ->
        random.nextInt(3) == 0
            ? new Fault(Kind.WIPE_LEDGER, Planet.LEDGER, at, 0, 0)
            : new Fault(Kind.STORM, Planet.LEDGER, at, length, 0);
      case 16, 17 -> new Fault(Kind.STEP_CLOCK, place(), at, 0, step());
      default ->
        new Fault(Kind.STORM, random.nextBoolean() ? region() : Planet.LEDGER, at, length, 0);
    };
  }

  private long step() {
    long most = random.nextInt(8) == 0 ? 240_000 : 4_000;
    return random.nextLong(-most, most + 1);
  }

  private String region() {
    return Planet.regionName(random.nextInt(terrain.regions()));
  }

  private String place() {
    return random.nextInt(4) == 0
        ? region()
        : region() + "/node-" + random.nextInt(terrain.nodes());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.scenario.Scenario.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates random faults.
 *
 * @param random the source of random numbers
 * @param topology the fleet in which the faults occur
 * @param millis the length of the fault phase
 */
record RandomFaults(SplittableRandom random, Topology topology, long millis) {
  private static final int MAX_FAULTS = 9;
  private static final long MAX_MILLIS = 20_000;
  private static final long TOGETHER_MILLIS = 600;

  List<SimulatedFault> draw() {
    List<SimulatedFault> faults = new ArrayList<>();
    int count = random.nextInt(MAX_FAULTS + 1);
    long at = 0;
    for (int i = 0; i < count; i++) {
      // Faults often come in groups, so that one hits messages that another one left in transit.
      boolean isAlone = i == 0 || random.nextInt(3) > 0;
      at = isAlone
          ? random.nextLong(millis)
          : Math.min(millis - 1, at + random.nextLong(TOGETHER_MILLIS));
      faults.add(drawOne(at));
    }
    return faults;
  }

  private SimulatedFault drawOne(long at) {
    long length = random.nextLong(200, MAX_MILLIS);
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> new SimulatedFault(FaultType.CUT_ORIGIN, randomPlace(), at, length, 0);
      case 4, 5, 6 -> new SimulatedFault(FaultType.CUT_LEDGER, randomPlace(), at, length, 0);
      case 7, 8 -> new SimulatedFault(FaultType.PAUSE, randomPlace(), at, length / 2, 0);
      case 9, 10 -> new SimulatedFault(FaultType.KILL, randomPlace(), at, length / 8, 0);
      case 11, 12 -> new SimulatedFault(FaultType.RESTART, randomPlace(), at, length / 8, 0);
      case 13, 14 -> new SimulatedFault(FaultType.WIPE_ORIGIN, randomRegion(), at, 0, 0);
      case 15 ->
        random.nextInt(3) == 0
            ? new SimulatedFault(FaultType.WIPE_LEDGER, SimulatedFleet.LEDGER_PLACE, at, 0, 0)
            : new SimulatedFault(FaultType.STORM, SimulatedFleet.LEDGER_PLACE, at, length, 0);
      case 16, 17 -> new SimulatedFault(FaultType.STEP_CLOCK, randomPlace(), at, 0, randomStep());
      default ->
        new SimulatedFault(
            FaultType.STORM,
            random.nextBoolean() ? randomRegion() : SimulatedFleet.LEDGER_PLACE,
            at,
            length,
            0);
    };
  }

  private long randomStep() {
    long most = random.nextInt(8) == 0 ? 240_000 : 4_000;
    return random.nextLong(-most, most + 1);
  }

  private String randomRegion() {
    return SimulatedFleet.regionName(random.nextInt(topology.regions()));
  }

  private String randomPlace() {
    return random.nextInt(4) == 0
        ? randomRegion()
        : randomRegion() + "/node-" + random.nextInt(topology.nodes());
  }
}

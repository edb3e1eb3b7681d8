// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.ledger.LedgerOptions;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.traffic.Spender;
import java.util.List;

/**
 * Everything that one seed stands for.
 *
 * @param plan the planet
 * @param spenders who spends there
 * @param faults what goes wrong, all of it over when trouble is
 * @param timing how time passes
 * @param trafficSeed where the checks are drawn from
 */
record ChaosCase(
    FleetPlan plan,
    List<Spender> spenders,
    List<SimulatedFault> faults,
    Timing timing,
    long trafficSeed) {

  /**
   * How time passes.
   *
   * @param tickMillis how fine time is while there is trouble
   * @param faultMillis how long there is
   * @param checksPerSecond how many checks and batches come at quiet times
   * @param patienceMillis how much longer than usual nothing is asked afterwards
   */
  record Timing(long tickMillis, long faultMillis, int checksPerSecond, long patienceMillis) {}

  /** Whether the region's origin loses everything at some time. */
  boolean isWiped(int region) {
    return faults.stream()
        .anyMatch(simulatedFault -> simulatedFault.kind() == FaultType.WIPE_ORIGIN
            && simulatedFault.place().equals(SimulatedFleet.regionName(region)));
  }

  /** Whether the ledger loses everything at some time. */
  boolean isLedgerWiped() {
    return faults.stream()
        .anyMatch(simulatedFault -> simulatedFault.kind() == FaultType.WIPE_LEDGER);
  }

  /** Whether regions tell each other of windows of this length. */
  boolean isShared(long durationMillis) {
    return plan.ledger().isPresent() && durationMillis >= LedgerOptions.MIN_DURATION_MILLIS;
  }
}

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
 * A chaos test case: everything that is generated from one seed.
 *
 * @param plan the fleet
 * @param spenders the spenders
 * @param faults the injected faults, all of which end within the fault phase
 * @param timing the timing of the case
 * @param trafficSeed the seed of the checks
 */
record ChaosCase(
    FleetPlan plan,
    List<Spender> spenders,
    List<SimulatedFault> faults,
    Timing timing,
    long trafficSeed) {

  /**
   * The timing of a case.
   *
   * @param tickMillis the length of a step during the fault phase
   * @param faultMillis the length of the fault phase
   * @param checksPerSecond the number of checks and batches per second outside bursts
   * @param patienceMillis the additional time without checks after the faults
   */
  record Timing(long tickMillis, long faultMillis, int checksPerSecond, long patienceMillis) {}

  /** Returns whether the case wipes the region's origin. */
  boolean isWiped(int region) {
    return faults.stream()
        .anyMatch(simulatedFault -> simulatedFault.kind() == FaultType.WIPE_ORIGIN
            && simulatedFault.place().equals(SimulatedFleet.regionName(region)));
  }

  /** Returns whether the case wipes the ledger. */
  boolean isLedgerWiped() {
    return faults.stream()
        .anyMatch(simulatedFault -> simulatedFault.kind() == FaultType.WIPE_LEDGER);
  }

  /** Returns whether regions share windows of this length. */
  boolean isShared(long durationMillis) {
    return plan.ledger().isPresent() && durationMillis >= LedgerOptions.MIN_DURATION_MILLIS;
  }
}

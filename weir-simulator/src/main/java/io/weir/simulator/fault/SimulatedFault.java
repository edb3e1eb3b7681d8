// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fault;

/**
 * A fault injected into a simulated fleet.
 *
 * @param kind the kind of fault
 * @param place the affected region ("region-2", with all of its processes) or process ("region-2/node-0"); "ledger"
 *     for the ledger's own faults
 * @param atMillis the time of the fault, counted from the start of the simulation
 * @param forMillis the duration; 0 for a fault that is instantaneous or permanent
 * @param amount the size of the fault where that applies: the clock step in milliseconds
 */
public record SimulatedFault(
    FaultType kind, String place, long atMillis, long forMillis, long amount) {

  /** The kinds of fault. */
  public enum FaultType {
    /** Cuts the connection between the place and its origin. */
    CUT_ORIGIN,
    /** Cuts the connection between the place and the ledger. */
    CUT_LEDGER,
    /** Suspends the place, as a long garbage collection would, and then resumes it. */
    PAUSE,
    /** Kills the place without a shutdown; a new process takes its slot after a while. */
    KILL,
    /** Shuts the place down cleanly; a new process takes its slot after a while. */
    RESTART,
    /** Like a restart, but the new process has no origin. */
    REMOVE_ORIGIN,
    /** Like a restart, but the new process uses its region's first origin, which is the default. */
    ADD_ORIGIN,
    /** Like a restart, but the new process uses a second origin beside its region's first one. */
    REPLACE_ORIGIN,
    /** Deletes all data of the region's origin. */
    WIPE_ORIGIN,
    /** Deletes all data of the ledger. */
    WIPE_LEDGER,
    /** Permanently sets the place's wall clock forward by the amount, or back if the amount is negative. */
    STEP_CLOCK,
    /**
     * Loses, duplicates, delays and reorders messages between a region and its origin or, for "ledger", between all
     * processes and the ledger.
     */
    STORM
  }
}

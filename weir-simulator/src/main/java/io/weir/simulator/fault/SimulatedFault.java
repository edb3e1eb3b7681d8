// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fault;

/**
 * Something that goes wrong.
 *
 * @param kind what
 * @param place where: a region ("region-2", all of its processes) or a process ("region-2/node-0"); "ledger" for the
 *     ledger's own faults
 * @param atMillis when, counted from the start of the simulation
 * @param forMillis how long it lasts; 0 for what happens in an instant, or never ends
 * @param amount how much, where that means something: a skew in milliseconds
 */
public record SimulatedFault(
    FaultType kind, String place, long atMillis, long forMillis, long amount) {

  /** What can go wrong. */
  public enum FaultType {
    /** The place and its origin do not hear each other. */
    CUT_ORIGIN,
    /** The place and the ledger do not hear each other. */
    CUT_LEDGER,
    /** The place does nothing, as in a long collection of garbage, and then goes on. */
    PAUSE,
    /** The place dies without a word; another process takes its seat after a while. */
    KILL,
    /** The place is closed in good order; another process takes its seat after a while. */
    RESTART,
    /** As a restart, and whoever takes the seat has no origin. */
    REMOVE_ORIGIN,
    /** As a restart, and whoever takes the seat has its region's origin, as everybody has at first. */
    ADD_ORIGIN,
    /** As a restart, and whoever takes the seat has another origin, which stands beside its region's first. */
    REPLACE_ORIGIN,
    /** The origin of the region loses everything. */
    WIPE_ORIGIN,
    /** The ledger loses everything. */
    WIPE_LEDGER,
    /** The place's wall clock is set so much ahead (or, below 0, back), for good. */
    STEP_CLOCK,
    /** The ways of a region to its origin, or of everybody to the ledger for "ledger", lose, double, delay and reorder. */
    STORM
  }
}

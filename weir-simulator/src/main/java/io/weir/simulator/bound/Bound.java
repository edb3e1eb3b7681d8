// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Terrain;

/**
 * The most that a limit can be exceeded by while no store fails, for what is offered. docs/consistency.md derives it.
 *
 * @param tellMillis the longest from an admission until its region's count of it is in the ledger
 * @param hearMillis the longest from then until every process of another region knows
 * @param regions how many regions
 * @param nodes how many processes in each
 */
public record Bound(long tellMillis, long hearMillis, int regions, int nodes) {

  /** Steps that a message may wait for its turn, at both ends and in between. */
  private static final int TICKS = 5;

  /** Of a fleet on this terrain, whose steps take so long. */
  public static Bound of(Fleet fleet) {
    long near = fleet.terrain().near().mostMillis();
    long far = fleet.terrain().far().mostMillis();
    long slack = TICKS * fleet.tickMillis();
    OriginOptions origin = fleet.origin();
    LedgerOptions ledger = fleet.ledger();
    // The own publish and its answer; then the pusher's pace; a push under way that must end first,
    // and the way itself.
    long tell = origin.publishDelayMillis()
        + origin.publishGapMillis()
        + 2 * near
        + ledger.policy().tellMillis(ledger.terms())
        + 3 * far
        + slack;
    // A pull under way that was too early, the pause after it, and the pull that is not.
    long hear = 2 * far + ledger.policy().hearMillis(ledger.terms()) + 2 * far + slack;
    return new Bound(tell, hear, fleet.terrain().regions(), fleet.terrain().nodes());
  }

  /**
   * What the bound depends on.
   *
   * @param terrain how many regions and processes, how far from their stores
   * @param origin the pace within a region
   * @param ledger the policy between regions
   * @param tickMillis how long a step of a process takes
   */
  public record Fleet(
      Terrain terrain, OriginOptions origin, LedgerOptions ledger, long tickMillis) {}

  /** What is offered within this time can be admitted unseen, whatever was before. */
  public long horizonMillis() {
    return 3 * (tellMillis + hearMillis);
  }

  /** The same once every region that spends knows of another: an attack that has begun, not one that begins. */
  public long settledMillis() {
    return tellMillis + hearMillis;
  }

  /** The most that a limit can be exceeded by, in units, when so much is offered within the horizon. */
  public long units(long offered, long largestCost) {
    return offered + largestCost * regions * (nodes + 1L);
  }
}

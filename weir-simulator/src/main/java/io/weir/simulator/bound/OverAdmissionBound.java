// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Topology;

/**
 * The most that a limit can be exceeded by while no store fails, for what is offered. docs/consistency.md derives it.
 *
 * @param delays how long counts take at the longest
 * @param regions how many regions
 * @param nodes how many processes in each
 */
public record OverAdmissionBound(MaxDelays delays, int regions, int nodes) {

  /** Steps that a message may wait for its turn, at both ends and in between. */
  private static final int TICKS = 5;

  /** A regional view that is older than this counts as old. The engine uses less where Redis answers quickly. */
  private static final long OLD_VIEW_MILLIS = 60;

  /** On an old view, all processes of a region together may spend the limit divided by this, or one check each. */
  private static final long OLD_VIEW_PARTS = 100;

  /**
   * How long counts take at the longest.
   *
   * @param pushMillis from an admission until its region's count of it is in the ledger
   * @param pullMillis from then until every process of another region knows
   * @param regionMillis from an admission until no process of the region uses a view without it that is not old
   * @param lookMillis from an admission until its region decides whether the ledger must know
   */
  public record MaxDelays(long pushMillis, long pullMillis, long regionMillis, long lookMillis) {}

  /** Of a fleet on this terrain, whose steps take so long. */
  public static OverAdmissionBound of(FleetTiming fleetTiming) {
    long near = fleetTiming.topology().near().maxMillis();
    long far = fleetTiming.topology().far().maxMillis();
    long slack = TICKS * fleetTiming.tickMillis();
    OriginOptions origin = fleetTiming.origin();
    LedgerOptions ledger = fleetTiming.ledger();
    long publish = origin.publishDelayMillis() + origin.publishGapMillis() + 2 * near;
    // The own publish and its answer; then the pusher's pace; a push under way that must end first,
    // and the way itself.
    long tell = publish + ledger.policy().maxPushMillis(ledger.terms()) + 3 * far + slack;
    // A pull under way that was too early, the pause after it, and the pull that is not.
    long hear = 2 * far + ledger.policy().maxPullMillis(ledger.terms()) + 2 * far + slack;
    // A publish under way, the gap after it, the way of the next; then a read that just missed it.
    long region = 2 * near + origin.publishGapMillis() + near + 2 * near + OLD_VIEW_MILLIS + slack;
    long look = publish + ledger.terms().pushMillis() * 6 / 5 + slack;
    return new OverAdmissionBound(
        new MaxDelays(tell, hear, region, look),
        fleetTiming.topology().regions(),
        fleetTiming.topology().nodes());
  }

  /**
   * What the bound depends on.
   *
   * @param topology how many regions and processes, how far from their stores
   * @param origin the pace within a region
   * @param ledger the policy between regions
   * @param tickMillis how long a step of a process takes
   */
  public record FleetTiming(
      Topology topology, OriginOptions origin, LedgerOptions ledger, long tickMillis) {}

  /** What is offered within this time can be admitted unseen, whatever was before. */
  public long horizonMillis() {
    return regions == 1 ? delays.regionMillis() : 3 * (delays.pushMillis() + delays.pullMillis());
  }

  /** The same once every region that spends knows of another: an attack that has begun, not one that begins. */
  public long settledMillis() {
    return delays.pushMillis() + delays.pullMillis();
  }

  /** The most that this limit can be exceeded by, in units, when so much is offered within the horizon. */
  public double units(long offered, long largestCost, LimitPolicy limitPolicy) {
    if (offered == 0 || (regions == 1 && nodes == 1)) {
      return 0; // one process is exact
    }
    double unseen = offered + regions * fromOldViews(largestCost, limitPolicy.amount());
    if (regions == 1) {
      return unseen;
    }
    // The previous window fades until a region looks at its usage, and each region rounds its part
    // of it down.
    double faded = (double) delays.lookMillis() / limitPolicy.durationMillis();
    return (unseen + regions + faded * limitPolicy.amount()) / (1 - faded);
  }

  /** What the processes of a region may spend on views of the region that are old. */
  private long fromOldViews(long largestCost, long amount) {
    return nodes == 1 ? 0 : nodes * Math.max(largestCost, amount / (OLD_VIEW_PARTS * nodes));
  }
}

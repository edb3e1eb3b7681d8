// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Topology;

/**
 * The bound on over-admission while no store fails, for a given offered load. docs/consistency.md derives it.
 *
 * @param delays the maximum propagation delays
 * @param regions the number of regions
 * @param nodes the number of processes per region
 */
public record OverAdmissionBound(MaxDelays delays, int regions, int nodes) {

  /** The number of steps that a message may wait to be processed, at both ends and in between. */
  private static final int TICKS = 5;

  /** A regional view older than this is stale. The engine uses a lower value where Redis responds quickly. */
  private static final long OLD_VIEW_MILLIS = 60;

  /** On a stale view, all processes of a region together may spend the limit divided by this, or one check each. */
  private static final long OLD_VIEW_PARTS = 100;

  /**
   * The maximum propagation delays of counts.
   *
   * @param pushMillis from an admission until the ledger holds its region's count of it
   * @param pullMillis from then until every process of another region knows the count
   * @param regionMillis from an admission until no process of the region uses a fresh view that lacks it
   * @param lookMillis from an admission until its region decides whether to push it to the ledger
   */
  public record MaxDelays(long pushMillis, long pullMillis, long regionMillis, long lookMillis) {}

  /** Returns the bound of a fleet with this topology and timing. */
  public static OverAdmissionBound of(FleetTiming fleetTiming) {
    long near = fleetTiming.topology().near().maxMillis();
    long far = fleetTiming.topology().far().maxMillis();
    long slack = TICKS * fleetTiming.tickMillis();
    OriginOptions origin = fleetTiming.origin();
    LedgerOptions ledger = fleetTiming.ledger();
    long publish = origin.publishDelayMillis() + origin.publishGapMillis() + 2 * near;
    // The region's own publish and its response; then the push interval, a push in progress that
    // must end first, and the network delay.
    long push = publish + ledger.policy().maxPushMillis(ledger.terms()) + 3 * far + slack;
    // A pull in progress that started too early, the pause after it, and the next pull.
    long pull = 2 * far + ledger.policy().maxPullMillis(ledger.terms()) + 2 * far + slack;
    // A publish in progress, the gap after it and the network delay of the next publish; then a
    // read that just missed it.
    long region = 2 * near + origin.publishGapMillis() + near + 2 * near + OLD_VIEW_MILLIS + slack;
    long decide = publish + ledger.terms().pushMillis() * 6 / 5 + slack;
    return new OverAdmissionBound(
        new MaxDelays(push, pull, region, decide),
        fleetTiming.topology().regions(),
        fleetTiming.topology().nodes());
  }

  /**
   * The inputs of the bound.
   *
   * @param topology the number of regions and processes and their distance from the stores
   * @param origin the timing within a region
   * @param ledger the policy between regions
   * @param tickMillis the length of a process's step
   */
  public record FleetTiming(
      Topology topology, OriginOptions origin, LedgerOptions ledger, long tickMillis) {}

  /** Returns the interval whose entire offered load can be admitted unseen, whatever came before. */
  public long horizonMillis() {
    return regions == 1 ? delays.regionMillis() : 3 * (delays.pushMillis() + delays.pullMillis());
  }

  /**
   * Returns the same interval once every spending region knows of another one: for an attack in progress instead of a
   * new one.
   */
  public long settledMillis() {
    return delays.pushMillis() + delays.pullMillis();
  }

  /** Returns the maximum over-admission of this limit, in units, for the load offered within the horizon. */
  public double units(long offered, long largestCost, LimitPolicy limitPolicy) {
    if (offered == 0 || (regions == 1 && nodes == 1)) {
      return 0; // a single process is exact
    }
    double unseen = offered + regions * unitsOnStaleViews(largestCost, limitPolicy.amount());
    if (regions == 1) {
      return unseen;
    }
    // The previous window decays until a region checks its usage, and each region rounds its part
    // of it down.
    double decayed = (double) delays.lookMillis() / limitPolicy.durationMillis();
    return (unseen + regions + decayed * limitPolicy.amount()) / (1 - decayed);
  }

  /** Returns what the processes of a region may spend on stale views of the region. */
  private long unitsOnStaleViews(long largestCost, long amount) {
    return nodes == 1 ? 0 : nodes * Math.max(largestCost, amount / (OLD_VIEW_PARTS * nodes));
  }
}

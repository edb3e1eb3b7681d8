// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Topology;
import java.util.Optional;

/**
 * The configuration of a simulated fleet.
 *
 * @param topology the regions and the network delays between them
 * @param startMillis the Unix millisecond at which it starts
 * @param origin how processes converge within a region; empty for a fleet without origins
 * @param ledger how regions converge; empty for a fleet without a ledger
 * @param maxSubjects the maximum number of subjects that a process keeps
 * @param seed the seed of all random numbers
 * @param bug the injected bug
 */
public record FleetPlan(
    Topology topology,
    long startMillis,
    Optional<OriginOptions> origin,
    Optional<LedgerOptions> ledger,
    long maxSubjects,
    long seed,
    InjectedBug bug) {

  /** A limit on subjects that no scenario reaches. */
  public static final long AMPLE_SUBJECTS = 50_000_000;

  /** Returns a plan without a bug, with an origin in every region. */
  public static FleetPlan of(
      Topology topology, long startMillis, Optional<LedgerOptions> ledger, long seed) {
    return new FleetPlan(
        topology,
        startMillis,
        Optional.of(OriginOptions.defaults()),
        ledger,
        AMPLE_SUBJECTS,
        seed,
        InjectedBug.NONE);
  }
}

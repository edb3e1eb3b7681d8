// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Topology;
import java.util.Optional;

/**
 * What a planet is made of.
 *
 * @param topology the regions and the ways between them
 * @param startMillis the Unix millisecond at which it starts
 * @param origin how processes converge within a region; empty without origins
 * @param ledger how regions converge; empty without a ledger
 * @param maxSubjects how many subjects a process keeps
 * @param seed where every random number descends from
 * @param bug what is wrong with it
 */
public record FleetPlan(
    Topology topology,
    long startMillis,
    Optional<OriginOptions> origin,
    Optional<LedgerOptions> ledger,
    long maxSubjects,
    long seed,
    InjectedBug bug) {

  /** More than any scenario needs. */
  public static final long AMPLE_SUBJECTS = 50_000_000;

  /** Nothing wrong, with an origin in every region. */
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

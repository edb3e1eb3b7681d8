// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Terrain;
import java.util.Optional;

/**
 * What a planet is made of.
 *
 * @param terrain the regions and the ways between them
 * @param startMillis the Unix millisecond at which it starts
 * @param origin how processes converge within a region; empty without origins
 * @param ledger how regions converge; empty without a ledger
 * @param maxSubjects how many subjects a process keeps
 * @param seed where every random number descends from
 * @param quirk what is wrong with it
 */
public record Plan(
    Terrain terrain,
    long startMillis,
    Optional<OriginOptions> origin,
    Optional<LedgerOptions> ledger,
    long maxSubjects,
    long seed,
    Quirk quirk) {

  /** More than any scenario needs. */
  public static final long PLENTY = 50_000_000;

  /** Nothing wrong, with an origin in every region. */
  public static Plan of(
      Terrain terrain, long startMillis, Optional<LedgerOptions> ledger, long seed) {
    return new Plan(
        terrain,
        startMillis,
        Optional.of(OriginOptions.defaults()),
        ledger,
        PLENTY,
        seed,
        Quirk.NONE);
  }
}

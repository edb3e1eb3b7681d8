// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.function.Function;

/** Opens the ledger of a simulated fleet: the in-memory one or another one under measurement, such as a database. */
@FunctionalInterface
public interface LedgerSource {
  /** The in-memory ledger. */
  LedgerSource MEMORY = (memory, clock) -> process -> memory;

  /**
   * Opens a ledger for one fleet.
   *
   * @param memory the ledger that the audit reads: everything pushed to the opened ledger must be pushed here too
   * @param clock the fleet's clock, which the ledger must use
   * @return the ledger that each process calls; its answers are complete when a call returns
   */
  Function<ProcessInstance, Ledger> open(InMemoryLedger memory, EpochClock clock);
}

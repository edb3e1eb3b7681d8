// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.function.Function;

/** Opens the ledger of a simulated fleet: the one in memory, or another one that is to be measured, such as a database. */
@FunctionalInterface
public interface LedgerSource {
  /** The ledger in memory itself. */
  LedgerSource MEMORY = (memory, clock) -> process -> memory;

  /**
   * Opens a ledger for one fleet.
   *
   * @param memory what the audit reads: everything that is pushed to the ledger has to be pushed here too
   * @param clock the fleet's time, which the ledger has to follow
   * @return the ledger that each process calls; its answers are complete when a call returns
   */
  Function<ProcessInstance, Ledger> open(InMemoryLedger memory, EpochClock clock);
}

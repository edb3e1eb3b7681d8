// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.cell.Cell;

/** The state of the ledger, for the agents that talk to the origin. */
public interface LedgerState {
  /** The state without a ledger. */
  LedgerState NONE = new LedgerState() {};

  /** Whether the first pull was merged or failed. */
  default boolean isPulled() {
    return false;
  }

  /** Whether no process of this region can know another name for its origin's data set. */
  default boolean isWithoutOrigins() {
    return true;
  }

  /**
   * Pushes the whole count of a cell whose subject was retired, regardless of the policy: only this process could.
   * False if regions do not share the cell.
   */
  default boolean tryFinish(Cell cell) {
    return false;
  }
}

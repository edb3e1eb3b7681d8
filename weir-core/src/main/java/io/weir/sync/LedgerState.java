// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.cell.Cell;

/** What is known of the ledger, for those who talk to the origin. */
public interface LedgerState {
  /** There is no ledger. */
  LedgerState NONE = new LedgerState() {};

  /** Whether a first pull was merged, or failed. */
  default boolean isPulled() {
    return false;
  }

  /** Whether no process of this region can know another name for the data set of its origin. */
  default boolean isWithoutOrigins() {
    return true;
  }

  /**
   * Tells the ledger all of a cell whose subject was retired, whatever the policy says: nobody else could. False if regions do
   * not share the cell.
   */
  default boolean tryFinish(Cell cell) {
    return false;
  }
}

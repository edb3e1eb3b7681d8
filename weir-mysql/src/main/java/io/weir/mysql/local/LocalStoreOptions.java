// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.time.EpochClock;

/**
 * Options of a local store.
 *
 * @param cellsPerWorkspace how many rows of counts a workspace may have in the file; new cells beyond it stay in
 *     memory only
 * @param clock the clock by which cells expire
 */
public record LocalStoreOptions(long cellsPerWorkspace, EpochClock clock) {
  /** About 150 MB. More would let one workspace fill small disks, less would lose the counts of large ones. */
  public static final long DEFAULT_CELLS_PER_WORKSPACE = 1_000_000;

  public LocalStoreOptions {
    if (cellsPerWorkspace < 1) {
      throw new IllegalArgumentException(
          "cellsPerWorkspace must be at least 1, but was " + cellsPerWorkspace);
    }
  }

  /** Returns options with a million cells per workspace and the machine's clock. */
  public static LocalStoreOptions defaults() {
    return new LocalStoreOptions(DEFAULT_CELLS_PER_WORKSPACE, EpochClock.system());
  }
}

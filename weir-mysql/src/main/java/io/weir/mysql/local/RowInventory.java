// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import org.jspecify.annotations.Nullable;

/**
 * An in-memory summary of the rows in the file: which cells are certainly absent, and how many rows each workspace
 * has. The writing thread updates it, range by range of digests while the file is being read; any thread may query
 * it.
 */
final class RowInventory {
  /** The first byte of a digest selects its range. */
  static final int RANGES = 256;

  private final RowBudgets rowBudgets;

  /** Null until the file was read once. */
  private volatile @Nullable CellFilter filter;

  /** The filter that will replace it, while the file is being read. */
  private @Nullable CellFilter building;

  /** How many ranges the budgets include. */
  private int loaded;

  /** How many cells were deleted since the filter was built. */
  private long removed;

  RowInventory(RowBudgets rowBudgets) {
    this.rowBudgets = rowBudgets;
  }

  RowBudgets budgets() {
    return rowBudgets;
  }

  /** Returns whether this cell is certainly not in the file. */
  boolean isAbsent(CellDigest cell) {
    CellFilter known = filter;
    return known != null && !known.mayContain(cell);
  }

  boolean isLoaded() {
    return filter != null;
  }

  boolean isBuilding() {
    return building != null;
  }

  /** Returns whether the budgets do not include this range yet. */
  boolean isLoading(int range) {
    return range >= loaded;
  }

  /** Returns whether reading the file again would improve the filter much. */
  boolean isFilterStale() {
    CellFilter known = filter;
    return known == null || known.isFull() || 4 * removed > Math.max(known.added(), 1_000);
  }

  /** Returns approximately how many cells the file has; valid only after it was read once. */
  long cells() {
    CellFilter known = filter;
    return known == null ? 0 : Math.max(0, known.added() - removed);
  }

  /** Begins a new filter, which {@link #addFound} fills. */
  void build(long cells) {
    building = new CellFilter(2 * cells);
    removed = 0;
  }

  /** Records a cell that was found in the file. */
  void addFound(CellDigest cell) {
    CellFilter target = building;
    if (target != null) {
      target.add(cell);
    }
  }

  /** Records how many rows a workspace has in a range that was not counted yet. */
  void addCounted(String workspace, long rows) {
    rowBudgets.add(workspace, rows);
  }

  /** Records that all rows of this range were found. */
  void markLoaded(int range) {
    loaded = Math.max(loaded, range + 1);
    CellFilter done = building;
    if (range == RANGES - 1 && done != null) {
      filter = done;
      building = null;
    }
  }

  /** Records a row that was written. */
  void added(CellDigest cell, String workspace) {
    CellFilter known = filter;
    if (known != null) {
      known.add(cell);
    }
    addFound(cell);
    if (!isLoading(cell.range())) {
      rowBudgets.add(workspace, 1);
    }
  }

  /** Records the rows of a cell that were deleted. */
  void removed(CellDigest cell, String workspace, long rows) {
    removed++;
    if (!isLoading(cell.range())) {
      rowBudgets.add(workspace, -rows);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import org.jspecify.annotations.Nullable;

/**
 * What is known in memory of the rows in the file: which cells are surely not there, and how many rows each workspace has.
 * The writing thread changes it, range by range of digests while the file is being read; any thread may ask.
 */
final class RowInventory {
  /** A digest's first byte chooses its range. */
  static final int RANGES = 256;

  private final RowBudgets rowBudgets;

  /** Null until the file was read once. */
  private volatile @Nullable CellFilter filter;

  /** The one that is to replace it, while the file is being read. */
  private @Nullable CellFilter building;

  /** How many ranges the budgets know of. */
  private int loaded;

  /** Cells that were deleted since the filter was built. */
  private long removed;

  RowInventory(RowBudgets rowBudgets) {
    this.rowBudgets = rowBudgets;
  }

  RowBudgets budgets() {
    return rowBudgets;
  }

  /** Whether this cell is not in the file, for sure. */
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

  /** Whether the budgets lack this range. */
  boolean isLoading(int range) {
    return range >= loaded;
  }

  /** Whether reading the file again would make the filter much better. */
  boolean isFilterStale() {
    CellFilter known = filter;
    return known == null || known.isFull() || 4 * removed > Math.max(known.added(), 1_000);
  }

  /** About how many cells the file has; only once it was read. */
  long cells() {
    CellFilter known = filter;
    return known == null ? 0 : Math.max(0, known.added() - removed);
  }

  /** Begins a filter that will be filled by {@link #addFound}. */
  void build(long cells) {
    building = new CellFilter(2 * cells);
    removed = 0;
  }

  /** This cell is in the file. */
  void addFound(CellDigest cell) {
    CellFilter target = building;
    if (target != null) {
      target.add(cell);
    }
  }

  /** A workspace has this many rows in a range that was not counted yet. */
  void addCounted(String workspace, long rows) {
    rowBudgets.add(workspace, rows);
  }

  /** All rows of this range were found. */
  void markLoaded(int range) {
    loaded = Math.max(loaded, range + 1);
    CellFilter done = building;
    if (range == RANGES - 1 && done != null) {
      filter = done;
      building = null;
    }
  }

  /** A row was written. */
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

  /** Rows of a cell were deleted. */
  void removed(CellDigest cell, String workspace, long rows) {
    removed++;
    if (!isLoading(cell.range())) {
      rowBudgets.add(workspace, -rows);
    }
  }
}

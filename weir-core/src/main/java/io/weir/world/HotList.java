// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.CellKey;
import io.weir.cell.Cell;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells that are worth telling, within a budget for each workspace. */
final class HotList {
  /*
   * A cell of a low limit is worth telling from its first unit on, so a flood of identifiers that were never seen before
   * would otherwise fill the ledger. The first half of a workspace's budget is for whoever comes; the second is kept for
   * cells that have used half of their limit, so that a flood of single checks can't crowd out those who spend.
   */

  private final Map<Cell, HotCell> cells = new LinkedHashMap<>();

  /** The same by name; several cells have the same if their subject left memory and came back. */
  private final Map<CellKey, HotCell> named = new HashMap<>();

  private final Map<String, Integer> perWorkspace = new HashMap<>();
  private final int budget;

  HotList(int budgetPerWorkspace) {
    this.budget = budgetPerWorkspace;
  }

  @Nullable
  HotCell get(Cell cell) {
    return cells.get(cell);
  }

  /** The newest cell of this name, which leads to the others; null if there is none. */
  @Nullable
  HotCell named(CellKey name) {
    return named.get(name);
  }

  /** Takes the cell in; null if its workspace has no room for it. */
  @Nullable
  HotCell add(Cell cell, boolean isHalfUsed) {
    int used = perWorkspace.getOrDefault(workspace(cell), 0);
    if (used >= (isHalfUsed ? budget : (budget + 1) / 2)) {
      return null;
    }
    HotCell added = new HotCell(cell);
    cells.put(cell, added);
    added.sameName(named.put(cell.key(), added));
    perWorkspace.merge(workspace(cell), 1, Integer::sum);
    return added;
  }

  /** Lets go of cells that can no longer matter. */
  void expire(long epochMillis) {
    for (Iterator<Cell> all = cells.keySet().iterator(); all.hasNext(); ) {
      Cell cell = all.next();
      if (isOver(cell, epochMillis)) {
        all.remove();
        named.remove(cell.key()); // cells of the same name are over together
        perWorkspace.computeIfPresent(
            workspace(cell), (name, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  /** Whether the cell can no longer weigh on any decision. */
  static boolean isOver(Cell cell, long epochMillis) {
    return epochMillis >= cell.start() + 2 * cell.subject().scope().duration();
  }

  private static String workspace(Cell cell) {
    return cell.subject().scope().workspace();
  }

  Collection<HotCell> all() {
    return cells.values();
  }

  int size() {
    return cells.size();
  }
}

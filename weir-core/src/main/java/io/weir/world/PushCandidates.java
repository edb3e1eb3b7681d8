// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.CellKey;
import io.weir.cell.Cell;
import io.weir.cell.Scope;
import io.weir.memory.FairCapacity;
import io.weir.memory.HeapSizes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells worth pushing, within a row budget for each workspace and a memory budget for all of them. */
final class PushCandidates {
  /*
   * A cell of a low limit is worth pushing from its first unit on, so a flood of identifiers that were never seen
   * before would otherwise fill the ledger. The first half of a workspace's budget is open to every cell. The second
   * half is reserved for cells that have used half of their limit, so that a flood of single checks can't displace
   * identifiers that really spend.
   *
   * The list retains its cells, and so their subjects, after these left the table. So each counts with all the memory
   * that it may retain. When that is used up, cells of the workspace that has most are evicted for workspaces that
   * have less: its oldest cells leave the list, as if they had been withheld. Cells that have used less than half of
   * their limit may take only half of the room.
   */

  private final Map<Cell, PushCandidate> cells = new LinkedHashMap<>();

  /** The same cells by name. Several have the same name if their subject left memory and returned. */
  private final Map<CellKey, PushCandidate> named = new HashMap<>();

  private final FairCapacity<PushCandidate> capacity;
  private final int budget;

  PushCandidates(int budgetPerWorkspace, long maxBytes) {
    this.budget = budgetPerWorkspace;
    this.capacity = new FairCapacity<>(maxBytes);
  }

  @Nullable
  PushCandidate get(Cell cell) {
    return cells.get(cell);
  }

  /** The newest cell of this name, which links to the older ones; null if there is none. */
  @Nullable
  PushCandidate named(CellKey name) {
    return named.get(name);
  }

  /** Adds the cell. Null if there is no room for it. */
  @Nullable
  PushCandidate add(Cell cell, boolean isHalfUsed) {
    Scope scope = cell.subject().scope();
    PushCandidate added =
        new PushCandidate(cell, HeapSizes.HOT_CELL + scope.weightOf(cell.subject()));
    int used = capacity.count(added.workspace());
    if (used >= (isHalfUsed ? budget : (budget + 1) / 2) || !hasRoom(added, isHalfUsed)) {
      return null;
    }
    cells.put(cell, added);
    capacity.add(added);
    added.sameName(named.put(cell.key(), added));
    return added;
  }

  private boolean hasRoom(PushCandidate added, boolean isHalfUsed) {
    int times = isHalfUsed ? 1 : 2;
    if (capacity.bytes() + added.weight() <= capacity.maxBytes() / times) {
      return true;
    }
    if (!capacity.isWithinShare(added.workspace(), added.weight(), times)) {
      return false;
    }
    while (!capacity.fits(added.weight())) {
      PushCandidate oldest = capacity.oldestOfHeaviest();
      if (oldest == null) {
        return false;
      }
      drop(oldest);
    }
    return true;
  }

  private void drop(PushCandidate dropped) {
    dropped.drop();
    cells.remove(dropped.cell);
    capacity.remove(dropped);
    CellKey name = dropped.cell.key();
    PushCandidate newest = named.get(name);
    if (newest == dropped) {
      PushCandidate next = dropped.sameName();
      if (next == null) {
        named.remove(name);
      } else {
        named.put(name, next);
      }
      return;
    }
    for (PushCandidate each = newest; each != null; each = each.sameName()) {
      if (each.sameName() == dropped) {
        each.sameName(dropped.sameName());
      }
    }
  }

  /** Removes cells that can no longer affect any decision. */
  void expire(long epochMillis) {
    for (Iterator<PushCandidate> all = cells.values().iterator(); all.hasNext(); ) {
      PushCandidate hot = all.next();
      if (isExpired(hot.cell, epochMillis)) {
        all.remove();
        named.remove(hot.cell.key()); // cells of the same name expire together
        capacity.remove(hot);
      }
    }
  }

  /** Whether the cell can no longer affect any decision. */
  static boolean isExpired(Cell cell, long epochMillis) {
    return epochMillis >= cell.start() + 2 * cell.subject().scope().duration();
  }

  Collection<PushCandidate> all() {
    return cells.values();
  }

  int size() {
    return cells.size();
  }

  /** The memory that the list uses, with everything it retains. Any thread may call this. */
  long bytes() {
    return capacity.bytes();
  }
}

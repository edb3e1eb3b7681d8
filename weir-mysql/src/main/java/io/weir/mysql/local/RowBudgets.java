// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of rows that each workspace has in the file, and the workspaces that have reached their limit. Used by
 * the writing thread.
 */
final class RowBudgets {
  private static final Logger LOG = System.getLogger("io.weir.mysql");

  private final long maxRows;
  private final Map<String, Long> rows = new HashMap<>();
  private final Set<String> exhausted = new HashSet<>();
  private final AtomicLong withheld = new AtomicLong();

  RowBudgets(long maxRows) {
    this.maxRows = maxRows;
  }

  boolean hasRoom(String workspace, long more) {
    return rows.getOrDefault(workspace, 0L) + more < maxRows;
  }

  void add(String workspace, long change) {
    long now = rows.merge(workspace, change, Long::sum);
    if (now <= 0) {
      rows.remove(workspace);
    }
    // Not at the first free row: the next write would take it again, and log again.
    if (now < maxRows - maxRows / 20 && exhausted.remove(workspace)) {
      LOG.log(
          Level.INFO,
          "Workspace {0} can store counts in the local database again: {1} of {2} used",
          workspace,
          Long.toString(now),
          Long.toString(maxRows));
    }
  }

  /** Records a new cell that was not stored. */
  void withhold(String workspace) {
    withheld.incrementAndGet();
    if (exhausted.add(workspace)) {
      LOG.log(
          Level.WARNING,
          "Workspace {0} has reached its limit of {1} counts in the local database: counts of new"
              + " identifiers are kept only in memory until others expire",
          workspace,
          Long.toString(maxRows));
    }
  }

  /** Returns how many new cells were not stored since the start. Safe to call from any thread. */
  long withheld() {
    return withheld.get();
  }
}

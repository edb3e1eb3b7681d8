// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.table.OverrideQueries;
import io.weir.server.directory.table.StorePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes rows of deleted overrides once every server has seen that they were deleted. Used by the polling thread alone. */
final class OverridePurge {
  /*
   * Servers learn of a deletion from the row that says so. A server that has not read the store for half of this time does not go
   * on where it was but reads everything anew, so nobody needs a row that is older. Rows have no time; but every row that is there
   * at one moment is at least as old as the time since. The times are those of the database: no process's clock matters.
   */

  /** How old a row has to be. More would keep more of them, less would make servers read everything after short faults. */
  static final long AGE_MILLIS = 3_600_000;

  /** After how long without having read the store a server can't rely on finding what was deleted. */
  static final long MAX_GAP_MILLIS = AGE_MILLIS / 2;

  /** So few that whoever changes something hardly waits. */
  static final int BATCH_SIZE = 200;

  private final TenantDatabase tenantDatabase;

  /** Rows up to this one's revision go when it is old enough. */
  private StorePosition.@Nullable TimedPosition mark;

  OverridePurge(TenantDatabase tenantDatabase) {
    this.tenantDatabase = tenantDatabase;
  }

  /** Whether everything that was deleted since then is still to be found now. */
  static boolean isComplete(StorePosition.TimedPosition then, StorePosition.TimedPosition now) {
    long gap = now.epochMillis() - then.epochMillis();
    return gap < MAX_GAP_MILLIS && gap > -MAX_GAP_MILLIS;
  }

  /** Removes some rows, if any are old enough. */
  void work(StorePosition.TimedPosition now) {
    StorePosition.TimedPosition known = mark;
    if (known == null
        || !now.position().follows(known.position())
        || now.epochMillis() < known.epochMillis()) {
      mark = now;
      return;
    }
    if (now.epochMillis() - known.epochMillis() < AGE_MILLIS) {
      return;
    }
    long upTo = known.position().revision();
    List<byte[]> old = tenantDatabase.read(
        "to find deleted overrides",
        directorySession -> OverrideQueries.deletedUpTo(directorySession, upTo, BATCH_SIZE));
    if (!old.isEmpty()) {
      tenantDatabase.change("to remove deleted overrides", (directorySession, revision) -> {
        for (byte[] digest : old) {
          OverrideQueries.purge(directorySession, digest, upTo);
        }
        return old.size();
      });
    }
    if (old.size() < BATCH_SIZE) {
      mark = now;
    }
  }
}

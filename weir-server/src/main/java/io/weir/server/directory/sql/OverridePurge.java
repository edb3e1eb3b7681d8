// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.table.OverrideQueries;
import io.weir.server.directory.table.StorePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes the rows of deleted overrides once every server has seen the deletion. Used only by the polling thread. */
final class OverridePurge {
  /*
   * Servers learn of a deletion from the row that records it. A server that has not read the store for half of this
   * time does not continue from its position, but reads everything again. So no server needs an older row. Rows have
   * no timestamp, but every row that exists at one moment is at least as old as the time since then. All times are
   * those of the database: no process's clock matters.
   */

  /** How old a row must be. More would keep more rows, less would make servers read everything after short outages. */
  static final long AGE_MILLIS = 3_600_000;

  /** After how long without having read the store a server cannot rely on finding all deletions. */
  static final long MAX_GAP_MILLIS = AGE_MILLIS / 2;

  /** Small enough that other changes hardly wait. */
  static final int BATCH_SIZE = 200;

  private final TenantDatabase tenantDatabase;

  /** Rows up to this revision are removed when it is old enough. */
  private StorePosition.@Nullable TimedPosition mark;

  OverridePurge(TenantDatabase tenantDatabase) {
    this.tenantDatabase = tenantDatabase;
  }

  /** Returns whether everything that was deleted since {@code then} can still be found. */
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

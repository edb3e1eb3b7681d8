// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.mysql.local.StoreConnection.StoreStatements;
import io.weir.sql.call.DatabaseExecutor;
import io.weir.sql.dialect.ReadableText;
import io.weir.time.EpochClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Scans the file when it was opened and then once a minute. Every scan deletes expired cells. The first one, and
 * later ones if it is worthwhile, also rebuild the inventory.
 */
final class StoreCleanup {
  /*
   * A scan goes through the digests range by range, in steps of some milliseconds. Each step is a call on the writing
   * executor like any other, so that publications wait for at most one step. There is no index by age: it would
   * double the cost of a new row, only to save a scan of a tenth of a second per million rows and minute.
   */

  private static final Logger LOG = System.getLogger("io.weir.mysql");

  private static final long PAUSE_MILLIS = 60_000;

  /** How long an expired cell is kept. Afterwards no process publishes to it any more, whatever its clock says. */
  private static final long GRACE_MILLIS = 60_000;

  /** A few milliseconds of work. */
  private static final int ROWS_PER_STEP = 2_000;

  private static final int RANGES_PER_STEP = 16;

  /** Larger than every digest: as long as one, and a byte more. */
  private static final byte[] MAX_DIGEST = new byte[CellDigest.BYTES + 1];

  static {
    Arrays.fill(MAX_DIGEST, (byte) 0xff);
  }

  private final StoreConnection connection;
  private final RowInventory rowInventory;
  private final DatabaseExecutor queue;
  private final EpochClock clock;

  /** When the next scan may begin, and whether one is in progress; guarded by this. */
  private long notBefore = Long.MIN_VALUE;

  private boolean isRunning;

  /** The next range; used by the writing thread. */
  private int range;

  /**
   * A cell that has expired.
   *
   * @param cell its key
   * @param workspace its workspace, as stored in the file; empty if it is no longer known
   * @param rows how many rows it has
   */
  private record ExpiredCell(CellDigest cell, String workspace, long rows) {}

  StoreCleanup(
      StoreConnection connection,
      RowInventory rowInventory,
      DatabaseExecutor queue,
      EpochClock clock) {
    this.connection = connection;
    this.rowInventory = rowInventory;
    this.queue = queue;
    this.clock = clock;
  }

  /** Begins a scan if one is due. Does not wait. */
  void begin() {
    synchronized (this) {
      long now = clock.epochMillis();
      // A clock that was set back must not delay the next scan.
      if (isRunning || (now < notBefore && now >= notBefore - PAUSE_MILLIS)) {
        return;
      }
      isRunning = true;
      notBefore = now + PAUSE_MILLIS;
    }
    next(true);
  }

  private void next(boolean isFirst) {
    CompletableFuture<?> unused = queue
        .call(() -> step(isFirst))
        .whenComplete((isOver, failure) -> {
          if (failure == null && !isOver) {
            next(false);
            return;
          }
          if (failure != null) {
            LOG.log(
                Level.DEBUG,
                "Deleting expired counts from the local database failed; retrying in a minute: {0}",
                failure.getMessage());
          }
          synchronized (this) {
            isRunning = false;
          }
        });
  }

  /** Performs a step. Returns whether the scan is complete. */
  private boolean step(boolean isFirst) {
    if (isFirst) {
      range = 0;
      if (rowInventory.isFilterStale()) {
        long cells =
            rowInventory.isLoaded() ? rowInventory.cells() : connection.use(StoreCleanup::cells);
        rowInventory.build(cells);
      }
    }
    int seen = 0;
    for (int i = 0; i < RANGES_PER_STEP && seen < ROWS_PER_STEP; i++) {
      if (range == RowInventory.RANGES) {
        return true;
      }
      int deleted = deleteExpired();
      seen += deleted;
      if (deleted < ROWS_PER_STEP) {
        seen += connection.use(this::loadInventory);
        rowInventory.markLoaded(range);
        range++;
      }
    }
    return range == RowInventory.RANGES;
  }

  private static long cells(StoreStatements storeStatements) throws SQLException {
    try (ResultSet row = storeStatements.of("rows").executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private int deleteExpired() {
    List<ExpiredCell> found = connection.use(this::expired);
    if (!found.isEmpty()) {
      connection.change(storeStatements -> {
        for (ExpiredCell each : found) {
          byte[] digest = each.cell().bytes();
          storeStatements.of("delete-cell", digest, each.cell().sequence()).executeUpdate();
          storeStatements.of("delete-subject", digest).executeUpdate();
        }
        return found.size();
      });
      found.forEach(each -> rowInventory.removed(each.cell(), each.workspace(), each.rows()));
    }
    return found.size();
  }

  private List<ExpiredCell> expired(StoreStatements storeStatements) throws SQLException {
    List<ExpiredCell> found = new ArrayList<>();
    long before = clock.epochMillis() - GRACE_MILLIS;
    try (ResultSet rows = storeStatements
        .of("expired", from(range), from(range + 1), before, (long) ROWS_PER_STEP)
        .executeQuery()) {
      while (rows.next()) {
        String workspace = rows.getString(4);
        found.add(new ExpiredCell(
            CellDigest.of(rows.getBytes(1), rows.getLong(2)),
            workspace == null ? "" : ReadableText.decode(workspace),
            rows.getLong(3)));
      }
    }
    return found;
  }

  /** Loads the inventory of the range, as far as it is needed. Returns how many cells it has. */
  private int loadInventory(StoreStatements storeStatements) throws SQLException {
    if (rowInventory.isLoading(range)) {
      try (ResultSet rows =
          storeStatements.of("workspaces", from(range), from(range + 1)).executeQuery()) {
        while (rows.next()) {
          rowInventory.addCounted(ReadableText.decode(rows.getString(1)), rows.getLong(2));
        }
      }
    }
    int cells = 0;
    if (rowInventory.isBuilding()) {
      try (ResultSet rows =
          storeStatements.of("cells", from(range), from(range + 1)).executeQuery()) {
        while (rows.next()) {
          rowInventory.addFound(CellDigest.of(rows.getBytes(1), rows.getLong(2)));
          cells++;
        }
      }
    }
    return cells;
  }

  /** Returns the lowest digest of a range; after the last range, a value larger than all digests. */
  private static byte[] from(int range) {
    return range < RowInventory.RANGES ? new byte[] {(byte) range} : MAX_DIGEST.clone();
  }
}

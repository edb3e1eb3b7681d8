// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.sql.CleanupStatements;
import io.weir.sql.Database;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;

/**
 * Schedules the deletion of expired rows by this process: at most once a minute, and only while it is the elected
 * one.
 */
final class CleanupSchedule {
  private static final Logger LOG = System.getLogger("io.weir.mysql");

  private static final long PAUSE_MILLIS = 60_000;

  /** 50,000 rows a minute: more than ten times what a busy fleet writes. The rest waits for the next run. */
  private static final int MAX_STATEMENTS = 50;

  /** How long a run may take, because the next heartbeat waits for it. */
  private static final long MAX_MILLIS = 5_000;

  private final Database<MysqlLedger.LedgerStatements> database;
  private final boolean enabled;
  private final NanoClock clock;

  /** When the next run may begin; guarded by this. */
  private long notBefore;

  CleanupSchedule(
      Database<MysqlLedger.LedgerStatements> database, boolean enabled, NanoClock clock) {
    this.database = database;
    this.enabled = enabled;
    this.clock = clock;
    this.notBefore = clock.elapsedMillis();
  }

  /** Runs a cleanup on the executor of heartbeats, if one is due. */
  void runIfDue(LedgerExecutors ledgerExecutors, String region, String incarnation) {
    if (enabled && isDue()) {
      CompletableFuture<Long> unusedCount =
          ledgerExecutors.heartbeat(() -> clean(region, incarnation));
    }
  }

  private synchronized boolean isDue() {
    long now = clock.elapsedMillis();
    if (now < notBefore) {
      return false;
    }
    notBefore = now + PAUSE_MILLIS;
    return true;
  }

  private long clean(String region, String incarnation) {
    try {
      return database.use("to delete expired rows", (connection, ledgerStatements) -> {
        CleanupStatements cleanupStatements = ledgerStatements.cleanup();
        if (!cleanupStatements.tryElect(connection, region, incarnation)) {
          return 0L;
        }
        long end = clock.elapsedMillis() + MAX_MILLIS;
        int[] statements = {0};
        return cleanupStatements.clean(
            connection,
            CleanupStatements.BATCH_SIZE,
            deleted -> ++statements[0] < MAX_STATEMENTS && clock.elapsedMillis() < end);
      });
    } catch (LedgerUnavailable e) {
      LOG.log(
          Level.DEBUG, "Deleting expired rows failed; retrying in a minute: {0}", e.getMessage());
      return 0;
    }
  }
}

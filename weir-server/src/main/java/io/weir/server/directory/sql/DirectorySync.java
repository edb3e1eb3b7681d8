// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.server.directory.table.DirectoryChanges;
import io.weir.server.directory.table.StorePosition;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Keeps this server's directory in sync with the store: reads everything once, then only changes. */
public final class DirectorySync {
  private static final Logger LOG = System.getLogger(DirectorySync.class.getName());

  /**
   * A change must reach every server within two seconds; this interval leaves one and a half for a slow poll. While
   * nothing changes, a poll costs the database one row of one table.
   */
  static final long POLL_MILLIS = 500;

  /** The longest pause while the database fails. More would delay the recovery. */
  static final long MAX_PAUSE_MILLIS = 1_000;

  /** How long a start waits for the first poll before it continues without the database. */
  private static final long START_MILLIS = 2_000;

  /** How long a refresh waits for a poll, at most. */
  private static final long REFRESH_MILLIS = 2_000;

  /** How long closing waits for a poll, at most. */
  private static final long CLOSE_MILLIS = 2_000;

  private final TenantDatabase tenantDatabase;
  private final DirectoryUpdater updater;
  private final NamespaceSaver saver;
  private final OverridePurge purge;
  private final NanoClock clock;
  private final InitialDirectory initialDirectory;
  private final ScheduledThreadPoolExecutor thread;
  private final CompletableFuture<Void> loaded = new CompletableFuture<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final DatabaseFailures databaseFailures = new DatabaseFailures(LOG);

  /** Used only by the polling thread. */
  private StorePosition.@Nullable TimedPosition known;

  /** When a poll last succeeded. Written by the polling thread before {@link #loaded}, read by any thread. */
  private volatile long lastGoodNanos;

  DirectorySync(
      TenantDatabase tenantDatabase,
      DirectoryUpdater updater,
      NamespaceSaver saver,
      InitialDirectory initialDirectory) {
    this.tenantDatabase = tenantDatabase;
    this.updater = updater;
    this.saver = saver;
    this.purge = new OverridePurge(tenantDatabase);
    this.initialDirectory = initialDirectory;
    this.clock = initialDirectory.clock();
    this.thread = new ScheduledThreadPoolExecutor(1, task -> {
      Thread polling = new Thread(task, "weir-directory-poll");
      polling.setDaemon(true);
      return polling;
    });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void start() {
    initialDirectory.load(updater);
    thread.execute(() -> run(POLL_MILLIS));
    CompletableFuture.delayedExecutor(START_MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> settle("no response within " + START_MILLIS + " ms"));
  }

  /**
   * Ends the wait for the database: it was read, or is unavailable for now and the server continues with what it has.
   */
  private synchronized void settle(String reason) {
    if (!settled.isDone() && !thread.isShutdown()) {
      if (!loaded.isDone()) {
        initialDirectory.use(updater, reason);
      }
      settled.complete(null);
    }
  }

  /** Completes when everything was read once. */
  public CompletableFuture<Void> loaded() {
    return loaded.copy();
  }

  /** Completes when everything was read once, or when the first attempt failed or takes too long. */
  public CompletableFuture<Void> settled() {
    return settled.copy();
  }

  /**
   * Returns whether everything was read once. For repeated calls: each future of {@link #loaded} stays in memory
   * until then.
   */
  public boolean isLoaded() {
    return loaded.isDone();
  }

  /** Returns whether the directory comes from a snapshot, because the database was not read since the start. */
  public boolean isFromSnapshot() {
    return !isLoaded() && initialDirectory.isInUse();
  }

  /** Returns whether the last poll succeeded; true before the first one. */
  public boolean isPolling() {
    return databaseFailures.readFailure().isEmpty();
  }

  /** Returns the age of the directory in seconds; NaN while nothing is known. */
  public double ageSeconds() {
    if (isLoaded()) {
      return (clock.nanoTime() - lastGoodNanos) / 1e9;
    }
    return initialDirectory.ageSeconds();
  }

  /** Returns why the last poll failed, if it did. */
  public Optional<String> lastFailure() {
    return databaseFailures.readFailure();
  }

  /** Returns why there is no directory that the server could use, if that is so. */
  public Optional<String> obstacle() {
    if (isLoaded() || isFromSnapshot()) {
      return Optional.empty();
    }
    String reason = lastFailure().orElse("the database has not been read yet");
    return Optional.of(reason
        + initialDirectory
            .obstacle()
            .map(reasonWithoutSnapshot -> "; " + reasonWithoutSnapshot)
            .orElse(""));
  }

  private void run(long pauseMillis) {
    boolean worked = tryPoll();
    if (worked) {
      trySave();
      tryCleanUp();
    }
    long next = worked ? POLL_MILLIS : pauseMillis;
    try {
      ScheduledFuture<?> unusedTask = thread.schedule(
          () -> run(worked ? POLL_MILLIS : Math.min(2 * next, MAX_PAUSE_MILLIS)),
          next,
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile.
    }
  }

  /** Removes what is no longer needed. If that fails, the next run tries again. */
  private void tryCleanUp() {
    updater.forgetDeleted(clock.nanoTime());
    StorePosition.TimedPosition now = known;
    try {
      if (now != null) {
        purge.work(now);
      }
    } catch (RuntimeException | Error e) {
      LOG.log(
          Level.DEBUG,
          "Deleted overrides could not be removed: {0}",
          e.getClass().getName());
    }
  }

  private boolean tryPoll() {
    try {
      StorePosition.TimedPosition now = poll();
      known = now;
      initialDirectory.onDirectoryRead(now.position());
      updater.reportLeftOut();
      databaseFailures.readSucceeded();
      lastGoodNanos = clock.nanoTime();
      loaded.complete(null);
      settle("");
      return true;
    } catch (StoreUnavailable e) {
      fail(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      // From a driver or a pool. Its message is not used, because it might contain credentials. An
      // error may pass, and if the thread ended it would never notice.
      fail("the directory's database failed: " + e.getClass().getName());
    }
    return false;
  }

  private void fail(String reason) {
    if (!thread.isShutdown()) {
      databaseFailures.readFailed(reason);
    }
    settle(reason);
    if (!loaded.isDone()) {
      initialDirectory.expire(updater);
    }
  }

  /** If the database can be read but not changed, the server continues. */
  private void trySave() {
    try {
      saver.work();
      databaseFailures.saveSucceeded();
    } catch (StoreUnavailable e) {
      databaseFailures.saveFailed(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      databaseFailures.saveFailed(
          "the directory's database failed: " + e.getClass().getName());
    }
  }

  private StorePosition.TimedPosition poll() {
    return tenantDatabase.read("to read changes", directorySession -> {
      StorePosition.TimedPosition before = known;
      StorePosition.TimedPosition now = StorePosition.momentOf(directorySession);
      long upTo = now.position().revision();
      if (before == null || !isContinuous(before, now)) {
        updater.readAll(
            changeListener -> new DirectoryChanges(0, upTo).read(directorySession, changeListener));
        updater.forgetOld();
      } else if (updater.isWorthReadingAgain()) {
        updater.readAll(
            changeListener -> new DirectoryChanges(0, upTo).read(directorySession, changeListener));
      } else if (upTo > before.position().revision()) {
        new DirectoryChanges(before.position().revision(), upTo).read(directorySession, updater);
      }
      return now;
    });
  }

  /** Returns whether it is enough to read the changes. If not, everything known before is marked as old. */
  private boolean isContinuous(
      StorePosition.TimedPosition before, StorePosition.TimedPosition now) {
    if (!now.position().follows(before.position())) {
      LOG.log(
          Level.WARNING,
          "The database of keys, namespaces and overrides was replaced or restored to an older state:"
              + " it was at {0}, now at {1}",
          before.position().printable(),
          now.position().printable());
      updater.restart();
      return false;
    }
    if (!OverridePurge.isComplete(before, now)) {
      LOG.log(
          Level.INFO,
          "The database of keys, namespaces and overrides was not read for a long time and is reloaded in full");
      updater.restart();
      return false;
    }
    return true;
  }

  /** Polls immediately, and waits for the result within a time limit. If it fails, so will the next poll. */
  void refresh() {
    try {
      boolean unusedSuccess =
          thread.submit(this::tryPoll).get(REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      LOG.log(
          Level.DEBUG,
          "An immediate refresh of the directory failed: {0}",
          e.getClass().getName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops polling. Threads are not interrupted: an interrupt would close the file of an embedded database for all
   * threads.
   */
  void close() {
    thread.shutdown();
    try {
      boolean unusedTermination = thread.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    initialDirectory.close();
  }
}

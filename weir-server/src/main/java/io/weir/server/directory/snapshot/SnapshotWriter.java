// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.snapshot;

import io.weir.server.directory.Directory;
import io.weir.server.directory.table.StorePosition;
import io.weir.server.logs.IoReason;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes snapshots of the directory to the data folder, on a thread of its own. */
public final class SnapshotWriter implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SnapshotWriter.class.getName());

  /**
   * The minimum time between writes: changes within it are written together. Less would write more often, more would
   * lose more at a crash.
   */
  private static final long GAP_NANOS = 1_000_000_000;

  /**
   * The pause after a write, as a multiple of how long the write took, so that a large directory does not keep the
   * disk busy.
   */
  private static final long GAP_FACTOR = 20;

  /**
   * How old the time in the file may become while nothing changes. The age of a snapshot is wrong by at most this
   * much.
   */
  private static final long REFRESH_NANOS = 300_000_000_000L;

  /** How long closing waits for a write, at most. */
  private static final long CLOSE_MILLIS = 2_000;

  private final SnapshotFile file;
  private final String database;
  private final Directory directory;
  private final EpochClock clock;
  private final NanoClock elapsed;
  private final ScheduledThreadPoolExecutor thread;

  // The fields below are guarded by this object's lock.
  private @Nullable StorePosition storePosition;
  private @Nullable StorePosition covered;
  private long asOfMillis;
  private boolean isPending;
  private boolean hasWritten;
  private long lastWriteNanos;
  private long gapNanos = GAP_NANOS;

  /** Used only by the writing thread. */
  private boolean hasFailed;

  /**
   * Where snapshots are written, and which database they come from.
   *
   * @param folder the data folder
   * @param database the address of the directory's database, without user, password and parameters
   */
  public record SnapshotTarget(Path folder, String database) {}

  /** Creates a writer. It writes nothing before the directory was read once. */
  public SnapshotWriter(
      SnapshotTarget snapshotTarget, Directory directory, EpochClock clock, NanoClock elapsed) {
    this.file = new SnapshotFile(snapshotTarget.folder());
    this.database = snapshotTarget.database();
    this.directory = directory;
    this.clock = clock;
    this.elapsed = elapsed;
    this.thread = new ScheduledThreadPoolExecutor(1, task -> {
      Thread writing = new Thread(task, "weir-directory-snapshot");
      writing.setDaemon(true);
      return writing;
    });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Returns the snapshot of an earlier process; empty if there is none, it cannot be used, or it is of another
   * database.
   */
  public Optional<DirectorySnapshot> load() {
    Optional<DirectorySnapshot> found = file.read();
    if (found.isPresent() && !found.get().database().equals(database)) {
      LOG.log(
          Level.WARNING,
          "The directory snapshot in the data folder is ignored: it was taken from {0}, but the database is {1}",
          found.get().database(),
          database);
      return Optional.empty();
    }
    return found;
  }

  /** Returns how long ago a snapshot was last known to be up to date. */
  public long ageMillis(DirectorySnapshot snapshot) {
    return Math.max(0, clock.epochMillis() - snapshot.asOfMillis());
  }

  /**
   * Records that the directory matches the database at this position. Schedules a write, soon if the directory
   * changed, otherwise only if the file's time is too old.
   */
  public synchronized void onDirectoryRead(StorePosition now) {
    boolean isNew = !now.equals(covered);
    storePosition = now;
    asOfMillis = clock.epochMillis();
    long sinceWrite = elapsed.nanoTime() - lastWriteNanos;
    if (isPending || (!isNew && hasWritten && sinceWrite < REFRESH_NANOS)) {
      return;
    }
    long wait = hasWritten ? Math.max(0, gapNanos - sinceWrite) : 0;
    try {
      ScheduledFuture<?> unusedTask = thread.schedule(this::write, wait, TimeUnit.NANOSECONDS);
      isPending = true;
    } catch (RejectedExecutionException e) {
      // Closed meanwhile.
    }
  }

  private void write() {
    DirectorySnapshot snapshot = begin();
    if (snapshot == null) {
      return;
    }
    long started = elapsed.nanoTime();
    try {
      file.write(snapshot);
      if (hasFailed) {
        LOG.log(Level.INFO, "The directory snapshot can be written again");
      }
      hasFailed = false;
      end(elapsed.nanoTime() - started);
    } catch (IOException e) {
      if (!hasFailed) {
        LOG.log(
            Level.WARNING,
            "The directory snapshot can''t be written; a start without the database will use an older one or none: {0}",
            IoReason.of(e));
      }
      hasFailed = true;
      end(elapsed.nanoTime() - started);
      scheduleRetry();
    }
  }

  private synchronized @Nullable DirectorySnapshot begin() {
    isPending = false;
    StorePosition known = storePosition;
    covered = known;
    return known == null
        ? null
        : new DirectorySnapshot(database, known, asOfMillis, directory.contents());
  }

  private synchronized void end(long tookNanos) {
    hasWritten = true;
    lastWriteNanos = elapsed.nanoTime();
    gapNanos = Math.max(GAP_NANOS, GAP_FACTOR * tookNanos);
  }

  private synchronized void scheduleRetry() {
    covered = null;
  }

  /** Writes pending changes, within a time limit, and stops. */
  @Override
  public void close() {
    try {
      if (isWaiting()) {
        thread.execute(this::write);
      }
      thread.shutdown();
      boolean unusedTermination = thread.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Already closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isWaiting() {
    return isPending;
  }
}

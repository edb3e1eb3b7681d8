// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.table.Changes;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Position;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps this server's directory like the store: reads everything once, then what changed. */
public final class Replica {
  private static final Logger LOG = System.getLogger(Replica.class.getName());

  /**
   * What somebody changes is to be known everywhere within two seconds: this leaves one and a half for a slow poll. Each
   * costs the database one row of one table, as long as nothing changes.
   */
  static final long PAUSE_MILLIS = 500;

  /** While the database fails. Longer would make a return be noticed late. */
  static final long LONGEST_PAUSE_MILLIS = 1_000;

  /** How long a start waits for the first poll before it goes on without the database. */
  private static final long START_MILLIS = 2_000;

  /** So few that others who change something hardly wait, also when the database is an ocean away. */
  private static final int SAVED_AT_ONCE = 20;

  /** So few that polls hardly wait. The rest follows with the next ones. */
  private static final int SAVES_AFTER_A_POLL = 10;

  /** How long closing may wait for a poll: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  private final Store store;
  private final Copy copy;
  private final Unsaved unsaved;
  private final NanoClock clock;
  private final StartingPoint startingPoint;
  private final ScheduledThreadPoolExecutor thread;
  private final CompletableFuture<Void> loaded = new CompletableFuture<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final Troubles troubles = new Troubles(LOG);

  /** Used by the polling thread alone. */
  private @Nullable Position known;

  /** When a poll last worked. Written by the polling thread before {@link #loaded}, read by anybody. */
  private volatile long lastGoodNanos;

  Replica(Store store, Copy copy, Unsaved unsaved, StartingPoint startingPoint) {
    this.store = store;
    this.copy = copy;
    this.unsaved = unsaved;
    this.startingPoint = startingPoint;
    this.clock = startingPoint.clock();
    this.thread = new ScheduledThreadPoolExecutor(1, task -> {
      Thread polling = new Thread(task, "weir-directory-poll");
      polling.setDaemon(true);
      return polling;
    });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void start() {
    startingPoint.load(copy);
    thread.execute(() -> run(PAUSE_MILLIS));
    CompletableFuture.delayedExecutor(START_MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> settle("it has not answered for " + START_MILLIS + " ms"));
  }

  /** The database was read, or is unavailable for now and the server goes on with what it has. */
  private synchronized void settle(String reason) {
    if (!settled.isDone() && !thread.isShutdown()) {
      if (!loaded.isDone()) {
        startingPoint.use(copy, reason);
      }
      settled.complete(null);
    }
  }

  /** Done when everything was read once. */
  public CompletableFuture<Void> loaded() {
    return loaded.copy();
  }

  /** Done when everything was read once, or when the first attempt failed or takes too long. */
  public CompletableFuture<Void> settled() {
    return settled.copy();
  }

  /** Whether everything was read once. For who asks again and again: each future of {@link #loaded} is kept until then. */
  public boolean isLoaded() {
    return loaded.isDone();
  }

  /** Whether what is known comes from a snapshot, because the database was not read since the start. */
  public boolean isFromSnapshot() {
    return !isLoaded() && startingPoint.isInUse();
  }

  /** Whether the last poll worked; true before the first one. */
  public boolean isWorking() {
    return troubles.reading().isEmpty();
  }

  /** How many seconds ago what is known was last known to be up to date; not a number while nothing is known. */
  public double ageSeconds() {
    if (isLoaded()) {
      return (clock.nanoTime() - lastGoodNanos) / 1e9;
    }
    return startingPoint.ageSeconds();
  }

  /** Why the last poll failed, if it did. */
  public Optional<String> trouble() {
    return troubles.reading();
  }

  /** Why nothing is known that a server could go on with, if so. */
  public Optional<String> obstacle() {
    if (isLoaded() || isFromSnapshot()) {
      return Optional.empty();
    }
    String reason = trouble().orElse("the database has not been read yet");
    return Optional.of(reason + startingPoint.obstacle().map(why -> "; " + why).orElse(""));
  }

  private void run(long pauseMillis) {
    boolean worked = tryPoll();
    if (worked) {
      trySave();
    }
    long next = worked ? PAUSE_MILLIS : pauseMillis;
    try {
      ScheduledFuture<?> unusedTask = thread.schedule(
          () -> run(worked ? PAUSE_MILLIS : Math.min(2 * next, LONGEST_PAUSE_MILLIS)),
          next,
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed in the meantime.
    }
  }

  private boolean tryPoll() {
    try {
      Position now = poll();
      known = now;
      startingPoint.read(now);
      troubles.readingWorks();
      lastGoodNanos = clock.nanoTime();
      loaded.complete(null);
      settle("");
      return true;
    } catch (Unavailable e) {
      fail(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      // Of a driver or a pool; without its text, which might hold what they were given. An error
      // may pass, and a thread that had ended would never notice.
      fail("the directory's database failed: " + e.getClass().getName());
    }
    return false;
  }

  private void fail(String reason) {
    if (!thread.isShutdown()) {
      troubles.readingFails(reason);
    }
    settle(reason);
    if (!loaded.isDone()) {
      startingPoint.expire(copy);
    }
  }

  /** A database that can be read but not changed is one to go on with. */
  private void trySave() {
    try {
      save();
      troubles.savingWorks();
    } catch (Unavailable e) {
      troubles.savingFails(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      troubles.savingFails("the directory's database failed: " + e.getClass().getName());
    }
  }

  private Position poll() {
    return store.read("a poll", session -> {
      Position before = known;
      Position now = Position.of(session);
      boolean follows = before != null && now.follows(before);
      if (before != null && !follows) {
        LOG.log(
            Level.WARNING,
            "The database of keys, namespaces and overrides was replaced or set back: it was at {0}, now at {1}",
            before.shown(),
            now.shown());
        copy.startAnew();
      }
      long after = before != null && follows ? before.revision() : 0;
      if (now.revision() > after) {
        new Changes(after, now.revision()).read(session, copy);
      }
      if (!follows) {
        copy.forgetOld();
      }
      return now;
    });
  }

  private void save() {
    for (int i = 0; i < SAVES_AFTER_A_POLL; i++) {
      List<Namespace> waiting = unsaved.some(SAVED_AT_ONCE);
      if (waiting.isEmpty()) {
        return;
      }
      copy.namespaces(store.change("to save namespaces", (session, revision) -> {
        List<Namespace> saved = new ArrayList<>();
        for (Namespace each : waiting) {
          saved.add(Namespaces.add(session, each, revision));
        }
        return saved;
      }));
      unsaved.remove(waiting);
    }
  }

  /** Polls no more. Interrupts nobody: an interrupt would close the file of an embedded database under everybody. */
  void close() {
    thread.shutdown();
    try {
      boolean unusedEnd = thread.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    startingPoint.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.snapshot.DirectorySnapshot;
import io.weir.server.directory.snapshot.SnapshotWriter;
import io.weir.server.directory.table.StorePosition;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory that a server starts from while the database is unavailable: the snapshot of an earlier process, if
 * it is not too old.
 */
public final class InitialDirectory {
  private static final Logger LOG = System.getLogger(InitialDirectory.class.getName());

  private final NanoClock clock;
  private final @Nullable SnapshotWriter snapshots;
  private final long maxAgeMillis;

  // The fields below are written by the thread that starts the sync, before any other reads them.
  private volatile @Nullable DirectorySnapshot snapshot;
  private volatile long ageAtLoadMillis;
  private volatile long loadedNanos;

  /** Set when the snapshot's contents were applied. */
  private volatile boolean used;

  /** Set by the polling thread at its first success. */
  private boolean compared;

  private InitialDirectory(NanoClock clock, @Nullable SnapshotWriter snapshots, long maxAgeMillis) {
    this.clock = clock;
    this.snapshots = snapshots;
    this.maxAgeMillis = maxAgeMillis;
  }

  /** Returns an initial directory without snapshots: none is read and none is written. */
  public static InitialDirectory none(NanoClock clock) {
    return new InitialDirectory(clock, null, 0);
  }

  /** Returns an initial directory that uses these snapshots up to this age. */
  public static InitialDirectory of(SnapshotWriter snapshots, long maxAgeMillis, NanoClock clock) {
    return new InitialDirectory(clock, snapshots, maxAgeMillis);
  }

  NanoClock clock() {
    return clock;
  }

  /**
   * Loads the snapshot, if there is one. Everything that is read from the database afterwards is newer than its
   * contents.
   */
  void load(DirectoryUpdater directoryUpdater) {
    if (snapshots == null) {
      return;
    }
    snapshots.load().ifPresent(found -> {
      loadedNanos = clock.nanoTime();
      ageAtLoadMillis = snapshots.ageMillis(found);
      snapshot = found;
      directoryUpdater.startAfter(found.newest());
    });
  }

  /** Applies the contents of the snapshot, unless it is too old. */
  void use(DirectoryUpdater directoryUpdater, String reason) {
    DirectorySnapshot found = snapshot;
    if (found == null) {
      return;
    }
    if (isTooOld()) {
      LOG.log(
          Level.ERROR,
          "The database is unavailable, and the directory snapshot of {0} is older than snapshot-max-age. Reason: {1}",
          Instant.ofEpochMilli(found.asOfMillis()),
          reason);
      return;
    }
    directoryUpdater.addOld(found.contents());
    used = true;
    LOG.log(
        Level.WARNING,
        "The database is unavailable; using the directory snapshot of {0}. Keys that were revoked since then are still accepted. Reason: {1}",
        Instant.ofEpochMilli(found.asOfMillis()),
        reason);
  }

  /** Returns whether the contents of a snapshot were applied, and are not too old by now. */
  boolean isInUse() {
    return used && !isTooOld();
  }

  /** Removes what came from the snapshot once it is too old. */
  void expire(DirectoryUpdater directoryUpdater) {
    if (used && isTooOld()) {
      used = false;
      directoryUpdater.forgetOld();
      LOG.log(
          Level.ERROR,
          "The directory snapshot is now older than snapshot-max-age: its keys are rejected until the database is available");
    }
  }

  private boolean isTooOld() {
    return ageMillis() >= maxAgeMillis;
  }

  private long ageMillis() {
    return ageAtLoadMillis + Duration.ofNanos(clock.nanoTime() - loadedNanos).toMillis();
  }

  double ageSeconds() {
    return used ? ageMillis() / 1e3 : Double.NaN;
  }

  /** Returns why no snapshot is in use. */
  Optional<String> obstacle() {
    if (snapshots == null) {
      return Optional.empty();
    }
    return Optional.of(
        snapshot == null
            ? "there is no usable directory snapshot"
            : isTooOld()
                ? "the directory snapshot is older than snapshot-max-age"
                : "the directory snapshot is not in use yet");
  }

  /** Records that the directory matches the database at this position. */
  void onDirectoryRead(StorePosition now) {
    DirectorySnapshot before = snapshot;
    if (!compared && before != null && !now.follows(before.position())) {
      LOG.log(
          Level.WARNING,
          "The database of keys, namespaces and overrides is not the one that this server last read, or was restored to an"
              + " older state: it was at {0}, now at {1}",
          before.position().printable(),
          now.printable());
    }
    compared = true;
    snapshot = null; // its contents are no longer needed
    if (snapshots != null) {
      snapshots.onDirectoryRead(now);
    }
  }

  void close() {
    if (snapshots != null) {
      snapshots.close();
    }
  }
}

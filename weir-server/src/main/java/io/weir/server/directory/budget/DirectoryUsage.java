// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.budget;

import java.util.EnumMap;
import java.util.Map;

/** The part of the directory's memory that one workspace uses. */
public final class DirectoryUsage {
  /** The kinds of entries that can be left out. Keys never are: operators decide how many there are. */
  public enum EntryKind {
    /** A namespace. */
    NAMESPACE,
    /** An override. */
    OVERRIDE
  }

  /**
   * The fraction of the largest possible share that must be freed before everything is read again. Reading everything
   * costs more than a change.
   */
  private static final long RELOAD_DIVISOR = 16;

  private final DirectoryBudget budget;
  private final String workspaceId;

  // The fields below are guarded by the budget's lock.
  private final Map<EntryKind, Long> leftOut = new EnumMap<>(EntryKind.class);
  private long usedBytes;
  private long peakBytes;
  private long reportedLeftOut;

  DirectoryUsage(DirectoryBudget budget, String workspaceId) {
    this.budget = budget;
    this.workspaceId = workspaceId;
  }

  /** Returns the id of the workspace. */
  public String workspaceId() {
    return workspaceId;
  }

  /** Returns approximately how many bytes the workspace uses. */
  public long usedBytes() {
    synchronized (budget) {
      return usedBytes;
    }
  }

  /** Returns how many bytes it may use at present: what it has, plus half of what is free. */
  public long ceilingBytes() {
    synchronized (budget) {
      return Math.max(usedBytes, budget.ceiling(usedBytes));
    }
  }

  /** Returns whether a change that takes this many bytes is allowed. */
  public boolean hasRoomFor(long bytes) {
    synchronized (budget) {
      return budget.isAllowed(usedBytes, bytes);
    }
  }

  /** Takes this many bytes for a stored entry, if there is room. */
  public boolean tryTake(long bytes) {
    synchronized (budget) {
      if (!budget.isLoadable(usedBytes, bytes)) {
        return false;
      }
      take(bytes);
      return true;
    }
  }

  /** Takes this many bytes for an entry that must be in memory. */
  public void take(long bytes) {
    synchronized (budget) {
      usedBytes += bytes;
      peakBytes = Math.max(peakBytes, usedBytes);
      budget.add(bytes);
    }
  }

  /** Releases this many bytes. */
  public void release(long bytes) {
    synchronized (budget) {
      usedBytes -= bytes;
      budget.add(-bytes);
      if (usedBytes <= peakBytes - budget.maxBytes() / 2 / RELOAD_DIVISOR) {
        peakBytes = usedBytes;
        budget.freed();
      }
    }
  }

  /** Records an entry of this workspace that is stored but not in memory. */
  public void recordLeftOut(EntryKind entryKind) {
    recordLeftOut(entryKind, 1);
  }

  /** Records entries of this workspace that are stored but not in memory. */
  public void recordLeftOut(EntryKind entryKind, int count) {
    synchronized (budget) {
      leftOut.merge(entryKind, (long) count, Long::sum);
    }
  }

  /** Returns how many entries of this kind are stored but not in memory. */
  public long leftOutCount(EntryKind entryKind) {
    synchronized (budget) {
      return leftOut.getOrDefault(entryKind, 0L);
    }
  }

  void forgetLeftOut() {
    leftOut.clear();
    peakBytes = usedBytes;
  }

  /**
   * Returns whether more was left out since the last call: true the first time, and then each time the number
   * doubles.
   */
  boolean isNewlyExceeded() {
    long now = leftOut.values().stream().mapToLong(Long::longValue).sum();
    boolean isNew = now > 0 && now >= 2 * reportedLeftOut;
    if (isNew || now == 0) {
      reportedLeftOut = now;
    }
    return isNew;
  }
}

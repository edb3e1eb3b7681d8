// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.budget;

import java.util.EnumMap;
import java.util.Map;

/** What one workspace takes of the directory's memory. */
public final class DirectoryUsage {
  /** What can be left out. Keys never are: their number is up to whoever runs the server. */
  public enum EntryKind {
    /** A namespace. */
    NAMESPACE,
    /** An override. */
    OVERRIDE
  }

  /** So much of a workspace's share has to be freed before everything is read again: reading costs more than a change. */
  private static final long RELOAD_DIVISOR = 16;

  private final DirectoryBudget budget;
  private final String workspaceId;

  // Guarded by the budget's lock.
  private final Map<EntryKind, Long> leftOut = new EnumMap<>(EntryKind.class);
  private long usedBytes;
  private long peakBytes;
  private long reportedLeftOut;

  DirectoryUsage(DirectoryBudget budget, String workspaceId) {
    this.budget = budget;
    this.workspaceId = workspaceId;
  }

  /** Whose it is. */
  public String workspaceId() {
    return workspaceId;
  }

  /** How many bytes it takes, about. */
  public long usedBytes() {
    synchronized (budget) {
      return usedBytes;
    }
  }

  /** How many bytes it may take at the moment: half of what is free, and what it has. */
  public long ceilingBytes() {
    synchronized (budget) {
      return Math.max(usedBytes, budget.ceiling(usedBytes));
    }
  }

  /** Whether somebody may set something that takes so much. */
  public boolean hasRoomFor(long bytes) {
    synchronized (budget) {
      return budget.isAllowed(usedBytes, bytes);
    }
  }

  /** Takes so much for something that is stored already, if there is room. */
  public boolean tryTake(long bytes) {
    synchronized (budget) {
      if (!budget.isLoadable(usedBytes, bytes)) {
        return false;
      }
      take(bytes);
      return true;
    }
  }

  /** Takes so much for something that has to be in memory. */
  public void take(long bytes) {
    synchronized (budget) {
      usedBytes += bytes;
      peakBytes = Math.max(peakBytes, usedBytes);
      budget.add(bytes);
    }
  }

  /** Gives so much back. */
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

  /** Something of this workspace is stored but not in memory. */
  public void recordLeftOut(EntryKind entryKind) {
    recordLeftOut(entryKind, 1);
  }

  /** So much of this workspace is stored but not in memory. */
  public void recordLeftOut(EntryKind entryKind, int count) {
    synchronized (budget) {
      leftOut.merge(entryKind, (long) count, Long::sum);
    }
  }

  /** How much of this kind is stored but not in memory. */
  public long leftOutCount(EntryKind entryKind) {
    synchronized (budget) {
      return leftOut.getOrDefault(entryKind, 0L);
    }
  }

  void forgetLeftOut() {
    leftOut.clear();
    peakBytes = usedBytes;
  }

  /** Whether more was left out since the last call: the first time, and then each time that it doubles. */
  boolean isNewlyExceeded() {
    long now = leftOut.values().stream().mapToLong(Long::longValue).sum();
    boolean isNew = now > 0 && now >= 2 * reportedLeftOut;
    if (isNew || now == 0) {
      reportedLeftOut = now;
    }
    return isNew;
  }
}

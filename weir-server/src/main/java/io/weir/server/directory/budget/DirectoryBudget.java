// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.budget;

import io.weir.memory.MemoryPlan;
import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The memory of the directory: what each workspace takes, and whether it may take more. Safe for many threads. */
public final class DirectoryBudget {
  /*
   * Who changes something may take more as long as the workspace then takes no more than is left free. So one workspace
   * gets half of it, the next one half of the rest, and so on: however many fill their shares, another one finds room.
   *
   * What is stored already is read in two rounds. The first goes by the same rule, so that every workspace gets its part whoever
   * was read before. What was left out has a second chance while there is any room and its workspace has not half of
   * everything: whatever was allowed once is so read again, in whatever order it comes.
   */

  /** Which round of reading everything it is. */
  private enum ReadRound {
    NONE,
    FIRST,
    SECOND
  }

  private final long maxBytes;

  // All guarded by this object's lock.
  private final Map<String, DirectoryUsage> usages = new HashMap<>();
  private final Map<EntryKind, Long> unattributed = new EnumMap<>(EntryKind.class);
  private long usedBytes;
  private ReadRound readRound = ReadRound.NONE;
  private boolean hasFreed;

  /** So many bytes. */
  public DirectoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** So many bytes, or, for 0, the directory's part of this heap. */
  public static DirectoryBudget of(long maxBytes, long heapBytes) {
    return new DirectoryBudget(
        maxBytes > 0 ? maxBytes : MemoryPlan.of(heapBytes).directory());
  }

  /** As much as there is. */
  public static DirectoryBudget unlimited() {
    return new DirectoryBudget(Long.MAX_VALUE);
  }

  /** How many bytes the directory may take. */
  public long maxBytes() {
    return maxBytes;
  }

  /** How many it takes, about. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** What a workspace takes. */
  public synchronized DirectoryUsage of(String workspaceId) {
    return usages.computeIfAbsent(workspaceId, id -> new DirectoryUsage(this, id));
  }

  /** From now on everything is read again: whatever was left out will be seen again. */
  public synchronized void beginFirstRound() {
    readRound = ReadRound.FIRST;
    forgetLeftOut();
  }

  /** From now on everything is read for the second time, if that was the first. False if nothing was left out then. */
  public synchronized boolean beginSecondRound() {
    if (readRound != ReadRound.FIRST || !hasLeftOut()) {
      return false;
    }
    readRound = ReadRound.SECOND;
    forgetLeftOut();
    return true;
  }

  /** Everything was read, or could not be. */
  public synchronized void endRounds() {
    readRound = ReadRound.NONE;
  }

  private boolean hasLeftOut() {
    return leftOut(EntryKind.NAMESPACE) > 0 || leftOut(EntryKind.OVERRIDE) > 0;
  }

  private void forgetLeftOut() {
    usages.values().forEach(DirectoryUsage::forgetLeftOut);
    unattributed.clear();
    hasFreed = false;
  }

  /** Something was left out whose workspace is unknown, because its namespace was left out. */
  public synchronized void recordLeftOut(EntryKind entryKind) {
    unattributed.merge(entryKind, 1L, Long::sum);
  }

  /** How many entries in the store are not in memory for lack of room, as far as was seen since everything was last read. */
  public synchronized long leftOut(EntryKind entryKind) {
    return unattributed.getOrDefault(entryKind, 0L)
        + usages.values().stream()
            .mapToLong(each -> each.leftOutCount(entryKind))
            .sum();
  }

  /** Whether reading everything again may bring in what was left out: enough has been freed since. */
  public synchronized boolean isWorthReadingAgain() {
    return hasFreed && hasLeftOut();
  }

  /** The workspaces of which something new was left out since the last call. */
  public synchronized List<DirectoryUsage> newlyExceeded() {
    List<DirectoryUsage> exceeded = new ArrayList<>();
    for (DirectoryUsage each : usages.values()) {
      if (each.isNewlyExceeded()) {
        exceeded.add(each);
      }
    }
    return exceeded;
  }

  /** The most that a workspace may take that takes so much now. */
  synchronized long ceiling(long own) {
    return own + (maxBytes - usedBytes - own) / 2;
  }

  /** Whether a workspace that takes so much may take so much more. */
  private boolean isFair(long own, long more) {
    return own + more <= maxBytes - usedBytes - more;
  }

  synchronized boolean isAllowed(long own, long more) {
    return isFair(own, more);
  }

  /** Whether what is stored may be taken in. */
  boolean isLoadable(long own, long more) {
    return isFair(own, more)
        || (readRound != ReadRound.FIRST
            && own + more <= maxBytes / 2
            && usedBytes + more <= maxBytes);
  }

  void add(long bytes) {
    usedBytes += bytes;
  }

  void freed() {
    hasFreed = true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.budget;

import io.weir.memory.MemoryPlan;
import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The memory budget of the directory: how much each workspace uses, and whether it may use more. Thread-safe. */
public final class DirectoryBudget {
  /*
   * A change may add to what its workspace uses as long as the workspace then uses no more than is left free. So one
   * workspace gets half of the budget, the next one half of the rest, and so on: however many use up their shares,
   * there is room for another one.
   *
   * Stored entries are read in two rounds. The first follows the same rule, so that every workspace gets its share
   * regardless of the order of reading. What was left out gets a second chance while there is any room and its
   * workspace uses no more than half of the budget. So everything that was once allowed is read again, in whatever
   * order it arrives.
   */

  /** The rounds of reading all entries from the store. */
  private enum ReadRound {
    NONE,
    FIRST,
    SECOND
  }

  private final long maxBytes;

  // The fields below are guarded by this object's lock.
  private final Map<String, DirectoryUsage> usages = new HashMap<>();
  private final Map<EntryKind, Long> unattributed = new EnumMap<>(EntryKind.class);
  private long usedBytes;
  private ReadRound readRound = ReadRound.NONE;
  private boolean hasFreed;

  /** Creates a budget of this many bytes. */
  public DirectoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Creates a budget of this many bytes or, for 0, of the directory's share of this heap. */
  public static DirectoryBudget of(long maxBytes, long heapBytes) {
    return new DirectoryBudget(
        maxBytes > 0 ? maxBytes : MemoryPlan.of(heapBytes).directory());
  }

  /** Creates a budget without a limit. */
  public static DirectoryBudget unlimited() {
    return new DirectoryBudget(Long.MAX_VALUE);
  }

  /** Returns how many bytes the directory may take. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns approximately how many bytes it takes. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** Returns the usage of a workspace. */
  public synchronized DirectoryUsage of(String workspaceId) {
    return usages.computeIfAbsent(workspaceId, id -> new DirectoryUsage(this, id));
  }

  /** Begins to read everything again. What was left out will be seen again. */
  public synchronized void beginFirstRound() {
    readRound = ReadRound.FIRST;
    forgetLeftOut();
  }

  /**
   * Begins to read everything for the second time, if the first round is in progress. False if nothing was left out
   * in the first round.
   */
  public synchronized boolean beginSecondRound() {
    if (readRound != ReadRound.FIRST || !hasLeftOut()) {
      return false;
    }
    readRound = ReadRound.SECOND;
    forgetLeftOut();
    return true;
  }

  /** Ends the rounds: everything was read, or could not be. */
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

  /** Records an entry that was left out and whose workspace is unknown, because its namespace was left out. */
  public synchronized void recordLeftOut(EntryKind entryKind) {
    unattributed.merge(entryKind, 1L, Long::sum);
  }

  /**
   * Returns how many stored entries are not in memory for lack of room, as far as known since everything was last
   * read.
   */
  public synchronized long leftOut(EntryKind entryKind) {
    return unattributed.getOrDefault(entryKind, 0L)
        + usages.values().stream()
            .mapToLong(each -> each.leftOutCount(entryKind))
            .sum();
  }

  /**
   * Returns whether reading everything again may load entries that were left out: enough memory has been freed since.
   */
  public synchronized boolean isWorthReadingAgain() {
    return hasFreed && hasLeftOut();
  }

  /** Returns the workspaces of which more was left out since the last call. */
  public synchronized List<DirectoryUsage> newlyExceeded() {
    List<DirectoryUsage> exceeded = new ArrayList<>();
    for (DirectoryUsage each : usages.values()) {
      if (each.isNewlyExceeded()) {
        exceeded.add(each);
      }
    }
    return exceeded;
  }

  /** Returns the most that a workspace may use that uses this much now. */
  synchronized long ceiling(long own) {
    return own + (maxBytes - usedBytes - own) / 2;
  }

  /** Returns whether a workspace that uses {@code own} bytes may use {@code more} in addition. */
  private boolean isFair(long own, long more) {
    return own + more <= maxBytes - usedBytes - more;
  }

  synchronized boolean isAllowed(long own, long more) {
    return isFair(own, more);
  }

  /** Returns whether a stored entry may be loaded. */
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

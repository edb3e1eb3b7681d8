// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.cell.Cell;
import io.weir.ledger.PushPolicy;
import io.weir.memory.FairCapacity;
import org.jspecify.annotations.Nullable;

/**
 * A cell whose count is worth pushing to other regions, with how much of it the ledger knows. Used by the agents'
 * thread only.
 */
final class PushCandidate implements FairCapacity.SharedItem {
  /*
   * The processes of a region write one shared row of a cell, and one of them is enough to keep it up to date. No
   * election is needed to choose it: a process that finds more in the ledger than it pushed itself knows that another
   * process pushes the cell, and holds back for as long as that one continues. If two push at once, the larger count
   * stands, and the process that pushed less becomes the follower. If the leader dies, or has no more traffic on the
   * cell, the row stops changing: then any process with new counts pushes it, and leads. So a cell that grows slowly
   * is pushed at once by the process that admitted. Only a cell that all of them would push several times a second is
   * left to one.
   *
   * When a count crosses a line, such as the threshold, exactly one process's publish crosses it. That process pushes.
   * The others, which find the line already crossed, leave it to that process, once for each line.
   */

  private static final long NEVER = Long.MIN_VALUE / 2;

  final Cell cell;
  private final int weight;

  /** The count that this process pushed and the ledger confirmed; 0 if none. */
  private long pushed;

  /** The count that the ledger is known to hold, whichever process pushed it. */
  private long known;

  /** When the ledger's count was last raised, or seen to be higher. */
  private long pushedAt = NEVER;

  /** Since when the cell's count has exceeded what the ledger is known to hold; 0 while it does not. */
  private long grewAt;

  /** When another process was last seen, or presumed, to push this cell. */
  private long ledAt = NEVER;

  /** What the ledger was known to hold when a line was last left to another process. */
  private long followedAt = -1;

  /** The highest sum of all components of the region seen in the ledger. */
  private long pulledTotal;

  /** The last full pull that showed no less of this cell than before. */
  private long lastPull;

  private boolean rejected;
  private boolean queued;

  /** Whether it was evicted from the list to make room for another workspace's cells. */
  private boolean dropped;

  /** Whether the whole count is pushed regardless of the policy. */
  private boolean isFinal;

  /** The next cell with the same name, of a subject that left memory earlier. */
  private @Nullable PushCandidate sameName;

  PushCandidate(Cell cell, long weight) {
    this.cell = cell;
    this.weight = (int) Math.min(weight, Integer.MAX_VALUE);
  }

  @Override
  public String workspace() {
    return cell.subject().scope().workspace();
  }

  @Override
  public long weight() {
    return weight;
  }

  long known() {
    return known;
  }

  /** How long ago the ledger's count of the cell was last raised. */
  long sincePushMillis(long now) {
    return now - pushedAt;
  }

  /** Whether there is an unpushed count that the ledger would accept. */
  boolean hasUnpushed(long count) {
    return count > known && !rejected;
  }

  /** How long there has been an unpushed count. */
  long unpushedMillis(long count, long now) {
    if (!hasUnpushed(count)) {
      grewAt = 0;
      return 0;
    }
    if (grewAt == 0) {
      grewAt = now;
    }
    return now - grewAt;
  }

  /**
   * Leaves the cell to another process, which crossed the line and is about to push; unless that was already done
   * before without a result.
   */
  void follow(long now) {
    if (followedAt != known) {
      followedAt = known;
      ledAt = now;
    }
  }

  /** Whether another process of the region has recently pushed this cell, or is about to. */
  boolean isFollowing(long now) {
    return now - ledAt < PushPolicy.LEAD_MILLIS;
  }

  /** Records that the ledger confirmed this count. */
  void confirmed(long count, long now) {
    pushed = Math.max(pushed, count);
    known = Math.max(known, count);
    pushedAt = now;
    grewAt = 0;
    ledAt = NEVER;
  }

  /** Records that the ledger held this much of the region's row at this instant. */
  void onPulled(long count, long now) {
    if (count > known) {
      known = count;
      pushedAt = now;
      ledAt = now;
    }
  }

  /** Records the sum of all components of the region. A number above 0 is that of the full pull that found it. */
  void onPulledTotal(long sum, long fullPull) {
    if (fullPull > 0 && sum >= Math.max(pushed, pulledTotal)) {
      lastPull = fullPull;
    }
    pulledTotal = Math.max(pulledTotal, sum);
  }

  /**
   * Excludes the cell from the check against a full pull, because it belongs to a component that the pull did not
   * read.
   */
  void excludeFromPull(long fullPull) {
    lastPull = fullPull;
  }

  /**
   * Compares the cell with a complete full pull that began at this instant. What was pushed before it and is missing
   * from it was lost by the ledger, for example by falling back to a lagging replica: it is pushed again.
   */
  void checkAgainst(long fullPull, long begunAt) {
    boolean wasThere = pushed > 0 || pulledTotal > 0;
    if (wasThere && pushedAt < begunAt && lastPull != fullPull) {
      pushed = 0;
      known = 0;
      pulledTotal = 0;
    }
  }

  @Nullable
  PushCandidate sameName() {
    return sameName;
  }

  void sameName(@Nullable PushCandidate other) {
    sameName = other;
  }

  boolean isFinal() {
    return isFinal;
  }

  void makeFinal() {
    isFinal = true;
  }

  void reject() {
    rejected = true;
  }

  boolean isRejected() {
    return rejected;
  }

  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }

  /** Marks the cell as queued for a push. False if it was queued already. */
  boolean queue() {
    boolean fresh = !queued;
    queued = true;
    return fresh;
  }

  void unqueue() {
    queued = false;
  }
}

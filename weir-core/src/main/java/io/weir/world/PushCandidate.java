// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.cell.Cell;
import io.weir.ledger.PushPolicy;
import io.weir.memory.FairCapacity;
import org.jspecify.annotations.Nullable;

/** A cell that is worth telling other regions of, and how much of it the ledger knows. Touched by the agents alone. */
final class PushCandidate implements FairCapacity.SharedItem {
  /*
   * The processes of a region write one row of a cell together, and one of them is enough to keep it up to date. Who that
   * is needs no election: whoever finds in the ledger more than it pushed itself knows that another process tells it, and
   * holds back for as long as that one goes on to. If two push at once, the larger count stands, and the one that pushed
   * less becomes the follower. If the leader dies, or has no more traffic on the cell, the row stands still: then whoever
   * has news tells it, and leads. So a cell that grows slowly is told by the process that admitted, at once; only a cell
   * that all of them would tell several times a second is left to one.
   *
   * A line that a count crosses, such as the threshold, is crossed by one process's publish and by no other's. That one
   * tells; the others, who find the line crossed already, leave it to that one, once for each line.
   */

  private static final long NEVER = Long.MIN_VALUE / 2;

  final Cell cell;
  private final int weight;

  /** What this process pushed, confirmed; 0 if nothing. */
  private long pushed;

  /** What the ledger is known to hold, whoever pushed it. */
  private long known;

  /** When the ledger was last told more of the cell, or seen to hold more. */
  private long pushedAt = NEVER;

  /** Since when the cell has held more than the ledger is known to; 0 while it has not. */
  private long grewAt;

  /** When another process was last seen, or presumed, to tell of this cell. */
  private long ledAt = NEVER;

  /** What the ledger was known to hold when a line was last left to another process. */
  private long followedAt = -1;

  /** The most that the ledger was seen to hold of the region's components together. */
  private long pulledTotal;

  /** The last full pull in which the ledger showed no less of this cell than before. */
  private long lastPull;

  private boolean rejected;
  private boolean queued;

  /** Whether it had to leave the list for another workspace's. */
  private boolean dropped;

  /** Whether all of it is told, whatever the policy says. */
  private boolean isFinal;

  /** The next cell of the same name, of a subject that left memory earlier. */
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

  /** How long ago the ledger was told more of the cell. */
  long sincePushMillis(long now) {
    return now - pushedAt;
  }

  /** Whether there is something to tell that the ledger would take. */
  boolean hasUnpushed(long count) {
    return count > known && !rejected;
  }

  /** How long there has been something to tell. */
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

  /** Another process brought the cell over the line and is about to tell; unless it was left to another before, in vain. */
  void follow(long now) {
    if (followedAt != known) {
      followedAt = known;
      ledAt = now;
    }
  }

  /** Whether another process of the region tells the ledger of this cell, and lately did, or is about to. */
  boolean isFollowing(long now) {
    return now - ledAt < PushPolicy.LEAD_MILLIS;
  }

  /** The ledger confirmed this count. */
  void confirmed(long count, long now) {
    pushed = Math.max(pushed, count);
    known = Math.max(known, count);
    pushedAt = now;
    grewAt = 0;
    ledAt = NEVER;
  }

  /** The ledger was seen to hold this much of the region's row, at this instant. */
  void onPulled(long count, long now) {
    if (count > known) {
      known = count;
      pushedAt = now;
      ledAt = now;
    }
  }

  /** The same of all components of the region together, in a pull of everything if its number is above 0. */
  void onPulledTotal(long sum, long fullPull) {
    if (fullPull > 0 && sum >= Math.max(pushed, pulledTotal)) {
      lastPull = fullPull;
    }
    pulledTotal = Math.max(pulledTotal, sum);
  }

  /** A full pull says nothing of this cell: it belongs to a component that the pull did not ask for. */
  void excludeFromPull(long fullPull) {
    lastPull = fullPull;
  }

  /**
   * A full pull, begun at this instant, has been read to its end. What was told before it and is not in it was lost by the
   * ledger, as when it falls back to a replica that was behind: it is told again.
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

  /** Marks the cell as waiting to be pushed; false if it was. */
  boolean queue() {
    boolean fresh = !queued;
    queued = true;
    return fresh;
  }

  void unqueue() {
    queued = false;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.memory.FairCapacity;
import io.weir.memory.HeapSizes;
import io.weir.window.Evaluation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The publisher's record of a dirty cell, kept until the origin has acknowledged the cell's whole count. */
final class Draft implements FairCapacity.SharedItem {
  /**
   * During one publish delay, all processes together leave at most the head-room divided by this unpublished. A larger
   * divisor would be more exact near the limit, but would cost more publishes: now it is about a hundred for a whole
   * limit, however fast it is spent.
   */
  private static final long URGENT_PARTS = 100;

  /** The same divisor while the region has no other process that could need the count. */
  private static final long STANDALONE_PARTS = 3;

  final Cell cell;

  /** The count that the batch in flight contains. */
  long sent;

  /** The count that the origin was known to hold when the batch was sent. If the origin held less, it lost data. */
  long expected;

  /** Whether the cell must be sent even if the origin appears to know its whole count. */
  boolean isForced;

  /**
   * Whether the cell is published again because the origin may have lost it, and this has not been acknowledged yet.
   */
  boolean isRepeat;

  /** Whether the cell is published to a new origin although its subject belongs to the previous one. */
  boolean isHandedOver;

  /** Whether the cell's subject has left memory, so that only this draft knows the count. */
  boolean isOrphan;

  /** The memory that an orphan retains, in bytes. */
  private int weight;

  /** When the cell was put into the waiting queue, in elapsed milliseconds. */
  long waitingSince;

  /** When the first unit that the origin does not know was admitted, in elapsed milliseconds. */
  long dirtySince;

  /** Whether the draft is in the waiting queue. */
  boolean isWaiting;

  /** Whether the draft is in the due queue. */
  boolean isDue;

  /** Whether the origin did not accept the cell and the time of the next attempt has not come. */
  private boolean isDeferred;

  /** When the next attempt is due, in elapsed milliseconds, and how long the draft was deferred. */
  private long offeredAt;

  private long pause;

  Draft(Cell cell) {
    this.cell = cell;
  }

  /** Whether this is still the cell's draft. Queues may contain closed drafts, because they are cleaned up lazily. */
  boolean isOpen() {
    return cell.draft() == this;
  }

  /**
   * The own count at which the cell must be published at once: when the unpublished part, if every process had as
   * much, would take a hundredth of the head-room. Solved for the count, because each admission also reduces the
   * head-room.
   */
  long urgentAt(int processes, long epochMillis) {
    Subject subject = cell.subject();
    Evaluation e =
        new Evaluation(subject.lowestLimit(), subject.scope().duration(), 0, epochMillis);
    subject.peek(e);
    long acknowledged = cell.acknowledged();
    long unpublished = Math.max(0, cell.count() - acknowledged);
    long shares = processes > 1 ? URGENT_PARTS * processes + 1 : STANDALONE_PARTS;
    long room =
        Long.MAX_VALUE - unpublished < e.headroom() ? Long.MAX_VALUE : e.headroom() + unpublished;
    return acknowledged + Math.max(1, room / shares);
  }

  @Override
  public String workspace() {
    return cell.subject().scope().workspace();
  }

  @Override
  public long weight() {
    return weight;
  }

  /**
   * The drafts of cells whose subjects have left memory. Only the publisher changes them. Any thread may read how many
   * there are.
   */
  static final class OrphanedDrafts {
    /** More than a batch in flight usually contains. */
    private static final int MAX_SKIPPED = 1_024;

    /** Up to this many stale entries, a pass over the queue is not worth its cost. */
    private static final int MIN_STALE = 128;

    /**
     * A workspace that owns at least this fraction of all waiting drafts (as a divisor) has to wait too. With a larger
     * divisor, a workspace that evicted a few cells would wait because of another's flood. With a smaller one, several
     * flooding workspaces would fill the memory before all of them are held back.
     */
    private static final int PARTS = 16;

    private final Publisher.PublisherContext context;
    private final FairCapacity<Draft> capacity;
    private final AtomicInteger count = new AtomicInteger();

    /** How many drafts were dropped since the queue was last cleaned up. */
    private int droppedInQueue;

    OrphanedDrafts(Publisher.PublisherContext context) {
      this.context = context;
      this.capacity = new FairCapacity<>(context.maxBytes());
    }

    void add(Draft draft) {
      if (!draft.isOrphan) {
        draft.isOrphan = true;
        Subject subject = draft.cell.subject();
        long bytes = HeapSizes.DRAFT + HeapSizes.ORPHAN + subject.scope().weightOf(subject);
        draft.weight = (int) Math.min(bytes, Integer.MAX_VALUE);
        capacity.add(draft);
        count.incrementAndGet();
      }
    }

    void remove(Draft draft) {
      if (draft.isOrphan) {
        draft.isOrphan = false;
        capacity.remove(draft);
        count.decrementAndGet();
      }
    }

    /**
     * The draft to drop because there are too many: the oldest one of the workspace that has most. Prefers drafts that
     * are not in flight: one in flight is about to be acknowledged or put back into the queue.
     */
    @Nullable
    Draft nextToDrop(long drafts) {
      if (drafts <= context.maxDrafts() && capacity.fits(0)) {
        return null;
      }
      Draft oldest = capacity.oldestOfHeaviest();
      for (int i = 0; i < MAX_SKIPPED && oldest != null && !oldest.isDue; i++) {
        capacity.remove(oldest);
        capacity.add(oldest);
        oldest = capacity.oldestOfHeaviest();
      }
      return oldest;
    }

    /**
     * Whether so many dropped drafts are still in the queue, and therefore in memory, that it should be cleaned up.
     */
    boolean isQueueStale(int dropped, int inLine) {
      droppedInQueue += dropped;
      boolean isStale = droppedInQueue > MIN_STALE + inLine / 8;
      droppedInQueue = isStale ? 0 : droppedInQueue;
      return isStale;
    }

    /** Whether so many drafts wait that no new subjects should be created. */
    boolean isOverloaded() {
      return count.get() > context.maxOrphans() || capacity.bytes() > capacity.maxBytes() / 2;
    }

    /** The same for new subjects of one workspace: a workspace does not wait because of another's evictions. */
    boolean isOverloadedBy(String workspace) {
      return isOverloaded() && capacity.isHeavy(workspace, PARTS);
    }

    long bytes() {
      return capacity.bytes();
    }
  }

  /** The count of the cell in the batch in flight. */
  OriginLink.SentCount publishedCount() {
    return new OriginLink.SentCount(cell, sent, expected);
  }

  /** How much of the cell's count the origin is not known to hold. */
  long unpublished() {
    return cell.count() - cell.acknowledged();
  }

  /** Whether the draft is deferred and the origin has not accepted its cell from another source meanwhile. */
  boolean isStillDeferred() {
    return isDeferred && cell.acknowledged() <= expected;
  }

  /** Drafts that were sent together, and the instant as of which their counts were read. */
  record PublishBatch(List<Draft> drafts, long asOf) {
    /** How long the oldest admission of the batch has waited. */
    long maxWait(long now) {
      return drafts.stream().mapToLong(draft -> now - draft.dirtySince).max().orElse(0);
    }
  }

  /**
   * The queues of drafts: `waiting`, ordered by the latest time at which they must be sent; `due`; and `deferred`, the
   * drafts that the origin did not accept, which are retried at growing intervals.
   */
  static final class DraftQueues {
    /**
     * First and longest pause of a deferred draft, doubled in between: each retry costs the origin as much as a
     * publish.
     */
    private static final long FIRST_PAUSE_MILLIS = 5_000;

    private static final long MAX_PAUSE_MILLIS = 60_000;

    private final Deque<Draft> waiting = new ArrayDeque<>();
    private final Deque<Draft> due = new ArrayDeque<>();

    /** Also contains drafts that were removed from the deferred state meanwhile. */
    private final PriorityQueue<Draft> deferred =
        new PriorityQueue<>(Comparator.comparingLong(draft -> draft.offeredAt));

    private int deferredCount;

    void await(Draft draft, long now) {
      if (!draft.isWaiting) {
        draft.isWaiting = true;
        draft.waitingSince = now;
        waiting.add(draft);
      }
    }

    void makeDue(Draft draft) {
      undefer(draft);
      if (!draft.isDue) {
        draft.isDue = true;
        due.add(draft);
      }
    }

    void defer(Draft draft, long now) {
      draft.pause =
          draft.pause == 0 ? FIRST_PAUSE_MILLIS : Math.min(2 * draft.pause, MAX_PAUSE_MILLIS);
      draft.offeredAt = now + draft.pause;
      draft.isDeferred = true;
      deferredCount++;
      deferred.add(draft);
      draft.cell.signalAt(draft.cell.count() + 1); // other regions may still need the count
    }

    /** Ends the deferral. False if the draft was not deferred. */
    boolean undefer(Draft draft) {
      boolean wasDeferred = draft.isDeferred;
      draft.isDeferred = false;
      deferredCount -= wasDeferred ? 1 : 0;
      return wasDeferred;
    }

    /**
     * Moves to the due queue every draft that has waited since the first instant, or was deferred until the second.
     */
    int promote(long waitingSince, long until) {
      int moved = 0;
      for (Draft oldest = waiting.peek();
          oldest != null && oldest.waitingSince <= waitingSince;
          oldest = waiting.peek()) {
        waiting.remove();
        oldest.isWaiting = false;
        if (oldest.isOpen()) {
          makeDue(oldest);
        }
        moved++;
      }
      for (Draft next = deferred.peek();
          next != null && (next.offeredAt <= until || !next.isDeferred);
          next = deferred.peek()) {
        deferred.remove();
        if (next.isDeferred && next.isOpen()) {
          makeDue(next);
          moved++;
        }
      }
      return moved;
    }

    /** Removes and returns the next draft of the due queue, which must not be empty. */
    Draft next() {
      Draft next = due.remove();
      next.isDue = false;
      return next;
    }

    int due() {
      return due.size();
    }

    /** Removes closed drafts from the due queue. */
    void dropClosed() {
      due.removeIf(draft -> !draft.isOpen());
    }

    int deferred() {
      return deferredCount;
    }

    /** All open drafts that are waiting or due. */
    List<Draft> open() {
      List<Draft> open = new ArrayList<>(waiting);
      open.addAll(due);
      return open;
    }
  }
}

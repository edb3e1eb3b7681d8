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

/** What the publisher remembers of a dirty cell, until the origin has acknowledged all of it. */
final class Draft implements FairCapacity.SharedItem {
  /**
   * What processes keep to themselves for a publish delay is at most the head-room divided by this. Less would be more
   * exact near the limit, at the price of more publishes: some hundred for a whole limit, however fast it is spent.
   */
  private static final long URGENT_PARTS = 100;

  /** The same while no other process is there to wait for it. */
  private static final long STANDALONE_PARTS = 3;

  final Cell cell;

  /** What the batch in flight carries. */
  long sent;

  /** What the origin was known to hold when the batch was sent: if it held less, it lost something. */
  long expected;

  /** Whether the cell is to be sent even if the origin seems to know all of it. */
  boolean isForced;

  /** Whether the cell is published again, because the origin may have lost it, and that was not acknowledged yet. */
  boolean isRepeat;

  /** Whether the cell is given to a new origin although its subject belongs to the one before. */
  boolean isHandedOver;

  /** Whether the cell's subject has left memory, so that nobody else knows the count. */
  boolean isOrphan;

  /** What an orphan keeps in memory, in bytes. */
  private int weight;

  /** When the cell began to stand in the waiting line, in elapsed milliseconds. */
  long waitingSince;

  /** When something was first admitted that the origin does not know, in elapsed milliseconds. */
  long dirtySince;

  /** Whether it stands in the waiting line. */
  boolean isWaiting;

  /** Whether it stands in the due line. */
  boolean isDue;

  /** Whether the origin did not take it, and it is not yet time to offer it again. */
  private boolean isDeferred;

  /** When it is to be offered again, in elapsed milliseconds, and for how long it was set aside. */
  private long offeredAt;

  private long pause;

  Draft(Cell cell) {
    this.cell = cell;
  }

  /** Whether this is still the cell's draft: lines are cleared lazily. */
  boolean isOpen() {
    return cell.draft() == this;
  }

  /**
   * The own count at which the cell can't wait any longer: where the unpublished part, if every process had as much,
   * would take a hundredth of the head-room. Solved for the count, since each admission also shrinks the head-room.
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

  /** The drafts of cells whose subjects have left memory. The publisher's own, but any thread may ask how many there are. */
  static final class OrphanedDrafts {
    /** More than a batch in flight holds, as a rule. */
    private static final int MAX_SKIPPED = 1_024;

    /** So many are not worth going through the line for. */
    private static final int MIN_STALE = 128;

    /**
     * Whoever has one of so many parts of what waits has to wait too. With more parts, a workspace that has evicted a few cells of
     * its own would wait for another's flood; with fewer, several that flood would fill the room before all are held back.
     */
    private static final int PARTS = 16;

    private final Publisher.PublisherContext context;
    private final FairCapacity<Draft> capacity;
    private final AtomicInteger count = new AtomicInteger();

    /** How many were given up since the line was last gone through. */
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
     * The one to give up because there are too many: the oldest of the workspace that has most. Rather not one in flight,
     * whose turn comes later: it is about to be acknowledged, or back in line.
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

    /** Whether so many that were given up still stand in line, and so in memory, that it should be gone through. */
    boolean isQueueStale(int shed, int inLine) {
      droppedInQueue += shed;
      boolean isStale = droppedInQueue > MIN_STALE + inLine / 8;
      droppedInQueue = isStale ? 0 : droppedInQueue;
      return isStale;
    }

    /** Whether so many wait that no new subjects should come. */
    boolean isOverloaded() {
      return count.get() > context.maxOrphans() || capacity.bytes() > capacity.maxBytes() / 2;
    }

    /** The same of new subjects of one workspace: nobody waits for what another has evicted. */
    boolean isOverloadedBy(String workspace) {
      return isOverloaded() && capacity.isHeavy(workspace, PARTS);
    }

    long bytes() {
      return capacity.bytes();
    }
  }

  /** What the batch in flight says of the cell. */
  OriginLink.SentCount publishedCount() {
    return new OriginLink.SentCount(cell, sent, expected);
  }

  /** How much of the cell the origin is not known to hold. */
  long unpublished() {
    return cell.count() - cell.acknowledged();
  }

  /** Whether it is set aside, and nobody else got the origin to take its cell meanwhile. */
  boolean isStillDeferred() {
    return isDeferred && cell.acknowledged() <= expected;
  }

  /** What was sent together, and the instant as of which it was said. */
  record PublishBatch(List<Draft> drafts, long asOf) {
    /** How long the oldest admission has waited. */
    long maxWait(long now) {
      return drafts.stream().mapToLong(draft -> now - draft.dirtySince).max().orElse(0);
    }
  }

  /**
   * The lines in which drafts stand: `waiting`, ordered by when they must go at the latest; `due`; and `aside`, those that the
   * origin did not take, which are offered again, ever more rarely.
   */
  static final class DraftQueues {
    /** First and longest pause of a draft set aside, doubling in between: each offer costs the origin as much as a publish. */
    private static final long FIRST_PAUSE_MILLIS = 5_000;

    private static final long MAX_PAUSE_MILLIS = 60_000;

    private final Deque<Draft> waiting = new ArrayDeque<>();
    private final Deque<Draft> due = new ArrayDeque<>();

    /** Also holds drafts that were taken back meanwhile. */
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
      draft.cell.signalAt(draft.cell.count() + 1); // other regions may still want to know
    }

    /** It is not set aside any more. False if it was not. */
    boolean undefer(Draft draft) {
      boolean wasAside = draft.isDeferred;
      draft.isDeferred = false;
      deferredCount -= wasAside ? 1 : 0;
      return wasAside;
    }

    /** Makes due what has waited since this instant, or was set aside until the other one. */
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

    /** Takes the next one out of the due line, which must not be empty. */
    Draft next() {
      Draft next = due.remove();
      next.isDue = false;
      return next;
    }

    int due() {
      return due.size();
    }

    /** Lets go of those in the due line whose cells were dealt with. */
    void dropClosed() {
      due.removeIf(draft -> !draft.isOpen());
    }

    int deferred() {
      return deferredCount;
    }

    /** All that wait or are due. */
    List<Draft> open() {
      List<Draft> open = new ArrayList<>(waiting);
      open.addAll(due);
      return open;
    }
  }
}

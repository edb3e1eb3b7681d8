// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.Lease;
import io.weir.process.ProcessContext;
import io.weir.sync.StoreLink;
import io.weir.time.RoundTrip;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One process's link to its region's origin: what the reader, the publisher and the heartbeat share.
 *
 * @param origin the store
 * @param calls spares it when it is down
 * @param options the pace
 * @param self who speaks
 * @param lease until when this process may publish
 * @param budget which workspaces may create cells in it
 * @param peers what is known of the other processes
 */
public record OriginLink(
    Origin origin,
    StoreLink calls,
    OriginOptions options,
    ProcessContext self,
    Lease lease,
    CreationBudget budget,
    Peers peers) {

  /** Which workspaces have room for new cells in the origin. Called from any thread. */
  public interface CreationBudget {
    /** Whether the workspace may create a cell, or a field for which no room was set aside. */
    boolean canCreate(String workspace);

    /** For how many fields room is set aside when a cell is created. */
    int reservedFields();

    /** The origin took in this much for a cell of the workspace, or for a field in it; nothing if room was set aside. */
    void recordAdded(String workspace, long timeToLiveMillis, Origin.OriginMemory originMemory);

    /** A cell or field of the workspace was not created. */
    void recordWithheld(String workspace);
  }

  /** A link that was not used yet. */
  public static OriginLink of(
      Origin origin, OriginOptions options, ProcessContext processContext, CreationBudget budget) {
    Lease lease = new Lease(processContext.elapsed(), Origin.LEASE_MILLIS);
    StoreLink calls = StoreLink.of(processContext, Observer.Dependency.ORIGIN, BREAKER_OPEN_MILLIS);
    Peers peers = new Peers(() -> 1, new RoundTrip());
    return new OriginLink(origin, calls, options, processContext, lease, budget, peers);
  }

  /** The same link, in a region of so many processes. */
  public OriginLink withProcesses(IntSupplier count) {
    Peers counted = new Peers(count, peers.roundTrip());
    return new OriginLink(origin, calls, options, self, lease, budget, counted);
  }

  /** Callers decide locally while the breaker is open, which costs exactness: a second is short, and spares a sick store. */
  private static final long BREAKER_OPEN_MILLIS = 1_000;

  /**
   * Past this long after rollover hardly anybody publishes into the previous window any more: publish delay, gap and a retry.
   * But whoever was cut off from the origin still does: so the window is read again when twice as much time has passed, and
   * again. What comes late is known when it is twice as late; and each time costs one more cell in a read.
   */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  /** Time added to a cell's remaining life in the origin, for clocks that disagree and answers that are late. */
  private static final long EXTRA_LIFETIME_MILLIS = 60_000;

  /** So long that no view ever gets old. */
  private static final long FOREVER_MILLIS = 1L << 40;

  /** How old a view of the region may get before it is refreshed. */
  public long freshMillis() {
    return origin.isExclusive() ? FOREVER_MILLIS : options.freshMillis();
  }

  /** For how long others may spend before they are heard of. */
  public int recentMillis() {
    return peers.recentMillis(options.publishGapMillis());
  }

  /** The region learned so much that was new to it, and its answer was merged into the cell. */
  void published(Cell cell, long news) {
    Subject.PublishedCount publishedCount = new Subject.PublishedCount(
        news, cell.siblings(), peers.others(), epochMillis(), recentMillis());
    cell.subject().published(cell, publishedCount);
  }

  /** The window before was read as of this instant. */
  static void settlePrevious(Subject subject, long asOf) {
    long elapsed = asOf - subject.current().start();
    if (elapsed >= settledAfter(subject)) {
      subject.current().settle(elapsed, settledAfter(subject));
    }
  }

  /** Whether it is of no use to read what the window before holds. */
  static boolean isSettled(Subject subject, long epochMillis) {
    Cell current = subject.current();
    return current.isSettled(epochMillis - current.start(), settledAfter(subject));
  }

  private static long settledAfter(Subject subject) {
    return Math.min(SETTLED_AFTER_MILLIS, subject.scope().duration() / 2);
  }

  /**
   * Whether a receipt makes a view fresh. Not while the previous window may still hold counts that were never heard of: a
   * busy subject would publish itself fresh for a whole window, and never read what others spent at the end of the last.
   */
  static boolean countsAsRead(Subject subject, long asOf) {
    return isSettled(subject, asOf) && !subject.isCold() && !subject.isDegraded();
  }

  Observer observer() {
    return self.observer();
  }

  long epochMillis() {
    return self.epochMillis();
  }

  long elapsedMillis() {
    return self.elapsedMillis();
  }

  /** What to tell the origin of a cell; null when it can no longer weigh on anybody's decision. */
  Origin.@Nullable Publication publication(Cell cell, long count) {
    Subject subject = cell.subject();
    long life = cell.start() + 2 * subject.scope().duration() - epochMillis();
    return life <= 0
        ? null
        : new Origin.Publication(
            cell.key(),
            writer(subject),
            Math.min(count, CellKey.MAX_COUNT),
            life + EXTRA_LIFETIME_MILLIS,
            budget.canCreate(subject.scope().workspace()),
            budget.reservedFields());
  }

  /** A count that was published. */
  record SentCount(Cell cell, long sent, long expected) {}

  /** What a receipt says of the store. */
  enum ReceiptFinding {
    /** It holds the count. */
    KEPT,
    /** It holds the count, but not what it had acknowledged before. */
    LOST,
    /** It does not hold the count. */
    NOT_KEPT
  }

  /** Takes in what the origin answered. */
  ReceiptFinding importReceipt(SentCount sentCount, Origin.Receipt receipt) {
    Cell cell = sentCount.cell();
    String workspace = cell.subject().scope().workspace();
    cell.raiseSiblings(receipt.siblings());
    if (receipt.outcome() != Origin.PublishOutcome.STORED) {
      boolean isUnreadable = receipt.outcome() == Origin.PublishOutcome.UNREADABLE;
      observer()
          .onEvent(isUnreadable ? Event.ORIGIN_CELL_UNREADABLE : Event.ORIGIN_CELL_WITHHELD, 1);
      if (receipt.outcome() == Origin.PublishOutcome.NO_ROOM) {
        budget.recordWithheld(workspace);
      }
      cell.subject().degradeUntil(epochMillis() + options.retryMillis());
      return ReceiptFinding.NOT_KEPT;
    }
    if (receipt.before() == 0) { // only a new field takes anything
      long life = cell.start() + 2 * cell.subject().scope().duration() - epochMillis();
      budget.recordAdded(workspace, life + EXTRA_LIFETIME_MILLIS, receipt.added());
    }
    boolean isLost = receipt.before() < Math.min(sentCount.expected(), CellKey.MAX_COUNT);
    return isLost ? ReceiptFinding.LOST : ReceiptFinding.KEPT;
  }

  /** Whether the origin must not be given any more of the cell. */
  boolean isClosed(Cell cell) {
    return self.incarnation().isClosed(cell.subject().generation());
  }

  /** What to restore of the other writers of a cell; null when it can no longer weigh on anybody's decision. */
  Origin.@Nullable Restoration restoration(Cell cell) {
    boolean isRetiring = !self.incarnation().isCurrent(cell.subject().generation());
    return isRetiring ? null : restoration(cell, writer(cell.subject()), cell.siblings());
  }

  /** The same of all its writers: this process does not write under that name any more. */
  Origin.@Nullable Restoration restorationOfAll(Cell cell) {
    return restoration(cell, "", cell.regional());
  }

  private Origin.@Nullable Restoration restoration(Cell cell, String field, long known) {
    long life = cell.start() + 2 * cell.subject().scope().duration() - epochMillis();
    return life <= 0 || known == 0
        ? null
        : new Origin.Restoration(cell.key(), field, known, life + EXTRA_LIFETIME_MILLIS);
  }

  /** The field in which this process counts what the subject admitted. */
  String writer(Subject subject) {
    return self.incarnation().writer(subject.generation());
  }
}

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
 * One process's link to its region's origin, shared by the reader, the publisher and the heartbeat.
 *
 * @param origin the store
 * @param calls the circuit breaker and logging for calls to it
 * @param options intervals, deadlines and batch sizes
 * @param self this process
 * @param lease until when this process may publish
 * @param budget which workspaces may create cells in it
 * @param peers what is known of the other processes of the region
 */
public record OriginLink(
    Origin origin,
    StoreLink calls,
    OriginOptions options,
    ProcessContext self,
    Lease lease,
    CreationBudget budget,
    Peers peers) {

  /** Decides which workspaces may create cells in the origin. Called from any thread. */
  public interface CreationBudget {
    /** Whether the workspace may create a cell, or a field without reserved space. */
    boolean canCreate(String workspace);

    /** The number of fields for which space is reserved when a cell is created. */
    int reservedFields();

    /**
     * Records the space that the origin allocated for a cell of the workspace or a field in it: nothing if it was
     * reserved.
     */
    void recordAdded(String workspace, long timeToLiveMillis, Origin.OriginMemory originMemory);

    /** Records that a cell or field of the workspace was not created. */
    void recordWithheld(String workspace);
  }

  /** Creates an unused link. */
  public static OriginLink of(
      Origin origin, OriginOptions options, ProcessContext processContext, CreationBudget budget) {
    Lease lease = new Lease(processContext.elapsed(), Origin.LEASE_MILLIS);
    StoreLink calls = StoreLink.of(processContext, Observer.Dependency.ORIGIN, BREAKER_OPEN_MILLIS);
    Peers peers = new Peers(() -> 1, new RoundTrip());
    return new OriginLink(origin, calls, options, processContext, lease, budget, peers);
  }

  /** Returns the same link with another source for the number of processes. */
  public OriginLink withProcesses(IntSupplier count) {
    Peers counted = new Peers(count, peers.roundTrip());
    return new OriginLink(origin, calls, options, self, lease, budget, counted);
  }

  /**
   * While the breaker is open, callers decide locally, which costs exactness. A second keeps that short and still
   * relieves a failing store.
   */
  private static final long BREAKER_OPEN_MILLIS = 1_000;

  /**
   * How long after a rollover processes usually still publish into the previous window: publish delay, gap and a
   * retry. A process that was cut off from the origin may publish later. So the window is read again when twice as
   * much time has passed, and again after that. A late count is imported at the latest when twice its delay has
   * passed. Each repetition costs one more cell in a read.
   */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  /** Time added to a cell's remaining life in the origin, to allow for clock differences and late answers. */
  private static final long EXTRA_LIFETIME_MILLIS = 60_000;

  /** Longer than the life of any view. */
  private static final long FOREVER_MILLIS = 1L << 40;

  /** The age at which a view of the region is refreshed. */
  public long freshMillis() {
    return origin.isExclusive() ? FOREVER_MILLIS : options.freshMillis();
  }

  /** How long other processes may spend before their counts arrive here. */
  public int recentMillis() {
    return peers.recentMillis(options.publishGapMillis());
  }

  /** Records that the region received this many new units, and that its answer was merged into the cell. */
  void published(Cell cell, long added) {
    Subject.PublishedCount publishedCount = new Subject.PublishedCount(
        added, cell.siblings(), peers.others(), epochMillis(), recentMillis());
    cell.subject().published(cell, publishedCount);
  }

  /** Records that the previous window was read as of this instant. */
  static void settlePrevious(Subject subject, long asOf) {
    long elapsed = asOf - subject.current().start();
    if (elapsed >= settledAfter(subject)) {
      subject.current().settle(elapsed, settledAfter(subject));
    }
  }

  /** Whether reading the previous window again has no benefit yet. */
  static boolean isSettled(Subject subject, long epochMillis) {
    Cell current = subject.current();
    return current.isSettled(epochMillis - current.start(), settledAfter(subject));
  }

  private static long settledAfter(Subject subject) {
    return Math.min(SETTLED_AFTER_MILLIS, subject.scope().duration() / 2);
  }

  /**
   * Whether a receipt makes a view fresh. It does not while the previous window may still contain counts that were
   * never imported: otherwise a busy subject would keep its view fresh by publishing for a whole window, and never
   * read what others spent at the end of the previous one.
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

  /** The publication of a cell's count, or null when the cell can no longer affect any decision. */
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

  /** What a receipt shows about the store. */
  enum ReceiptFinding {
    /** The store holds the count. */
    KEPT,
    /** The store holds the count, but had lost what it acknowledged before. */
    LOST,
    /** The store does not hold the count. */
    NOT_KEPT
  }

  /** Merges the origin's answer. */
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
    if (receipt.before() == 0) { // only a new field takes space
      long life = cell.start() + 2 * cell.subject().scope().duration() - epochMillis();
      budget.recordAdded(workspace, life + EXTRA_LIFETIME_MILLIS, receipt.added());
    }
    boolean isLost = receipt.before() < Math.min(sentCount.expected(), CellKey.MAX_COUNT);
    return isLost ? ReceiptFinding.LOST : ReceiptFinding.KEPT;
  }

  /** Whether the cell must not be published to the origin any more. */
  boolean isClosed(Cell cell) {
    return self.incarnation().isClosed(cell.subject().generation());
  }

  /** What to restore of the cell's other writers, or null when the cell can no longer affect any decision. */
  Origin.@Nullable Restoration restoration(Cell cell) {
    boolean isRetiring = !self.incarnation().isCurrent(cell.subject().generation());
    return isRetiring ? null : restoration(cell, writer(cell.subject()), cell.siblings());
  }

  /**
   * What to restore of all writers of the cell, this process included, because it no longer writes under that name.
   */
  Origin.@Nullable Restoration restorationOfAll(Cell cell) {
    return restoration(cell, "", cell.regional());
  }

  private Origin.@Nullable Restoration restoration(Cell cell, String field, long known) {
    long life = cell.start() + 2 * cell.subject().scope().duration() - epochMillis();
    return life <= 0 || known == 0
        ? null
        : new Origin.Restoration(cell.key(), field, known, life + EXTRA_LIFETIME_MILLIS);
  }

  /** The name of the field in which this process counts what the subject admitted. */
  String writer(Subject subject) {
    return self.incarnation().writer(subject.generation());
  }
}

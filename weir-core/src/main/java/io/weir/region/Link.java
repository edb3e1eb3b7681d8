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
import io.weir.process.Self;
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
 * @param roundTrip how long answers take
 * @param lease until when this process may publish
 * @param room which workspaces may create cells in it
 * @param processes how many processes the region has
 */
public record Link(
    Origin origin,
    StoreLink calls,
    OriginOptions options,
    Self self,
    RoundTrip roundTrip,
    Lease lease,
    Room room,
    IntSupplier processes) {

  /** Which workspaces have room for new cells in the origin. Called from any thread. */
  public interface Room {
    /** Whether the workspace may create a cell, or a field for which no room was set aside. */
    boolean mayCreate(String workspace);

    /** For how many fields room is set aside when a cell is created. */
    int reservedFields();

    /** The origin took in this much for a cell of the workspace, or for a field in it; nothing if room was set aside. */
    void added(String workspace, long timeToLiveMillis, Origin.Memory memory);

    /** A cell or field of the workspace was not created. */
    void withheld(String workspace);
  }

  /** A link that was not used yet. */
  public static Link of(Origin origin, OriginOptions options, Self self, Room room) {
    Lease lease = new Lease(self.elapsed(), Origin.LEASE_MILLIS);
    StoreLink calls = StoreLink.of(self, Observer.Dependency.ORIGIN, BREAK_MILLIS);
    return new Link(origin, calls, options, self, new RoundTrip(), lease, room, () -> 1);
  }

  /** The same link, in a region of so many processes. */
  public Link withProcesses(IntSupplier count) {
    return new Link(origin, calls, options, self, roundTrip, lease, room, count);
  }

  /** Callers decide locally while the breaker is open, which costs exactness: a second is short, and spares a sick store. */
  private static final long BREAK_MILLIS = 1_000;

  /**
   * Past this long after rollover hardly anybody publishes into the previous window any more: publish delay, gap and a retry.
   * But whoever was cut off from the origin still does: so the window is read again when twice as much time has passed, and
   * again. What comes late is known when it is twice as late; and each time costs one more cell in a read.
   */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  /** Time added to a cell's remaining life in the origin, for clocks that disagree and answers that are late. */
  private static final long SPARE_LIFE_MILLIS = 60_000;

  /** So long that no view ever gets old. */
  private static final long FOREVER_MILLIS = 1L << 40;

  /** How old a view of the region may get before it is refreshed. */
  public long freshMillis() {
    return origin.isExclusive() ? FOREVER_MILLIS : options.freshMillis();
  }

  /** What others spend is heard of within two round trips and a publish gap, at least this and at most that. */
  private static final int LEAST_RECENT_MILLIS = 15;

  private static final int MOST_RECENT_MILLIS = 60;

  /** For how long others may spend before they are heard of. */
  public int recentMillis() {
    long recent = 2 * roundTrip.millis() + options.publishGapMillis();
    return (int) Math.max(LEAST_RECENT_MILLIS, Math.min(recent, MOST_RECENT_MILLIS));
  }

  /** The region learned so much that was new to it, and its answer was merged into the cell. */
  void told(Cell cell, long news) {
    int others = processes.getAsInt() - 1;
    Subject.Tell tell =
        new Subject.Tell(news, cell.siblings(), others, epochMillis(), recentMillis());
    cell.subject().told(cell, tell);
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
  static boolean isAsGoodAsRead(Subject subject, long asOf) {
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
            life + SPARE_LIFE_MILLIS,
            room.mayCreate(subject.scope().workspace()),
            room.reservedFields());
  }

  /** A count that was published. */
  record Told(Cell cell, long sent, long expected) {}

  /** What a receipt says of the store. */
  enum Finding {
    /** It holds the count. */
    KEPT,
    /** It holds the count, but not what it had acknowledged before. */
    LOST,
    /** It does not hold the count. */
    NOT_KEPT
  }

  /** Takes in what the origin answered. */
  Finding receive(Told told, Origin.Receipt receipt) {
    Cell cell = told.cell();
    String workspace = cell.subject().scope().workspace();
    cell.raiseSiblings(receipt.siblings());
    if (receipt.outcome() != Origin.Outcome.STORED) {
      boolean isUnreadable = receipt.outcome() == Origin.Outcome.UNREADABLE;
      observer()
          .happened(isUnreadable ? Event.ORIGIN_CELL_UNREADABLE : Event.ORIGIN_CELL_WITHHELD, 1);
      if (receipt.outcome() == Origin.Outcome.NO_ROOM) {
        room.withheld(workspace);
      }
      cell.subject().degradeUntil(epochMillis() + options.retryMillis());
      return Finding.NOT_KEPT;
    }
    if (receipt.before() == 0) { // only a new field takes anything
      long life = cell.start() + 2 * cell.subject().scope().duration() - epochMillis();
      room.added(workspace, life + SPARE_LIFE_MILLIS, receipt.added());
    }
    boolean isLost = receipt.before() < Math.min(told.expected(), CellKey.MAX_COUNT);
    return isLost ? Finding.LOST : Finding.KEPT;
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
        : new Origin.Restoration(cell.key(), field, known, life + SPARE_LIFE_MILLIS);
  }

  /** The field in which this process counts what the subject admitted. */
  String writer(Subject subject) {
    return self.incarnation().writer(subject.generation());
  }
}

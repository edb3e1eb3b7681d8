// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.window.Evaluation;

/** What the publisher remembers of a dirty cell, until the origin has acknowledged all of it. */
final class Draft {
  /**
   * What processes keep to themselves for a publish delay is at most the head-room divided by this. Less would be more
   * exact near the limit, at the price of more publishes: some hundred for a whole limit, however fast it is spent.
   */
  private static final long URGENT_PARTS = 100;

  /** The same while no other process is there to wait for it. */
  private static final long ALONE_PARTS = 3;

  final Cell cell;

  /** What the batch in flight carries. */
  long sent;

  /** What the origin was known to hold when the batch was sent: if it held less, it lost something. */
  long expected;

  /** What was known of the siblings before the batch was answered. */
  long siblingsBefore;

  /** Whether the cell is to be sent even if the origin seems to know all of it. */
  boolean isForced;

  /** Whether the cell is published again, because the origin may have lost it, and that was not acknowledged yet. */
  boolean isRepeat;

  /** Whether the cell is given to a new origin although its subject belongs to the one before. */
  boolean isHandedOver;

  /** Whether the cell's subject has left memory, so that nobody else knows the count. */
  boolean isOrphan;

  /** When the cell began to stand in the waiting line, in elapsed milliseconds. */
  long since;

  /** When something was first admitted that the origin does not know, in elapsed milliseconds. */
  long dirtySince;

  /** Whether it stands in the waiting line. */
  boolean isWaiting;

  /** Whether it stands in the due line. */
  boolean isDue;

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
    long shares = processes > 1 ? URGENT_PARTS * processes + 1 : ALONE_PARTS;
    long room =
        Long.MAX_VALUE - unpublished < e.headroom() ? Long.MAX_VALUE : e.headroom() + unpublished;
    return acknowledged + Math.max(1, room / shares);
  }
}

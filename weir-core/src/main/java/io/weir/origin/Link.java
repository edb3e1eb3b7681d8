// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.process.Lease;
import io.weir.process.Self;
import io.weir.time.Breaker;
import io.weir.time.RoundTrip;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One process's link to its region's origin: what the reader, the publisher and the heartbeat share.
 *
 * @param origin the store
 * @param breaker spares it when it is down
 * @param options the pace
 * @param self who speaks
 * @param roundTrip how long answers take
 * @param lease until when this process may publish
 */
public record Link(
    Origin origin,
    Breaker breaker,
    OriginOptions options,
    Self self,
    RoundTrip roundTrip,
    Lease lease) {

  /** A link that was not used yet. */
  public static Link of(Origin origin, Breaker breaker, OriginOptions options, Self self) {
    Lease lease = new Lease(self.elapsed(), Origin.LEASE_MILLIS);
    return new Link(origin, breaker, options, self, new RoundTrip(), lease);
  }

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

  /** The region learned so much that was new to it; so much was known of the siblings before it answered. */
  void told(Cell cell, long news, long siblings) {
    cell.subject().told(cell, new Subject.Tell(news, siblings, epochMillis(), recentMillis()));
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
        : new Origin.Publication(cell.key(), writer(subject), count, life + SPARE_LIFE_MILLIS);
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

  /** A call was answered. */
  void answered(String what) {
    breaker.succeeded();
    if (breaker.isSteady()) {
      observer().changed(Observer.Dependency.ORIGIN, true, what);
    }
  }

  /** What to say of a failure: its own words, not those of the futures that it came through. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  /** A call failed or was not answered in time. */
  void failed(String why) {
    breaker.failed();
    observer().changed(Observer.Dependency.ORIGIN, false, why);
  }
}

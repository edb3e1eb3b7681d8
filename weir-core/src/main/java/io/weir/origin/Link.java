// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.process.Self;
import io.weir.time.Breaker;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One process's link to its region's origin: what the reader, the publisher and the heartbeat share.
 *
 * @param origin the store
 * @param breaker spares it when it is down
 * @param options the pace
 * @param self who speaks
 */
public record Link(Origin origin, Breaker breaker, OriginOptions options, Self self) {

  /** Time added to a cell's remaining life in the origin, for clocks that disagree and answers that are late. */
  private static final long SPARE_LIFE_MILLIS = 60_000;

  /** So long that no view ever gets old. */
  private static final long FOREVER_MILLIS = 1L << 40;

  /** How old a view of the region may get before it is refreshed. */
  public long freshMillis() {
    return origin.isExclusive() ? FOREVER_MILLIS : options.freshMillis();
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

  /** What to restore of a cell; null when it can no longer weigh on anybody's decision. */
  Origin.@Nullable Restoration restoration(Cell cell) {
    Subject subject = cell.subject();
    long life = cell.start() + 2 * subject.scope().duration() - epochMillis();
    return life <= 0
        ? null
        : new Origin.Restoration(
            cell.key(), writer(subject), cell.siblings(), life + SPARE_LIFE_MILLIS);
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

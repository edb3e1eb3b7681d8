// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.window.AdmissionLog;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import org.jspecify.annotations.Nullable;

/** The local state of one subject: its current and previous cell, and how far to trust them. */
public final class Subject extends SubjectIdentity {
  /*
   * The current cell references the previous one, so one load returns a consistent pair. Rotation seals the old cell
   * before it makes the new one visible: at every instant at most one cell admits new cost, and a late admission fails
   * in the old cell and is repeated in the new one.
   *
   * A subject whose current cell is sealed and not replaced is retired: it has left the table permanently, and code
   * that still references it looks the identifier up again. A retired subject is never revived, so its name in the
   * origin (incarnation and generation) is never reused: what it published stays there as the count of another writer.
   */

  /** If the clock is behind by more than this and the window's length, its time is accepted: see {@link #cellAt}. */
  private static final long MAX_CLOCK_STEP_MILLIS = 10_000;

  /** How long a subject is kept after it stops mattering: a clock that steps back by less still finds it. */
  private static final long RETENTION_MARGIN_MILLIS = 1_000;

  /** The cell of the newest window. Written under the monitor. */
  private volatile Cell current;

  /** The lowest limit of any check here. Lost updates are repaired by the next check. */
  private volatile long lowestLimit = Long.MAX_VALUE;

  Subject(Scope scope, String identifier, int generation, long epochMillis) {
    super(scope, identifier, generation);
    this.current = new Cell(this, Window.start(epochMillis, scope.duration()), null);
  }

  /** Admits the cost if it fits, for limits without an exact window. SEALED: retired; look it up again. */
  public AdmitResult admit(Evaluation e) {
    AdmitResult open = current.tryAdmit(e);
    if (open != AdmitResult.SEALED) {
      return open;
    }
    Evaluation aside = e.copy(); // the original must not escape the caller's frame: see Decider
    AdmitResult admitResult = admitSlowly(aside);
    e.copyFrom(aside);
    return admitResult;
  }

  /** Handles the rare cases: a new window, a clock that stepped back, a retired subject. */
  private AdmitResult admitSlowly(Evaluation e) {
    Cell cell = cellAt(e.epochMillis());
    while (cell != null) {
      AdmitResult admitResult = cell.admit(e);
      if (admitResult != AdmitResult.SEALED) {
        return admitResult;
      }
      cell = successor(e.epochMillis());
    }
    return AdmitResult.SEALED;
  }

  /** Admits the cost if it fits into the window type of the limit. SEALED: retired; look it up again. */
  public AdmitResult spend(Evaluation e) {
    return e.isExact() ? Reservation.spend(this, e, false) : admit(e);
  }

  /** Admits the cost whether it fits or not. SEALED: retired; look it up again. */
  public AdmitResult force(Evaluation e) {
    if (e.isExact()) {
      return Reservation.spend(this, e, true);
    }
    Cell cell = cellAt(e.epochMillis());
    while (cell != null) {
      AdmitResult admitResult = cell.force(e);
      if (admitResult != AdmitResult.SEALED) {
        return admitResult;
      }
      cell = successor(e.epochMillis());
    }
    return AdmitResult.SEALED;
  }

  /** Fills the evaluation with the current counts, and admits nothing. False: retired; look it up again. */
  public boolean look(Evaluation e) {
    if (!e.isExact()) {
      return lookInCells(e);
    }
    AdmissionLog log = log(e.epochMillis());
    synchronized (log) {
      e.useLog(log);
      boolean known = lookInCells(e);
      if (known) {
        e.evaluateLog();
      }
      return known;
    }
  }

  private boolean lookInCells(Evaluation e) {
    Cell cell = cellAt(e.epochMillis());
    while (cell != null) {
      cell.look(e);
      if (cell == current) {
        return true;
      }
      cell = cellAt(e.epochMillis()); // a concurrent rotation removed the predecessor
    }
    return false;
  }

  /** Fills the evaluation from the newest window seen, and never rotates: for agents, which are not traffic. */
  public void peek(Evaluation e) {
    Cell cell;
    do {
      cell = current;
      cell.look(e);
    } while (cell != current);
  }

  /** The cell that admits cost at this instant; null if retired. It may be sealed before the caller uses it. */
  @Nullable
  Cell cellAt(long epochMillis) {
    Cell cell = current;
    long elapsed = epochMillis - cell.start();
    if ((elapsed >= 0 && elapsed < scope().duration()) || isSlightlyBehind(elapsed)) {
      return cell;
    }
    return successor(epochMillis);
  }

  /** Whether the clock stepped back only a little: then the newest window stays, and the time counts as its start. */
  private boolean isSlightlyBehind(long elapsed) {
    return elapsed < 0 && elapsed >= -Math.max(scope().duration(), MAX_CLOCK_STEP_MILLIS);
  }

  /** The unsealed cell of this instant, rotating if a new window has begun; null if retired. */
  @Nullable
  Cell successor(long epochMillis) {
    Cell cell;
    synchronized (this) {
      cell = current;
      if (cell.isSealed()) {
        // Under this monitor a rotation is never incomplete: sealed and current means retired.
        return null;
      }
      long elapsed = epochMillis - cell.start();
      if (elapsed < scope().duration() && (elapsed >= 0 || isSlightlyBehind(elapsed))) {
        return cell;
      }
      cell.seal();
      if (elapsed < 0) { // far behind: start over at the earlier time, under a new generation
        scope().table().observer().onEvent(Event.SUBJECT_REANCHORED, 1);
        return null;
      }
      cell = rotate(cell, Window.start(epochMillis, scope().duration()));
    }
    scope().table().observer().onEvent(Event.CELL_CREATED_BY_TRAFFIC, 1);
    mergeImports(cell);
    cell.signalPreviousIfShared();
    return cell;
  }

  private Cell rotate(Cell old, long start) {
    boolean adjacent = old.start() == start - scope().duration();
    Cell fresh = new Cell(this, start, adjacent ? old : null);
    mergeImports(fresh);
    current = fresh;
    old.previous(null); // last: a reader that finds the old cell still current saw both
    return fresh;
  }

  /**
   * Merges what others spent. Called before the cell becomes visible, so that no check misses what has arrived, and
   * again afterwards, so that sums that arrive in between are not lost.
   */
  void mergeImports(Cell cell) {
    Imports imports = scope().table().imports();
    if (imports == Imports.NONE) {
      return;
    }
    if (imports.mergeInto(cell, key(cell.sequence() - 1))) {
      imports.mergeInto(before(cell));
    }
  }

  /** The cell of this window if it is the current or the previous one, created if necessary; else null. */
  public synchronized @Nullable Cell cell(long sequence) {
    Cell cell = current;
    long behind = cell.sequence() - sequence;
    if (behind == 0) {
      return cell;
    }
    return behind == 1 ? before(cell) : null;
  }

  private synchronized Cell before(Cell cell) {
    Cell previous = cell.previous();
    if (previous == null) {
      previous = new Cell(this, cell.start() - scope().duration(), null);
      previous.seal();
      cell.previous(previous);
    }
    return previous;
  }

  /** The current cell. */
  public Cell current() {
    return current;
  }

  /** The cell before the current one, or null if nothing is known of it. */
  public @Nullable Cell previous() {
    return current.previous();
  }

  /** Retires the subject, unless a batch or a read still uses it. True only for the call that retired it. */
  synchronized boolean tryRetire() {
    Cell previous = current.previous();
    return pendingRead() == null
        && (previous == null || !previous.isReserved())
        && current.trySeal();
  }

  /** Retires the subject if it is idle. Uses the monitor because checks also rotate windows under it. */
  synchronized boolean tryRetireIdle(long epochMillis) {
    return isIdle(epochMillis) && tryRetire();
  }

  /** Retires the subject even if it is in use, and waits for batches that are being decided. */
  void forceRetire() {
    synchronized (this) {
      current.seal();
    }
    while (isReserved()) {
      Thread.onSpinWait(); // nanoseconds: no reservation is held across a wait
    }
  }

  /** Signals each cell that has changes the agents have not processed. */
  void signalIfDirty() {
    for (Cell cell = current; cell != null; cell = cell.previous()) {
      cell.signalIfDirty();
    }
  }

  private boolean isReserved() {
    Cell previous = current.previous();
    return current.isReserved() || (previous != null && previous.isReserved());
  }

  /** Whether the subject has left the table permanently. */
  public synchronized boolean isRetired() {
    return current.isSealed();
  }

  /** Whether the subject can no longer affect any decision, even if the clock steps back a little. */
  boolean isIdle(long epochMillis) {
    return !isStrict(epochMillis)
        && epochMillis - current.start() >= 2 * scope().duration() + RETENTION_MARGIN_MILLIS;
  }

  /** Records the lowest limit seen: it determines how early counts must be published. */
  public void recordLimit(long limit) {
    if (limit < lowestLimit && limit > 0) { // a limit of 0 blocks everything: nothing can be spent
      boolean isFirst = lowestLimit == Long.MAX_VALUE;
      lowestLimit = limit;
      if (!isFirst && scope().isShared()) {
        current.signal(); // an amount too small to publish may now be urgent
      }
    }
  }

  /** The lowest limit of any check here; Long.MAX_VALUE before the first. */
  public long lowestLimit() {
    return lowestLimit;
  }

  /** How much the other processes are assumed to have spent unseen. */
  public long unseen(Evaluation e) {
    return current.unseen(e);
  }

  /** Records an answer of the region to a publish of this cell. */
  public void published(Cell cell, PublishedCount publishedCount) {
    if (cell == current) {
      published(publishedCount);
    }
  }

  /** The log of recent admissions, for limits with an exact window. Locked before any monitor of a subject or cell. */
  AdmissionLog log(long epochMillis) {
    return scope().log(this, epochMillis);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.window.AdmissionLog;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import org.jspecify.annotations.Nullable;

/** What this process knows of one subject: its current and previous cell, and how far to trust them. */
public final class Subject extends SubjectIdentity {
  /*
   * The current cell leads to the previous one, so one load gives a pair that belongs together. Rotation seals the old
   * cell before the new one can be seen: at every instant at most one cell takes new cost, and an admission that comes
   * late fails in the old one and is tried again in the new.
   *
   * A subject whose current cell is sealed and not replaced is retired: it left the table for good, and whoever still
   * holds it looks the identifier up again. A retired subject is never revived, so its name in the origin (incarnation
   * and generation) is never resumed: what it published stays there as somebody else's count.
   */

  /** A clock further behind than this, and than the window's length, is believed: see {@link #cellAt}. */
  private static final long MAX_CLOCK_STEP_MILLIS = 10_000;

  /** How much longer than it matters a subject is kept: a clock that steps back by less finds it again. */
  private static final long RETENTION_MARGIN_MILLIS = 1_000;

  /** Written under the monitor. */
  private volatile Cell current;

  /** The lowest limit of any check here. Lost updates are repaired by the next check. */
  private volatile long lowestLimit = Long.MAX_VALUE;

  Subject(Scope scope, String identifier, int generation, long epochMillis) {
    super(scope, identifier, generation);
    this.current = new Cell(this, Window.start(epochMillis, scope.duration()), null);
  }

  /** Admits the cost if it fits into an ordinary window. SEALED means that the subject was retired: look it up again. */
  public AdmitResult admit(Evaluation e) {
    AdmitResult open = current.tryAdmit(e);
    if (open != AdmitResult.SEALED) {
      return open;
    }
    Evaluation aside = e.copy(); // the original must not leave the caller's frame: see Decider
    AdmitResult admitResult = admitSlowly(aside);
    e.copyFrom(aside);
    return admitResult;
  }

  /** The rare cases: a new window, a clock that stepped back, a subject that was retired. */
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

  /** Admits the cost if it fits into the kind of window that the limit has. SEALED: retired, look it up again. */
  public AdmitResult spend(Evaluation e) {
    return e.isExact() ? Reservation.spend(this, e, false) : admit(e);
  }

  /** Admits the cost whether it fits or not. */
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

  /** Fills the evaluation with what is known now, and changes nothing. False: retired, look it up again. */
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
      cell = cellAt(e.epochMillis()); // a rotation came between, and took the predecessor away
    }
    return false;
  }

  /** Fills the evaluation from the newest window seen, without beginning another: for agents, which are not traffic. */
  public void peek(Evaluation e) {
    Cell cell;
    do {
      cell = current;
      cell.look(e);
    } while (cell != current);
  }

  /** The cell that takes cost at this instant; null when retired. It may be sealed by the time it is used. */
  @Nullable
  Cell cellAt(long epochMillis) {
    Cell cell = current;
    long elapsed = epochMillis - cell.start();
    if ((elapsed >= 0 && elapsed < scope().duration()) || isSlightlyBehind(elapsed)) {
      return cell;
    }
    return successor(epochMillis);
  }

  /** A clock that stepped back a little keeps the newest window seen, and counts as standing at its start. */
  private boolean isSlightlyBehind(long elapsed) {
    return elapsed < 0 && elapsed >= -Math.max(scope().duration(), MAX_CLOCK_STEP_MILLIS);
  }

  /** The unsealed cell of this instant, rotating when its window has come; null when retired. */
  @Nullable
  Cell successor(long epochMillis) {
    Cell cell;
    synchronized (this) {
      cell = current;
      if (cell.isSealed()) {
        // Under this monitor a rotation is never half done: sealed and current means retired.
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
    old.previous(null); // last: whoever finds the old one still current has seen it whole
    return fresh;
  }

  /**
   * Merges what others spent. Done before the cell can be seen, so that no check misses what has arrived, and again after
   * it, so that nothing can arrive in between and slip past both sides.
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

  /** The cell of this window if it can still matter here: the current or the previous one, made if need be; else null. */
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

  /** The cell before the current one, if anything is known of it. */
  public @Nullable Cell previous() {
    return current.previous();
  }

  /** Takes the subject out of use, once, unless a batch or a read still works on it. */
  synchronized boolean tryRetire() {
    Cell previous = current.previous();
    return pendingRead() == null
        && (previous == null || !previous.isReserved())
        && current.trySeal();
  }

  /** Takes the subject out of use if it is idle. Under the lock, since a check brings a new window under it too. */
  synchronized boolean tryRetireIdle(long epochMillis) {
    return isIdle(epochMillis) && tryRetire();
  }

  /** Takes the subject out of use whatever works on it, and waits for batches that are just being decided. */
  void forceRetire() {
    synchronized (this) {
      current.seal();
    }
    while (isReserved()) {
      Thread.onSpinWait(); // nanoseconds: nothing is held across a wait
    }
  }

  /** Tells the agents of all that they have not dealt with. */
  void signalIfDirty() {
    for (Cell cell = current; cell != null; cell = cell.previous()) {
      cell.signalIfDirty();
    }
  }

  private boolean isReserved() {
    Cell previous = current.previous();
    return current.isReserved() || (previous != null && previous.isReserved());
  }

  /** Whether the subject left the table for good. */
  public synchronized boolean isRetired() {
    return current.isSealed();
  }

  /** Whether nothing of this subject can weigh on a decision, also if the clock should step back a little. */
  boolean isIdle(long epochMillis) {
    return !isStrict(epochMillis)
        && epochMillis - current.start() >= 2 * scope().duration() + RETENTION_MARGIN_MILLIS;
  }

  /** Remembers the lowest limit seen: the one that others must know of first. */
  public void recordLimit(long limit) {
    if (limit < lowestLimit
        && limit > 0) { // a limit of 0 blocks: it says nothing of what may be spent
      boolean isFirst = lowestLimit == Long.MAX_VALUE;
      lowestLimit = limit;
      if (!isFirst && scope().isShared()) {
        current.signal(); // what was too little to tell may be too much now
      }
    }
  }

  /** The lowest limit of any check here; Long.MAX_VALUE before the first. */
  public long lowestLimit() {
    return lowestLimit;
  }

  /** What the other processes are taken to have spent unseen. */
  public long unseen(Evaluation e) {
    return current.unseen(e);
  }

  /** Learns what the region was told of this cell. */
  public void published(Cell cell, PublishedCount publishedCount) {
    if (cell == current) {
      published(publishedCount);
    }
  }

  /** The instants of its recent units, for limits with an exact window. Taken before any monitor of the subject or a cell. */
  AdmissionLog log(long epochMillis) {
    return scope().log(this, epochMillis);
  }
}

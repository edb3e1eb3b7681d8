// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The cost of one subject in one fixed window. */
public final class Cell extends ImportedCounts {
  /*
   * Four counts that are never mixed:
   *
   *   own          what this process admitted. Only grows. Published.
   *   siblings     what the other processes of the region admitted, as last heard. Only grows. Never published.
   *   foreign      what other regions published, as last heard. Only grows. Never published.
   *   speculative  what undecided batches hold. Counts against admission, and is nowhere else: it is neither published
   *                nor merged with, so letting go of it can't take away anything that was imported meanwhile.
   *
   * A single check is one compare-and-set of `own`. Its sign bit closes that fast path: it is set while a batch holds a
   * reservation here, and for good once the cell is sealed. A set bit makes every fast compare-and-set fail, so whoever
   * holds the monitor with the bit set is alone with `own` and `speculative`, and the sum that it checks is the sum that
   * it changes. Monitors nest from newer cell to older cell only.
   *
   * A seen `own` without the bit proves that speculative was 0 at that instant, and a compare-and-set from it proves the
   * same for the instant of admission. An import may slip in between the two: the check is then ordered before it. That
   * is a view that lags by nanoseconds, beside views that lag by milliseconds.
   *
   * A sealed cell takes no new cost, but still takes commits and releases of earlier reservations, and imports.
   */

  private static final long CLOSED_BIT = Long.MIN_VALUE;
  private static final long COUNT_BITS = Long.MAX_VALUE;

  private static final VarHandle OWN;
  private static final VarHandle NEXT_SIGNAL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OWN = lookup.findVarHandle(Cell.class, "own", long.class);
      NEXT_SIGNAL = lookup.findVarHandle(Cell.class, "nextSignal", Cell.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Subject subject;
  private final long start;

  /** The closing bit and the count. Written by admissions (compare-and-set) and, with the bit set, under the monitor. */
  private volatile long own;

  /** Written under the monitor, with the closing bit set whenever it is not 0. */
  private volatile long speculative;

  /** The own count from which on an admission must tell the agents. Written by them; never reached without sharing. */
  private volatile long signalAt;

  /** The window before this one, if anything is known of it. Written under the subject's monitor. */
  private volatile @Nullable Cell previous;

  /** Null: not in {@link SubjectTable.SignalQueue}. Itself: the last in line. Else the next in line. */
  private volatile @Nullable Cell nextSignal;

  /** Whatever the publishing agent remembers of this cell while it is dirty. Touched by that agent alone. */
  private @Nullable Object draft;

  /** Never goes back to false. Written under the monitor. */
  private boolean sealed;

  Cell(Subject subject, long start, @Nullable Cell previous) {
    this.subject = subject;
    this.start = start;
    this.previous = previous;
    this.signalAt = subject.scope().isShared() ? 1 : Long.MAX_VALUE;
  }

  /** Admits the evaluation's cost if it fits, and leaves in the evaluation what was seen. */
  AdmitResult admit(Evaluation e) {
    AdmitResult admitResult = admitLockFree(e);
    return admitResult == AdmitResult.SEALED ? admitLocked(e, false) : admitResult;
  }

  /** The same without a lock: CLOSED when a lock is needed, or when this is not the cell of the evaluation's instant. */
  AdmitResult tryAdmit(Evaluation e) {
    long elapsed = e.epochMillis() - start;
    boolean isNow = (elapsed | e.duration() - 1 - elapsed) >= 0; // neither before nor after it
    return isNow ? admitLockFree(e) : AdmitResult.SEALED;
  }

  private AdmitResult admitLockFree(Evaluation e) {
    while (true) {
      // First: a cell that is open after it has not lost its predecessor to a rotation before it.
      Cell before = previous;
      long seen = own;
      if (seen < 0) {
        return AdmitResult.SEALED;
      }
      look(e, seen, 0, before);
      if (!e.fits()) {
        return AdmitResult.REFUSED; // writes nothing, so a flood of refusals can't contend
      }
      if (e.cost() == 0) {
        return AdmitResult.ADMITTED;
      }
      if (e.hasOthers() && isAhead(e, seen)) {
        return AdmitResult.AHEAD;
      }
      if (OWN.weakCompareAndSet(this, seen, seen + e.cost())) {
        signalFrom(seen + e.cost());
        return AdmitResult.ADMITTED;
      }
    }
  }

  /** Admits the cost whether it fits or not: for limits that stay open while the region can't be asked. */
  AdmitResult force(Evaluation e) {
    return admitLocked(e, true);
  }

  private synchronized AdmitResult admitLocked(Evaluation e, boolean forced) {
    AdmitResult admitResult = reserve(e, forced, 0);
    if (admitResult == AdmitResult.ADMITTED) {
      settleReservation(e.cost(), true);
    }
    return admitResult;
  }

  /**
   * Holds the cost for an undecided batch, if it fits or is forced. It must be committed or released, exactly once.
   *
   * @param already what the same batch holds here: it is part of one check, and no other's
   */
  synchronized AdmitResult reserve(Evaluation e, boolean forced, long already) {
    if (sealed) {
      return AdmitResult.SEALED;
    }
    long count = close();
    look(e, count, speculative, previous);
    e.evaluateLog();
    AdmitResult admitResult = AdmitResult.REFUSED;
    if (forced ? speculative + e.cost() >= 0 : e.fits()) {
      boolean isSure = forced || e.cost() == 0 || !e.hasOthers();
      admitResult = isSure || !isAhead(e, Window.plus(count, speculative - already))
          ? AdmitResult.ADMITTED
          : AdmitResult.AHEAD;
    }
    if (admitResult == AdmitResult.ADMITTED) {
      speculative += e.cost(); // can't wrap: what fits is at most the limit
    }
    reopenUnlessReserved();
    return admitResult;
  }

  /** Turns held cost into admitted cost. Also after the cell was sealed. */
  void commit(long cost) {
    settleReservation(cost, true);
  }

  /** Lets go of held cost. Also after the cell was sealed. */
  void release(long cost) {
    settleReservation(cost, false);
  }

  private void settleReservation(long cost, boolean admitted) {
    if (cost == 0) {
      return; // nothing is held, so the fast path may be open: `own` is not ours to write
    }
    synchronized (this) {
      if (admitted) {
        // Before speculative shrinks: a look must never miss the cost.
        own = Window.plus(close(), cost) | CLOSED_BIT;
      }
      speculative -= cost;
      reopenUnlessReserved();
    }
    if (admitted) {
      signalFrom(count());
    }
  }

  /** Shuts the fast path and returns the count behind it. The monitor must be held. */
  private long close() {
    return (long) OWN.getAndBitwiseOr(this, CLOSED_BIT) & COUNT_BITS;
  }

  private void reopenUnlessReserved() {
    if (!sealed && speculative == 0) {
      own &= COUNT_BITS; // alone with it: the bit is set and the monitor held
    }
  }

  /** Takes no new cost from now on. */
  synchronized void seal() {
    sealed = true;
    close();
  }

  /** Seals the cell unless somebody did so before or a batch still holds cost in it. */
  synchronized boolean trySeal() {
    if (sealed || speculative != 0) {
      return false;
    }
    seal();
    return true;
  }

  synchronized boolean isSealed() {
    return sealed;
  }

  /** Whether an undecided batch holds cost here. */
  public boolean isReserved() {
    return speculative != 0;
  }

  /** Fills the evaluation with what the cell and its predecessor hold now. */
  void look(Evaluation e) {
    Cell before = previous;
    long seen = own;
    if (seen >= 0) {
      look(e, seen, 0, before);
      return;
    }
    synchronized (this) {
      look(e, own & COUNT_BITS, speculative, before);
    }
  }

  private void look(Evaluation e, long count, long held, @Nullable Cell before) {
    e.startsAt(start);
    e.recordCurrent(count, siblings(), foreign(), held);
    if (before == null) {
      e.recordPrevious(0, 0, 0, 0);
    } else {
      before.lookAsPrevious(e);
    }
  }

  private void lookAsPrevious(Evaluation e) {
    while (true) {
      long seen = own;
      long held = speculative;
      if (held != 0) {
        lookAsPreviousLocked(e);
        return;
      }
      // A commit raises own before it lowers speculative: if own stands still, nothing moved
      // between the two.
      if (seen == own) {
        e.recordPrevious(seen & COUNT_BITS, siblings(), foreign(), 0);
        return;
      }
    }
  }

  private synchronized void lookAsPreviousLocked(Evaluation e) {
    e.recordPrevious(own & COUNT_BITS, siblings(), foreign(), speculative);
  }

  /** What this process admitted: never includes what a batch merely holds. */
  public long count() {
    return own & COUNT_BITS;
  }

  /** What the region admitted, as far as this process knows. This is what the region publishes. */
  public long regional() {
    return Window.plus(count(), siblings());
  }

  /**
   * Whether the cost might not fit beside what the other processes may have spent unseen: about as much as this one did
   * lately. On an old view they may have spent anything, so after a first check nothing but a little is admitted on it.
   */
  private boolean isAhead(Evaluation e, long count) {
    long unpublished = Math.max(0, count - acknowledged());
    if (unpublished > 0 && e.isViewOld() && !e.isSmall(unpublished)) {
      return true;
    }
    return !e.fitsBeside(subject.unseen(e, unpublished));
  }

  /** What the other processes are taken to have spent unseen. */
  long unseen(Evaluation e) {
    return subject.unseen(e, Math.max(0, count() - acknowledged()));
  }

  /** Learns that the region as a whole admitted at least this: whatever of it is not own is the siblings'. */
  public void raiseRegional(long count) {
    raiseSiblings(count - count()); // own was read after the row: a lower bound of theirs
  }

  private void signalFrom(long count) {
    if (count >= signalAt) {
      signal();
    }
  }

  /** Puts the cell in line for the agents to look at. */
  void signal() {
    if (nextSignal == null && NEXT_SIGNAL.compareAndSet(this, null, this)) {
      subject.scope().signals().push(this);
    }
  }

  /** Others spent in this window too, as it turns out: so they should know what the one before it holds. */
  void signalPreviousIfShared() {
    Cell before = previous;
    if (foreign() > 0 && before != null && before.count() > 0) {
      before.signal();
    }
  }

  /** Tells the agents now if there is anything that they have not dealt with: the subject is about to leave memory. */
  void signalIfDirty() {
    if (isDirty()) {
      signal();
    }
  }

  /** Asks to be told once the own count reaches this. Returns the count as it is after asking. */
  public long signalAt(long count) {
    signalAt = count;
    return count();
  }

  /** The own count from which on an admission tells the agents. */
  public long signalAt() {
    return signalAt;
  }

  @Nullable
  Cell nextSignal() {
    return nextSignal;
  }

  void nextSignal(@Nullable Cell next) {
    nextSignal = next;
  }

  /** What the publishing agent remembers, while this cell is dirty. */
  public @Nullable Object draft() {
    return draft;
  }

  /** For the publishing agent alone. */
  public void draft(@Nullable Object remembered) {
    draft = remembered;
  }

  /** Whether something was admitted that the publishing agent has not yet dealt with. */
  public boolean isDirty() {
    return count() >= signalAt
        || draft != null; // in this order: a raised signalAt makes the draft visible
  }

  @Nullable
  Cell previous() {
    return previous;
  }

  void previous(@Nullable Cell cell) {
    previous = cell;
  }

  /** The first instant of the window. */
  public long start() {
    return start;
  }

  /** Whose cell this is. */
  public Subject subject() {
    return subject;
  }

  /** The cell's name in the stores. */
  public CellKey key() {
    return subject.key(sequence());
  }

  /** The number of the window. */
  public long sequence() {
    return Window.sequence(start, subject.scope().duration());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import io.weir.window.AdmissionLog.TrailingUsage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The evaluation of one check in the sliding window: the counts it saw, and the results that follow from them. */
public final class Evaluation {
  /*
   * Created once per check, filled by the cell that evaluates it, and then referenced by the decision as its proof.
   * One plain object, written by one thread before the decision is handed out: filling it again after a lost race
   * allocates nothing, and a caller that only asks "allowed?" lets the compiler remove it altogether.
   */

  /** The fraction of the head-room, as a divisor, that all processes together may spend on old views. */
  private static final int SMALL_DIVISOR = 100;

  private final long limit;
  private final long duration;
  private final long cost;
  private final long epochMillis;

  /** The number of other processes that may be spending unseen; 0 where that does not matter. */
  private int others;

  /** Whether they may have spent a lot since their counts were last imported. */
  private boolean isViewOld;

  /** How long they may spend before their counts arrive. */
  private int recentMillis;

  private long start;
  private long own;
  private long siblings;
  private long foreign;
  private long speculative;
  private long previousOwn;
  private long previousSiblings;
  private long previousForeign;
  private long previousSpeculative;

  /** Whether the limit has an exact window, the log to evaluate then, and its result. */
  private boolean exact;

  private @Nullable AdmissionLog log;
  private @Nullable TrailingUsage trailingUsage;

  /** Creates an evaluation of this cost at this instant. */
  public Evaluation(long limit, long duration, long cost, long epochMillis) {
    this.limit = limit;
    this.duration = duration;
    this.cost = cost;
    this.epochMillis = epochMillis;
  }

  /** Makes this an evaluation of an exact window, as soon as a log is set. */
  public Evaluation withExactWindow() {
    exact = true;
    return this;
  }

  /** Whether the limit has an exact window. */
  public boolean isExact() {
    return exact;
  }

  /** Returns a new evaluation at another instant, without counts. */
  public Evaluation at(long otherMillis) {
    return like(new Evaluation(limit, duration, cost, otherMillis));
  }

  /** Returns a new evaluation under another limit, without counts. */
  public Evaluation under(long otherLimit) {
    return like(new Evaluation(otherLimit, duration, cost, epochMillis));
  }

  /** Returns a new evaluation with another cost, without counts. */
  public Evaluation costing(long otherCost) {
    return like(new Evaluation(limit, duration, otherCost, epochMillis));
  }

  private Evaluation like(Evaluation other) {
    return exact ? other.withExactWindow() : other;
  }

  /** Sets the log. Its monitor must be held. */
  public void useLog(AdmissionLog instants) {
    log = instants;
  }

  /** Evaluates the log, if there is one, with the counts that were seen. Its monitor must be held. */
  public void evaluateLog() {
    if (log != null) {
      trailingUsage = log.evaluate(this);
    }
  }

  /** The result of an exact window; null for an ordinary one. */
  public @Nullable TrailingUsage trailing() {
    return trailingUsage;
  }

  /** Sets the result of an exact window. */
  public void recordTrailing(@Nullable TrailingUsage seen) {
    trailingUsage = seen;
  }

  /** Sets how many other processes may be spending from the subject, and whether the view of them may be old. */
  public Evaluation besideOthers(int otherProcesses, boolean viewIsOld, int recently) {
    others = otherProcesses;
    isViewOld = viewIsOld;
    recentMillis = recently;
    return this;
  }

  /** The number of other processes that may be spending, too. */
  public int others() {
    return others;
  }

  /** The age up to which an answer counts as recent, in milliseconds. */
  public int recentMillis() {
    return recentMillis;
  }

  /**
   * Whether other processes may be spending, too. Checked first: a process without others must not pay for what
   * follows.
   */
  public boolean hasOthers() {
    return others != 0;
  }

  /** Whether the others may have spent a lot since their counts were last imported. */
  public boolean isViewOld() {
    return isViewOld;
  }

  /**
   * Whether this amount, if all processes had as much unseen beside this cost, would be at most a hundredth of the
   * head-room: the amount that each of them may spend on an old view.
   */
  public boolean isSmall(long unseen) {
    long each = Window.plus(unseen, cost);
    return Window.times(each, (others + 1) * SMALL_DIVISOR) <= headroom();
  }

  /** Returns a copy with the counts seen so far. */
  public Evaluation copy() {
    Evaluation copy = at(epochMillis);
    copy.copyFrom(this);
    copy.others = others;
    copy.isViewOld = isViewOld;
    copy.recentMillis = recentMillis;
    return copy;
  }

  /** Copies the counts that another evaluation saw. */
  public void copyFrom(Evaluation other) {
    start = other.start;
    trailingUsage = other.trailingUsage;
    recordCurrent(other.own, other.siblings, other.foreign, other.speculative);
    recordPrevious(
        other.previousOwn,
        other.previousSiblings,
        other.previousForeign,
        other.previousSpeculative);
  }

  /** Sets the start of the evaluated window. */
  public void startsAt(long windowStart) {
    start = windowStart;
  }

  /** Sets the counts of the current window. */
  public void recordCurrent(
      long ownCount, long siblingsCount, long foreignCount, long speculativeCount) {
    own = ownCount;
    siblings = siblingsCount;
    foreign = foreignCount;
    speculative = speculativeCount;
  }

  /** Sets the counts of the previous window. */
  public void recordPrevious(
      long ownCount, long siblingsCount, long foreignCount, long speculativeCount) {
    previousOwn = ownCount;
    previousSiblings = siblingsCount;
    previousForeign = foreignCount;
    previousSpeculative = speculativeCount;
  }

  /** Whether the cost fits in addition to everything that was seen, reservations of undecided batches included. */
  public boolean fits() {
    return fits(current(), previous());
  }

  /**
   * Whether the cost would still fit if the other processes had spent this much unseen. If all of them check this, the
   * last units of a limit are not spent twice, however fast the checks come.
   */
  public boolean fitsBeside(long unseen) {
    return fits(Window.plus(current(), unseen), previous());
  }

  /** The usage of the sliding window by others, as far as this process knows. */
  public long spentByOthers() {
    long carried = trailingUsage != null
        ? trailingUsage.carriedByOthers()
        : Window.carried(Window.plus(previousSiblings, previousForeign), elapsed(), duration);
    return Window.effective(siblings, foreign, carried);
  }

  /**
   * Whether the cost would fit if every undecided batch were refused. A refusal is final: committed counts only grow.
   */
  public boolean fitsCommitted() {
    return fits(committed(own, siblings, foreign), committedPrevious());
  }

  private boolean fits(long current, long previous) {
    long room = Window.room(limit, current, cost);
    if ((room | limit - 1) < 0) {
      return false; // room < 0 or limit <= 0, as one branch
    }
    if (trailingUsage != null) {
      return Window.plus(trailingUsage.carried(), previous - committedPrevious()) <= room;
    }
    return previous <= room || Window.carriedFits(previous, room, elapsed(), duration);
  }

  /** What the sliding window would hold with this cost. */
  public long effective() {
    return Window.effective(current(), carried(), cost);
  }

  /** What could still be spent if this cost is not. */
  public long headroom() {
    return Window.headroom(current(), carried(), limit);
  }

  /** Milliseconds until this cost would fit if nothing else were admitted; empty when it never will. */
  public OptionalLong retryAfter() {
    return Window.retryAfter(this);
  }

  /** The end of the fixed window. */
  public long reset() {
    return Window.reset(start, duration);
  }

  /** Milliseconds into the current window; an instant before it counts as its start, one after it as its end. */
  public long elapsed() {
    return Math.min(duration, Math.max(0, epochMillis - start));
  }

  /** The total count of the current window. */
  public long current() {
    return Window.plus(committed(own, siblings, foreign), speculative);
  }

  /** The total count of the previous window. */
  public long previous() {
    return Window.plus(committedPrevious(), previousSpeculative);
  }

  private long committedPrevious() {
    return committed(previousOwn, previousSiblings, previousForeign);
  }

  /** This region's usage of the sliding window: the part that is pushed to other regions. */
  public long regional() {
    long carried = Window.carried(Window.plus(previousOwn, previousSiblings), elapsed(), duration);
    return Window.effective(own, siblings, carried);
  }

  /** What the previous window still contributes. */
  public long carried() {
    return trailingUsage != null
        ? Window.plus(trailingUsage.carried(), previousSpeculative)
        : Window.carried(previous(), elapsed(), duration);
  }

  private static long committed(long own, long siblings, long foreign) {
    return Window.plus(Window.plus(own, siblings), foreign);
  }

  /** The most that the sliding window may hold. */
  public long limit() {
    return limit;
  }

  /** The window's length in milliseconds. */
  public long duration() {
    return duration;
  }

  /** The cost of the check. */
  public long cost() {
    return cost;
  }

  /** The instant of the check. */
  public long epochMillis() {
    return epochMillis;
  }

  /** The beginning of the current window. */
  public long start() {
    return start;
  }

  /** Cost that this process admitted into the current window. */
  public long own() {
    return own;
  }

  /** Cost that other processes of the region admitted into the current window. */
  public long siblings() {
    return siblings;
  }

  /** Cost that other regions admitted into the current window. */
  public long foreign() {
    return foreign;
  }

  /** Cost that undecided batches hold in the current window. */
  public long speculative() {
    return speculative;
  }

  /** Cost that this process admitted into the previous window. */
  public long previousOwn() {
    return previousOwn;
  }

  /** Cost that other processes of the region admitted into the previous window. */
  public long previousSiblings() {
    return previousSiblings;
  }

  /** Cost that other regions admitted into the previous window. */
  public long previousForeign() {
    return previousForeign;
  }

  /** Cost that undecided batches hold in the previous window. */
  public long previousSpeculative() {
    return previousSpeculative;
  }
}

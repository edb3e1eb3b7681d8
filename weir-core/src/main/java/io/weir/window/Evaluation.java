// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import io.weir.window.AdmissionLog.TrailingUsage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One question to the sliding window: the inputs that were seen, and the answers that follow from them. */
public final class Evaluation {
  /*
   * Made once per check, filled by the cell that it is put to, and then kept by the decision as its proof. One plain
   * object, written by one thread before the decision is handed out: filling it again after a lost race allocates
   * nothing, and a caller that only asks "allowed?" lets the compiler remove it altogether.
   */

  /** The part of the head-room that all processes together may spend on old views, as a divisor. */
  private static final int SMALL_DIVISOR = 100;

  private final long limit;
  private final long duration;
  private final long cost;
  private final long epochMillis;

  /** How many other processes may be spending unseen; 0 where that does not matter. */
  private int others;

  /** Whether these may have spent a lot since they were last heard of. */
  private boolean isViewOld;

  /** For how long these may spend before they are heard of. */
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

  /** Whether the limit has an exact window, the log to ask then, and what it said. */
  private boolean exact;

  private @Nullable AdmissionLog log;
  private @Nullable TrailingUsage trailingUsage;

  /** A question of this cost at this instant. */
  public Evaluation(long limit, long duration, long cost, long epochMillis) {
    this.limit = limit;
    this.duration = duration;
    this.cost = cost;
    this.epochMillis = epochMillis;
  }

  /** Puts the question to an exact window, as soon as there is a log to ask. */
  public Evaluation withExactWindow() {
    exact = true;
    return this;
  }

  /** Whether the limit has an exact window. */
  public boolean isExact() {
    return exact;
  }

  /** The same question at another instant, with nothing seen yet. */
  public Evaluation at(long otherMillis) {
    return like(new Evaluation(limit, duration, cost, otherMillis));
  }

  /** The same question under another limit, with nothing seen yet. */
  public Evaluation under(long otherLimit) {
    return like(new Evaluation(otherLimit, duration, cost, epochMillis));
  }

  /** The same question with another cost, and nothing seen yet. */
  public Evaluation costing(long otherCost) {
    return like(new Evaluation(limit, duration, otherCost, epochMillis));
  }

  private Evaluation like(Evaluation other) {
    return exact ? other.withExactWindow() : other;
  }

  /** Asks this log from now on. Its monitor must be held. */
  public void useLog(AdmissionLog instants) {
    log = instants;
  }

  /** Asks the log, if there is one, what the counts that were seen mean. Its monitor must be held. */
  public void evaluateLog() {
    if (log != null) {
      trailingUsage = log.evaluate(this);
    }
  }

  /** What an exact window saw; null for an ordinary one. */
  public @Nullable TrailingUsage trailing() {
    return trailingUsage;
  }

  /** Sets what an exact window saw. */
  public void recordTrailing(@Nullable TrailingUsage seen) {
    trailingUsage = seen;
  }

  /** Puts the question to a subject that so many other processes may be spending from, known by a view that may be old. */
  public Evaluation besideOthers(int otherProcesses, boolean viewIsOld, int recently) {
    others = otherProcesses;
    isViewOld = viewIsOld;
    recentMillis = recently;
    return this;
  }

  /** How many other processes may be spending, too. */
  public int others() {
    return others;
  }

  /** How long ago something counts as recent, in milliseconds. */
  public int recentMillis() {
    return recentMillis;
  }

  /** Whether others may be spending, too. Asked first: a process on its own must not pay for what follows. */
  public boolean hasOthers() {
    return others != 0;
  }

  /** Whether the others may have spent a lot since this process last heard of them. */
  public boolean isViewOld() {
    return isViewOld;
  }

  /**
   * Whether this much, if all processes had as much unseen beside this cost, would be a hundredth of the head-room at most:
   * as little as each of them may spend on an old view.
   */
  public boolean isSmall(long unseen) {
    long each = Window.plus(unseen, cost);
    return Window.times(each, (others + 1) * SMALL_DIVISOR) <= headroom();
  }

  /** The same question, with what was seen so far. */
  public Evaluation copy() {
    Evaluation copy = at(epochMillis);
    copy.copyFrom(this);
    copy.others = others;
    copy.isViewOld = isViewOld;
    copy.recentMillis = recentMillis;
    return copy;
  }

  /** Takes over what another one saw. */
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

  /** Sets the beginning of the window that is asked. */
  public void startsAt(long windowStart) {
    start = windowStart;
  }

  /** Sets what was seen of the current window. */
  public void recordCurrent(
      long ownCount, long siblingsCount, long foreignCount, long speculativeCount) {
    own = ownCount;
    siblings = siblingsCount;
    foreign = foreignCount;
    speculative = speculativeCount;
  }

  /** Sets what was seen of the previous window. */
  public void recordPrevious(
      long ownCount, long siblingsCount, long foreignCount, long speculativeCount) {
    previousOwn = ownCount;
    previousSiblings = siblingsCount;
    previousForeign = foreignCount;
    previousSpeculative = speculativeCount;
  }

  /** Whether the cost fits beside everything that was seen, reservations of undecided batches included. */
  public boolean fits() {
    return fits(current(), previous());
  }

  /**
   * Whether the cost would still fit if the other processes had spent so much unseen. If all of them keep to it, the last
   * units of a limit are not spent twice, however fast they are asked for.
   */
  public boolean fitsBeside(long unseen) {
    return fits(Window.plus(current(), unseen), previous());
  }

  /** What others have of the sliding window, as far as this process knows. */
  public long spentByOthers() {
    long carried = trailingUsage != null
        ? trailingUsage.carriedByOthers()
        : Window.carried(Window.plus(previousSiblings, previousForeign), elapsed(), duration);
    return Window.effective(siblings, foreign, carried);
  }

  /** Whether the cost would fit if every undecided batch were refused. A no is final: committed counts only grow. */
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

  /** Everything seen of the current window. */
  public long current() {
    return Window.plus(committed(own, siblings, foreign), speculative);
  }

  /** Everything seen of the previous window. */
  public long previous() {
    return Window.plus(committedPrevious(), previousSpeculative);
  }

  private long committedPrevious() {
    return committed(previousOwn, previousSiblings, previousForeign);
  }

  /** What this region has of the sliding window: the part that is published to other regions. */
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

  /** What the check asked to spend. */
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

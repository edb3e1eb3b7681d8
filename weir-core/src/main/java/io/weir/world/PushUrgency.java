// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.CellKey;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.ledger.PushPolicy;
import io.weir.process.Incarnation;
import io.weir.sync.OriginState;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import org.jspecify.annotations.Nullable;

/** Determines what this process has to push of a hot cell, and whether the push is due. */
final class PushUrgency {

  /** How long a process without an origin delays a count that its policy does not find urgent. */
  private static final long STANDALONE_MILLIS = 500;

  private final LedgerLink link;
  private final PushPolicy policy;
  private final Pusher.PusherContext context;
  private final PushCandidates hot;

  PushUrgency(LedgerLink link, Pusher.PusherContext context, PushCandidates hot) {
    this.link = link;
    this.policy = link.options().policy();
    this.context = context;
    this.hot = hot;
  }

  /** Whether this process shares its counts with others through an origin. */
  private boolean isConverged() {
    return context.origin() != OriginState.NONE;
  }

  /** The usage by which a cell that is not hot yet is evaluated. */
  PushPolicy.CellUsage usage(Cell cell) {
    return usage(new PushCandidate(cell, 0), 0);
  }

  /**
   * Whether the candidate is due now. A periodic policy pushes every growth at its interval. A process whose counts
   * only it can push does so soon, too.
   */
  boolean isDue(PushCandidate candidate, long now) {
    long count = count(candidate.cell);
    if (policy.isPeriodic()) {
      return hasUnpushed(candidate);
    }
    boolean isLate =
        pushesEverything() && candidate.unpushedMillis(count, now) >= STANDALONE_MILLIS;
    return isLate || isUrgent(candidate, now);
  }

  /**
   * Whether only this process can push what it admitted, or some processes of its region receive it through the ledger
   * alone.
   */
  boolean pushesEverything() {
    return !isConverged() || context.heartbeat().isMixed();
  }

  boolean isUrgent(PushCandidate candidate, long now) {
    long count = count(candidate.cell);
    long unpushedMillis = candidate.unpushedMillis(count, now);
    if (!hasUnpushed(candidate)) {
      return false;
    }
    if (candidate.isFinal()) {
      return true;
    }
    PushPolicy.CellUsage cellUsage = usage(candidate, unpushedMillis);
    if (!policy.isDue(cellUsage)) {
      return false;
    }
    if (!isConverged() || context.heartbeat().processes() == 1) {
      return true;
    }
    if (!cellUsage.isForeignKnown() && wasDueBefore(candidate.cell, cellUsage)) {
      candidate.follow(now);
    }
    return !candidate.isFollowing(now);
  }

  /**
   * Whether the cell was due before this process last published it to its origin: then another process saw it become
   * due.
   */
  private boolean wasDueBefore(Cell cell, PushPolicy.CellUsage now) {
    Subject subject = cell.subject();
    long newUnits = subject.lastPublished();
    PushPolicy.CellUsage before = now.without(cell == subject.current() ? newUnits : 0, newUnits);
    return before.own().count() > 0 && policy.isEligible(before) && policy.isDue(before);
  }

  private PushPolicy.CellUsage usage(PushCandidate candidate, long unpushedMillis) {
    Cell cell = candidate.cell;
    Subject subject = cell.subject();
    long limit = subject.lowestLimit();
    Evaluation e = new Evaluation(limit, subject.scope().duration(), 0, link.epochMillis());
    subject.peek(e);
    boolean isCurrent = cell == subject.current();
    PushCandidate current = isCurrent ? candidate : hot.get(subject.current());
    PushCandidate previous = isCurrent ? previous(subject) : candidate;
    long pushed = Window.plus(
        known(current),
        Window.carried(known(previous), e.elapsed(), subject.scope().duration()));
    int regions = context.heartbeat().regions();
    return new PushPolicy.CellUsage(
        new PushPolicy.RegionalUsage(count(cell), e.regional(), e.regional() - pushed),
        new PushPolicy.ForeignUsage(
            cell.foreign(), isCurrent ? e.previousForeign() + foreignAfter(cell) : e.foreign()),
        new PushPolicy.LimitStatus(
            limit, link.options().terms().threshold(limit, regions), e.headroom(), regions),
        new PushPolicy.PushStatus(
            candidate.known(),
            unpushedMillis,
            Math.min(sincePushMillis(current), sincePushMillis(previous))));
  }

  /** What other regions have in the next window, which has begun there although no check has begun it here. */
  private long foreignAfter(Cell cell) {
    boolean isOver = link.epochMillis() - cell.start() >= cell.subject().scope().duration();
    return isOver ? context.sums().foreign(cell.subject().key(cell.sequence() + 1)) : 0;
  }

  private @Nullable PushCandidate previous(Subject subject) {
    Cell previous = subject.previous();
    return previous == null ? null : hot.get(previous);
  }

  private static long known(@Nullable PushCandidate cell) {
    return cell == null ? 0 : cell.known();
  }

  private long sincePushMillis(@Nullable PushCandidate cell) {
    return cell == null ? Long.MAX_VALUE : cell.sincePushMillis(link.elapsedMillis());
  }

  /**
   * The count of a cell that may be pushed. While the origin recovers from a loss, only what the origin knows: see
   * Restorer. For a subject that was retired by a renewal, only its own count, because imported counts may be part of
   * another component. For a subject that left its origin for good, everything.
   */
  long count(Cell cell) {
    return Math.min(counted(cell), CellKey.MAX_COUNT);
  }

  private long counted(Cell cell) {
    Incarnation incarnation = link.self().incarnation();
    int generation = cell.subject().generation();
    if (incarnation.isClosed(generation)) {
      return cell.regional();
    }
    if (!isConverged() || !incarnation.isCurrent(generation)) {
      return cell.count();
    }
    return context.origin().isRecovering()
        ? Math.min(cell.acknowledged(), cell.count()) + cell.siblings()
        : cell.regional();
  }

  /** The component that contains the cell's count; empty while the data set of the origin is unknown. */
  String writer(Cell cell) {
    Incarnation incarnation = link.self().incarnation();
    int generation = cell.subject().generation();
    return isConverged() ? incarnation.dataSet(generation) : incarnation.writer(generation);
  }

  /** Whether there is an unpushed count that the ledger would accept, and a component name for it. */
  boolean hasUnpushed(PushCandidate candidate) {
    return candidate.hasUnpushed(count(candidate.cell))
        && !writer(candidate.cell).isEmpty();
  }
}

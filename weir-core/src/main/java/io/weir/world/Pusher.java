// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.sync.InFlight;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import io.weir.time.Cadence;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Pushes what this region admitted to the ledger, for the cells that its policy finds worth it. */
public final class Pusher implements Agent {
  /*
   * The hot list holds the cells that are worth pushing; a push looks at these and at no others. A cell enters when
   * traffic makes it eligible, when another region turns out to spend on it, or when a threshold drops; it leaves when
   * its window can no longer matter. What was pushed is remembered only after the ledger confirmed it.
   */

  /** A bulk statement of this size is quick everywhere; smaller ones would pay for more round trips. */
  private static final int CHUNK_SIZE = 500;

  /** A statement that takes longer is given up and sent again; harmless, since counts are absolute. */
  static final long DEADLINE_MILLIS = 10_000;

  /** How long a failed push waits at least; the breaker sees to it that a ledger that stays away is asked less often. */
  private static final long RETRY_MILLIS = 250;

  private record PushChunk(List<PushCandidate> cells, List<Ledger.Component> components) {}

  private final LedgerLink link;
  private final PushPolicy policy;
  private final ForeignSums sums;

  /** Whether the region's processes converge through an origin, and so speak with one voice. */
  private final boolean converged;

  private final Cadence cadence;
  private final PushCandidates hot;
  private final PushUrgency urgency;
  private final PushQueue due;
  private final InFlight<PushChunk, List<Ledger.Rejection>> inFlight;

  /** Halved when a chunk fails, doubled when one succeeds: a row that somebody has locked holds up ever fewer others. */
  private int chunkSize = CHUNK_SIZE;

  private long notBefore;

  /** Whether the process is about to end, so that nothing can wait for the cadence. */
  private boolean flushing;

  /**
   * Whom the pusher asks.
   *
   * @param heartbeat knows how many regions and processes there are
   * @param sums remembers what the ledger holds, also of cells that were not hot when it was heard
   * @param origin what is known of the origin through which the region's processes converge
   * @param maxHotBytes how much memory hot cells may take
   */
  public record PusherContext(
      RegionHeartbeat heartbeat, ForeignSums sums, OriginState origin, long maxHotBytes) {}

  /** Pushes from this seat. */
  public Pusher(LedgerLink link, PusherContext pusherContext, RandomGenerator random) {
    this.link = link;
    this.policy = link.options().policy();
    this.sums = pusherContext.sums();
    this.converged = pusherContext.origin() != OriginState.NONE;
    this.hot = new PushCandidates(link.options().workspaceBudget(), pusherContext.maxHotBytes());
    this.urgency = new PushUrgency(link, pusherContext, hot);
    this.due = new PushQueue(link, urgency);
    this.notBefore = link.elapsedMillis();
    this.cadence = new Cadence(link.options().terms().pushMillis(), random, notBefore);
    this.inFlight = new InFlight<>(link.pushes(), "push", new PushResult());
  }

  /** What becomes of a chunk. */
  private final class PushResult implements InFlight.Listener<PushChunk, List<Ledger.Rejection>> {
    @Override
    public void answered(PushChunk pushChunk, List<Ledger.Rejection> rejections) {
      confirm(pushChunk, rejections);
    }

    @Override
    public void failed(PushChunk pushChunk) {
      retryLater(pushChunk);
    }
  }

  /** Hears that a cell was admitted to, when no origin does: asks to be told of the next admission too. */
  public void changed(Cell cell) {
    boolean takesPart = cell.subject().scope().duration() >= LedgerOptions.MIN_DURATION_MILLIS;
    cell.signalAt(takesPart ? cell.count() + 1 : Long.MAX_VALUE);
    consider(cell);
  }

  /** Puts the cell, and the one that weighs on the same decisions, on the hot list if the policy says so. */
  public void consider(Cell cell) {
    Subject subject = cell.subject();
    if (subject.scope().duration() < LedgerOptions.MIN_DURATION_MILLIS) {
      return;
    }
    PushCandidate known = hot.get(cell);
    if (known != null) {
      due.addIfUrgent(known);
      return;
    }
    PushPolicy.CellUsage cellUsage = urgency.usage(cell);
    if (urgency.pushesEverything() || policy.isEligible(cellUsage)) {
      boolean isHalfUsed =
          cellUsage.limit().headroom() <= cellUsage.limit().amount() / 2; // by all regions together
      Cell previous = cell == subject.current() ? subject.previous() : null;
      // Both first, and only then a look at what is due: that takes both into account.
      PushCandidate before = previous == null ? null : addCandidate(previous, isHalfUsed);
      PushCandidate heated = addCandidate(cell, isHalfUsed);
      due.addIfUrgent(before);
      due.addIfUrgent(heated);
    }
  }

  /** Puts the cell on the hot list if it is not there, and if its workspace's budget allows. */
  private @Nullable PushCandidate addCandidate(Cell cell, boolean isHalfUsed) {
    PushCandidate there = hot.get(cell);
    if (there != null) {
      return there;
    }
    PushCandidate added = hot.add(cell, isHalfUsed);
    if (due.size() > 2 * hot.size() + CHUNK_SIZE) {
      due.dropAllMoot();
    }
    if (added == null) {
      link.observer().onEvent(Event.LEDGER_ROW_WITHHELD, 1);
    } else if (converged) {
      boolean isCurrent = urgency.writer(cell).equals(link.self().incarnation().dataSet());
      long regional = isCurrent ? sums.regional(cell.key()) : 0; // of the current data set
      added.onPulled(regional, link.elapsedMillis());
      added.onPulledTotal(regional, 0); // should the ledger lose it
    }
    return added;
  }

  /** Hears how much of this region the ledger holds in a cell, from a full pull if its number is above 0. */
  void onPulled(Ledger.CellSums cellSums, long fullPull) {
    for (PushCandidate each = hot.named(cellSums.cell()); each != null; each = each.sameName()) {
      if (converged
          && !urgency.writer(each.cell).equals(link.self().incarnation().dataSet())) {
        each.excludeFromPull(fullPull);
        continue;
      }
      if (converged) {
        each.onPulled(cellSums.regional(), link.elapsedMillis());
      }
      each.onPulledTotal(cellSums.regional(), fullPull);
    }
  }

  /** Pushes all of this cell, whatever the policy says, if its workspace's budget allows. */
  public void pushFinal(Cell cell) {
    PushCandidate heated = addCandidate(cell, true);
    if (heated != null) {
      heated.makeFinal();
      due.addIfUnpushed(heated);
    }
  }

  /** Hears that a full pull, begun at this instant, was read to its end. */
  void onFullPull(long fullPull, long begunAt) {
    hot.all().forEach(cell -> cell.checkAgainst(fullPull, begunAt));
  }

  @Override
  public int work() {
    int done = inFlight.takeAnswer();
    if (!inFlight.isIdle()) {
      return done + inFlight.giveUpLate();
    }
    long now = link.elapsedMillis();
    if (cadence.isDue(now)) {
      done += collect(now);
    }
    due.dropMoot();
    if (!due.isEmpty() && now >= notBefore && link.pushes().tryCall()) {
      done += send(now) + inFlight.takeAnswer();
    }
    return done;
  }

  private int collect(long now) {
    hot.expire(link.epochMillis());
    due.addDue(hot.all(), now);
    link.observer().onGauge(Observer.Gauge.HOT_CELLS, hot.size());
    return due.size();
  }

  private int send(long now) {
    PushChunk pushChunk = new PushChunk(new ArrayList<>(), new ArrayList<>());
    while (pushChunk.cells().size() < chunkSize && !due.isEmpty()) {
      PushCandidate next = due.next();
      pushChunk.cells().add(next);
      pushChunk.components().add(component(next.cell));
    }
    notBefore = due.isEmpty() ? now + PushPolicy.MIN_PUSH_GAP_MILLIS : now;
    inFlight.await(pushChunk, link.ledger().push(pushChunk.components()), DEADLINE_MILLIS);
    return pushChunk.cells().size();
  }

  private Ledger.Component component(Cell cell) {
    return new Ledger.Component(
        cell.key(), link.region(), urgency.writer(cell), urgency.count(cell));
  }

  private void confirm(PushChunk pushChunk, List<Ledger.Rejection> rejections) {
    chunkSize = Math.min(2 * chunkSize, CHUNK_SIZE);
    rejections.forEach(rejection -> pushChunk.cells().get(rejection.index()).reject());
    for (int i = 0; i < pushChunk.cells().size(); i++) {
      PushCandidate pushed = pushChunk.cells().get(i);
      pushed.unqueue();
      if (!pushed.isRejected()) {
        pushed.confirmed(pushChunk.components().get(i).count(), link.elapsedMillis());
      }
      if (flushing) {
        due.addIfUnpushed(pushed); // what grew while it was under way
      }
    }
    link.observer().onEvent(Event.LEDGER_PUSHED, pushChunk.cells().size() - rejections.size());
    if (!rejections.isEmpty()) {
      link.observer().onEvent(Event.LEDGER_ROW_REJECTED, rejections.size());
    }
  }

  /** What was not confirmed stays in line and counts as not pushed. */
  private void retryLater(PushChunk pushChunk) {
    chunkSize = Math.max(chunkSize / 2, 1);
    due.putBack(pushChunk.cells());
    notBefore = link.elapsedMillis() + RETRY_MILLIS;
    link.observer().onEvent(Event.LEDGER_PUSH_FAILED, 1);
  }

  /** Pushes everything that the ledger has not confirmed, for a shutdown. */
  public void flush() {
    flushing = true;
    hot.all().forEach(due::addIfUnpushed);
    notBefore = link.elapsedMillis();
  }

  /** How many cells wait to be pushed, or to be confirmed. */
  public int waiting() {
    PushChunk pushChunk = inFlight.question();
    return due.size() + (pushChunk == null ? 0 : pushChunk.cells().size());
  }

  /** How much memory hot cells take. Any thread may ask. */
  public long hotBytes() {
    return hot.bytes();
  }

  /** Whether a push is under way or waiting to be sent. */
  public boolean isBusy() {
    return !inFlight.isIdle() || !due.isEmpty();
  }
}

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

/** An agent that pushes this region's counts to the ledger, for the cells that the push policy selects. */
public final class Pusher implements Agent {
  /*
   * The hot list contains the cells that are worth pushing; a push considers no others. A cell enters when traffic
   * makes it eligible, when another region turns out to spend on it, or when a threshold drops. It leaves when its
   * window can no longer matter. A count is recorded as pushed only after the ledger has confirmed it.
   */

  /** A bulk statement of this size is fast on every database; smaller ones would need more round trips. */
  private static final int CHUNK_SIZE = 500;

  /** A statement that takes longer is given up and sent again. That is harmless, because counts are absolute. */
  static final long DEADLINE_MILLIS = 10_000;

  /** The minimum pause after a failed push. If the ledger stays unavailable, the breaker makes calls less frequent. */
  private static final long RETRY_MILLIS = 250;

  private record PushChunk(List<PushCandidate> cells, List<Ledger.Component> components) {}

  private final LedgerLink link;
  private final PushPolicy policy;
  private final ForeignSums sums;

  /** Whether the region's processes converge through an origin, and so push one common count. */
  private final boolean converged;

  private final Cadence cadence;
  private final PushCandidates hot;
  private final PushUrgency urgency;
  private final PushQueue due;
  private final InFlight<PushChunk, List<Ledger.Rejection>> inFlight;

  /** Halved when a chunk fails, doubled when one succeeds: so a locked row delays fewer and fewer other rows. */
  private int chunkSize = CHUNK_SIZE;

  private long notBefore;

  /** Whether the process is shutting down, so that nothing can wait for the cadence. */
  private boolean flushing;

  /**
   * The sources of information and the memory limit of a pusher.
   *
   * @param heartbeat provides the number of regions and processes
   * @param sums stores the sums read from the ledger, also for cells that were not hot when they were read
   * @param origin the state of the origin through which the region's processes converge
   * @param maxHotBytes how much memory hot cells may use
   */
  public record PusherContext(
      RegionHeartbeat heartbeat, ForeignSums sums, OriginState origin, long maxHotBytes) {}

  /** Creates a pusher over this link. */
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

  /** The handler of the result of each chunk. */
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

  /** Handles an admission to a cell, if there is no origin, and makes the cell signal the next admission too. */
  public void changed(Cell cell) {
    boolean takesPart = cell.subject().scope().duration() >= LedgerOptions.MIN_DURATION_MILLIS;
    cell.signalAt(takesPart ? cell.count() + 1 : Long.MAX_VALUE);
    consider(cell);
  }

  /** Adds the cell, and the previous one that affects the same decisions, to the hot list if the policy selects it. */
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
      // Add both before checking whether they are due: the check takes both into account.
      PushCandidate before = previous == null ? null : addCandidate(previous, isHalfUsed);
      PushCandidate heated = addCandidate(cell, isHalfUsed);
      due.addIfUrgent(before);
      due.addIfUrgent(heated);
    }
  }

  /** Adds the cell to the hot list if it is not there yet and if its workspace's budget allows it. */
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
      added.onPulledTotal(regional, 0); // to detect a loss by the ledger
    }
    return added;
  }

  /** Records how much of this region the ledger holds in a cell. A number above 0 is that of the full pull. */
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

  /** Pushes the whole count of this cell regardless of the policy, if its workspace's budget allows it. */
  public void pushFinal(Cell cell) {
    PushCandidate heated = addCandidate(cell, true);
    if (heated != null) {
      heated.makeFinal();
      due.addIfUnpushed(heated);
    }
  }

  /** Compares the hot cells with a complete full pull that began at this instant. */
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
        due.addIfUnpushed(pushed); // what was added while the push was in flight
      }
    }
    link.observer().onEvent(Event.LEDGER_PUSHED, pushChunk.cells().size() - rejections.size());
    if (!rejections.isEmpty()) {
      link.observer().onEvent(Event.LEDGER_ROW_REJECTED, rejections.size());
    }
  }

  /** Queues the unconfirmed cells again. They count as not pushed. */
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

  /** How many cells are queued or in flight. */
  public int waiting() {
    PushChunk pushChunk = inFlight.question();
    return due.size() + (pushChunk == null ? 0 : pushChunk.cells().size());
  }

  /** How much memory hot cells use. May be called from any thread. */
  public long hotBytes() {
    return hot.bytes();
  }

  /** Whether a push is in flight or queued. */
  public boolean isBusy() {
    return !inFlight.isIdle() || !due.isEmpty();
  }
}

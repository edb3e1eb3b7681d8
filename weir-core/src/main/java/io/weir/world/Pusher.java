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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Tells the ledger what this region admitted, of the cells that its policy finds worth telling. */
public final class Pusher implements Agent {
  /*
   * The hot list holds the cells that are worth telling; a push looks at these and at no others. A cell enters when
   * traffic makes it eligible, when another region turns out to spend on it, or when a threshold drops; it leaves when
   * its window can no longer matter. What was pushed is remembered only after the ledger confirmed it.
   */

  /** A bulk statement of this size is quick everywhere; smaller ones would pay for more round trips. */
  private static final int CHUNK = 500;

  /** A statement that takes longer is given up and sent again; harmless, since counts are absolute. */
  static final long DEADLINE_MILLIS = 10_000;

  /** How long a failed push waits at least; the breaker sees to it that a ledger that stays away is asked less often. */
  private static final long RETRY_MILLIS = 250;

  private record Chunk(List<HotCell> cells, List<Ledger.Component> components) {}

  private final Seat seat;
  private final PushPolicy policy;
  private final ForeignSums sums;

  /** Whether the region's processes converge through an origin, and so speak with one voice. */
  private final boolean converged;

  private final Cadence cadence;
  private final HotList hot;
  private final PushUrgency urgency;
  private final Deque<HotCell> due = new ArrayDeque<>();
  private final InFlight<Chunk, List<Ledger.Rejection>> inFlight;

  /** Halved when a chunk fails, doubled when one succeeds: a row that somebody has locked holds up ever fewer others. */
  private int chunkSize = CHUNK;

  private long notBefore;

  /** Whether the process is about to end, so that nothing can wait for the cadence. */
  private boolean flushing;

  /**
   * Whom the pusher asks.
   *
   * @param census knows how many regions and processes there are
   * @param sums remembers what the ledger holds, also of cells that were not hot when it was heard
   * @param origin what is known of the origin through which the region's processes converge
   * @param maxHotBytes how much memory hot cells may take
   */
  public record Wiring(Census census, ForeignSums sums, OriginState origin, long maxHotBytes) {}

  /** Pushes from this seat. */
  public Pusher(Seat seat, Wiring wiring, RandomGenerator random) {
    this.seat = seat;
    this.policy = seat.options().policy();
    this.sums = wiring.sums();
    this.converged = wiring.origin() != OriginState.NONE;
    this.hot = new HotList(seat.options().workspaceBudget(), wiring.maxHotBytes());
    this.urgency = new PushUrgency(seat, wiring, hot);
    this.notBefore = seat.elapsedMillis();
    this.cadence = new Cadence(seat.options().terms().pushMillis(), random, notBefore);
    this.inFlight = new InFlight<>(seat.pushes(), "push", new Outcome());
  }

  /** What becomes of a chunk. */
  private final class Outcome implements InFlight.Listener<Chunk, List<Ledger.Rejection>> {
    @Override
    public void answered(Chunk chunk, List<Ledger.Rejection> rejections) {
      confirm(chunk, rejections);
    }

    @Override
    public void failed(Chunk chunk) {
      putOff(chunk);
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
    HotCell known = hot.get(cell);
    if (known != null) {
      queueIfUrgent(known);
      return;
    }
    PushPolicy.Standing standing = urgency.standing(cell);
    if (urgency.tellsEverything() || policy.isEligible(standing)) {
      boolean isHalfUsed =
          standing.limit().headroom() <= standing.limit().amount() / 2; // by all regions together
      Cell previous = cell == subject.current() ? subject.previous() : null;
      // Both first, and only then a look at what is due: that takes both into account.
      HotCell before = previous == null ? null : heat(previous, isHalfUsed);
      HotCell heated = heat(cell, isHalfUsed);
      queueIfUrgent(before);
      queueIfUrgent(heated);
    }
  }

  /** Puts the cell on the hot list if it is not there, and if its workspace's budget allows. */
  private @Nullable HotCell heat(Cell cell, boolean isHalfUsed) {
    HotCell there = hot.get(cell);
    if (there != null) {
      return there;
    }
    HotCell added = hot.add(cell, isHalfUsed);
    if (due.size() > 2 * hot.size() + CHUNK) {
      due.removeIf(this::tryDropMoot); // while the ledger is away they would stay in memory
    }
    if (added == null) {
      seat.observer().happened(Event.LEDGER_ROW_WITHHELD, 1);
    } else if (converged) {
      boolean isCurrent = urgency.writer(cell).equals(seat.self().incarnation().dataSet());
      long regional = isCurrent ? sums.regional(cell.key()) : 0; // of the current data set
      added.seen(regional, seat.elapsedMillis());
      added.seenTogether(regional, 0); // should the ledger lose it
    }
    return added;
  }

  /** Hears how much of this region the ledger holds in a cell, from a full pull if its number is above 0. */
  void seen(Ledger.Sums sums, long fullPull) {
    for (HotCell each = hot.named(sums.cell()); each != null; each = each.sameName()) {
      if (converged
          && !urgency.writer(each.cell).equals(seat.self().incarnation().dataSet())) {
        each.notInPull(fullPull);
        continue;
      }
      if (converged) {
        each.seen(sums.regional(), seat.elapsedMillis());
      }
      each.seenTogether(sums.regional(), fullPull);
    }
  }

  /** Tells all of this cell, whatever the policy says, if its workspace's budget allows. */
  public void finish(Cell cell) {
    HotCell heated = heat(cell, true);
    if (heated != null) {
      heated.makeFinal();
      queueIfNew(heated);
    }
  }

  /** Hears that a full pull, begun at this instant, was read to its end. */
  void readAll(long fullPull, long begunAt) {
    hot.all().forEach(cell -> cell.checkAgainst(fullPull, begunAt));
  }

  @Override
  public int work() {
    int done = inFlight.takeAnswer();
    if (!inFlight.isIdle()) {
      return done + inFlight.giveUpLate();
    }
    long now = seat.elapsedMillis();
    if (cadence.isDue(now)) {
      done += collect(now);
    }
    dropMoot();
    if (!due.isEmpty() && now >= notBefore && seat.pushes().tryCall()) {
      done += send(now) + inFlight.takeAnswer();
    }
    return done;
  }

  /** Others may have told of it meanwhile; or, after an outage, its window may be over. */
  private void dropMoot() {
    while (!due.isEmpty() && isMoot(due.element())) {
      due.remove().unqueue();
    }
  }

  private boolean tryDropMoot(HotCell waiting) {
    boolean moot = isMoot(waiting);
    if (moot) {
      waiting.unqueue();
    }
    return moot;
  }

  private boolean isMoot(HotCell waiting) {
    return waiting.isDropped()
        || !urgency.hasNews(waiting)
        || HotList.isOver(waiting.cell, seat.epochMillis());
  }

  private int collect(long now) {
    hot.expire(seat.epochMillis());
    for (HotCell candidate : hot.all()) {
      if (urgency.isDue(candidate, now) && candidate.queue()) {
        due.add(candidate);
      }
    }
    seat.observer().measured(Observer.Gauge.HOT_CELLS, hot.size());
    return due.size();
  }

  /** Does not wait for the cadence, unless the policy is one that does. */
  private void queueIfUrgent(@Nullable HotCell candidate) {
    if (candidate != null
        && !policy.isPlain()
        && urgency.isUrgent(candidate, seat.elapsedMillis())
        && candidate.queue()) {
      due.add(candidate);
    }
  }

  private int send(long now) {
    Chunk chunk = new Chunk(new ArrayList<>(), new ArrayList<>());
    while (chunk.cells().size() < chunkSize && !due.isEmpty()) {
      HotCell next = due.remove();
      chunk.cells().add(next);
      chunk.components().add(component(next.cell));
      dropMoot();
    }
    notBefore = due.isEmpty() ? now + PushPolicy.WAKE_GAP_MILLIS : now;
    inFlight.await(chunk, seat.ledger().push(chunk.components()), DEADLINE_MILLIS);
    return chunk.cells().size();
  }

  private Ledger.Component component(Cell cell) {
    return new Ledger.Component(
        cell.key(), seat.region(), urgency.writer(cell), urgency.count(cell));
  }

  private void confirm(Chunk chunk, List<Ledger.Rejection> rejections) {
    chunkSize = Math.min(2 * chunkSize, CHUNK);
    rejections.forEach(rejection -> chunk.cells().get(rejection.index()).reject());
    for (int i = 0; i < chunk.cells().size(); i++) {
      HotCell pushed = chunk.cells().get(i);
      pushed.unqueue();
      if (!pushed.isRejected()) {
        pushed.confirmed(chunk.components().get(i).count(), seat.elapsedMillis());
      }
      if (flushing) {
        queueIfNew(pushed); // what grew while it was under way
      }
    }
    seat.observer().happened(Event.LEDGER_PUSHED, chunk.cells().size() - rejections.size());
    if (!rejections.isEmpty()) {
      seat.observer().happened(Event.LEDGER_ROW_REJECTED, rejections.size());
    }
  }

  /** What was not confirmed stays in line and counts as not pushed. */
  private void putOff(Chunk chunk) {
    chunkSize = Math.max(chunkSize / 2, 1);
    due.addAll(chunk.cells());
    notBefore = seat.elapsedMillis() + RETRY_MILLIS;
    seat.observer().happened(Event.LEDGER_PUSH_FAILED, 1);
  }

  /** Pushes everything that the ledger has not confirmed, for a shutdown. */
  public void flush() {
    flushing = true;
    hot.all().forEach(this::queueIfNew);
    notBefore = seat.elapsedMillis();
  }

  private void queueIfNew(HotCell candidate) {
    if (urgency.hasNews(candidate) && candidate.queue()) {
      due.add(candidate);
    }
  }

  /** How many cells wait to be pushed, or to be confirmed. */
  public int waiting() {
    Chunk chunk = inFlight.question();
    return due.size() + (chunk == null ? 0 : chunk.cells().size());
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

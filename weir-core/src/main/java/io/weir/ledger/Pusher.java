// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.time.Agent;
import io.weir.time.Cadence;
import io.weir.window.Evaluation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
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

  /** A cell that becomes eligible is not made to wait for the cadence, but a flood of them shares pushes. */
  private static final long WAKE_GAP_MILLIS = 100;

  /** First and longest pause after a failed push, doubling in between. */
  private static final long FIRST_PAUSE_MILLIS = 250;

  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private static final class Hot {
    private final Cell cell;
    private long lastPushed;
    private long grewAt;
    private boolean rejected;

    private Hot(Cell cell) {
      this.cell = cell;
    }
  }

  private record Chunk(
      long number, List<Hot> cells, List<Ledger.Component> components, long deadline) {}

  private record Answer(
      long chunk,
      @Nullable List<Ledger.Rejection> rejections,
      @Nullable String failure) {}

  private final Census.Seat seat;
  private final IntSupplier regions;

  /** Whether the region's processes converge through an origin, and so speak with one voice. */
  private final boolean converged;

  private final Cadence cadence;
  private final Map<Cell, Hot> hot = new LinkedHashMap<>();
  private final Queue<Hot> due = new ArrayDeque<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private @Nullable Chunk inFlight;
  private long chunks;
  private boolean woken;
  private long notBefore;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Pushes from this seat. */
  public Pusher(Census.Seat seat, IntSupplier regions, boolean converged, RandomGenerator random) {
    this.seat = seat;
    this.regions = regions;
    this.converged = converged;
    this.notBefore = seat.self().elapsedMillis();
    this.cadence = new Cadence(seat.options().policy().pushMillis(), random, notBefore);
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
    if (subject.scope().duration() < LedgerOptions.MIN_DURATION_MILLIS || hot.containsKey(cell)) {
      return;
    }
    long now = seat.self().elapsedMillis();
    if (!converged || seat.options().policy().isEligible(standing(new Hot(cell), now))) {
      heat(cell);
      Cell previous = subject.previous();
      if (previous != null && cell == subject.current()) {
        heat(previous);
      }
    }
  }

  private void heat(Cell cell) {
    if (hot.putIfAbsent(cell, new Hot(cell)) == null) {
      woken = true;
    }
  }

  @Override
  public int work() {
    int done = takeAnswers();
    long now = seat.self().elapsedMillis();
    Chunk chunk = inFlight;
    if (chunk != null) {
      return done + giveUpLateChunk(chunk, now);
    }
    if (due.isEmpty() && (cadence.isDue(now) || mayWake(now))) {
      done += collect(now);
    }
    if (!due.isEmpty() && now >= notBefore) {
      done += send(now) + takeAnswers();
    }
    return done;
  }

  private boolean mayWake(long now) {
    return woken && !seat.options().policy().isPlain() && now >= notBefore;
  }

  private int collect(long now) {
    woken = false;
    long epochMillis = seat.self().epochMillis();
    for (Iterator<Hot> cells = hot.values().iterator(); cells.hasNext(); ) {
      Hot candidate = cells.next();
      Subject subject = candidate.cell.subject();
      if (epochMillis >= candidate.cell.start() + 2 * subject.scope().duration()) {
        cells.remove();
      } else if (isDue(candidate, now)) {
        due.add(candidate);
      }
    }
    seat.observer().measured(Observer.Gauge.HOT_CELLS, hot.size());
    return due.size();
  }

  private boolean isDue(Hot candidate, long now) {
    if (candidate.rejected || count(candidate.cell) <= candidate.lastPushed) {
      candidate.grewAt = 0;
      return false;
    }
    if (candidate.grewAt == 0) {
      candidate.grewAt = now;
    }
    return !converged || seat.options().policy().isDue(standing(candidate, now));
  }

  private PushPolicy.Standing standing(Hot candidate, long now) {
    Cell cell = candidate.cell;
    Subject subject = cell.subject();
    long limit = subject.lowestLimit();
    Evaluation e =
        new Evaluation(limit, subject.scope().duration(), 0, seat.self().epochMillis());
    subject.peek(e);
    return new PushPolicy.Standing(
        count(cell),
        e.regional(),
        cell.foreign(),
        cell == subject.current() ? e.previousForeign() : e.foreign(),
        limit,
        e.headroom(),
        regions.getAsInt(),
        candidate.lastPushed,
        candidate.grewAt == 0 ? 0 : now - candidate.grewAt);
  }

  private long count(Cell cell) {
    return converged ? cell.regional() : cell.count();
  }

  private int send(long now) {
    Chunk chunk = new Chunk(++chunks, new ArrayList<>(), new ArrayList<>(), now + DEADLINE_MILLIS);
    while (chunk.cells().size() < CHUNK && !due.isEmpty()) {
      Hot next = due.remove();
      chunk.cells().add(next);
      chunk.components().add(component(next.cell));
    }
    inFlight = chunk;
    notBefore = now + WAKE_GAP_MILLIS;
    seat.ledger()
        .push(chunk.components())
        .whenComplete((rejections, failure) -> answers.add(new Answer(
            chunk.number(), rejections, failure == null ? null : String.valueOf(failure))));
    return chunk.cells().size();
  }

  private Ledger.Component component(Cell cell) {
    String writer = converged ? "" : cell.subject().writer(seat.self().incarnation());
    return new Ledger.Component(cell.key(), seat.region(), writer, count(cell));
  }

  private int takeAnswers() {
    int taken = 0;
    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
      Chunk chunk = inFlight;
      if (chunk != null && chunk.number() == answer.chunk()) {
        List<Ledger.Rejection> rejections = answer.rejections();
        if (rejections != null) {
          confirm(chunk, rejections);
        } else {
          putOff(String.valueOf(answer.failure()));
        }
        taken++;
      }
    }
    return taken;
  }

  private int giveUpLateChunk(Chunk chunk, long now) {
    if (now < chunk.deadline()) {
      return 0;
    }
    putOff("no answer to a push within " + DEADLINE_MILLIS + " ms");
    return 1;
  }

  private void confirm(Chunk chunk, List<Ledger.Rejection> rejections) {
    inFlight = null;
    pause = FIRST_PAUSE_MILLIS;
    rejections.forEach(rejection -> chunk.cells().get(rejection.index()).rejected = true);
    for (int i = 0; i < chunk.cells().size(); i++) {
      Hot pushed = chunk.cells().get(i);
      if (!pushed.rejected) {
        pushed.lastPushed =
            Math.max(pushed.lastPushed, chunk.components().get(i).count());
        pushed.grewAt = 0;
      }
    }
    seat.answered("answered a push");
    seat.observer().happened(Event.LEDGER_PUSHED, chunk.cells().size() - rejections.size());
    if (!rejections.isEmpty()) {
      seat.observer().happened(Event.LEDGER_ROW_REJECTED, rejections.size());
    }
  }

  /** What was not confirmed stays on the hot list and counts as not pushed. */
  private void putOff(String reason) {
    inFlight = null;
    due.clear();
    woken = true;
    notBefore = seat.self().elapsedMillis() + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    seat.failed(reason);
    seat.observer().happened(Event.LEDGER_PUSH_FAILED, 1);
  }

  /** Pushes everything that the ledger has not confirmed, for a shutdown. */
  public void flush() {
    due.clear();
    hot.values().stream().filter(cell -> count(cell.cell) > cell.lastPushed).forEach(due::add);
    notBefore = seat.self().elapsedMillis();
  }

  /** Whether a push is under way or waiting to be sent. */
  public boolean isBusy() {
    return inFlight != null || !due.isEmpty();
  }
}

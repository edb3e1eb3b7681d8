// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.time.Agent;
import io.weir.time.Cadence;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Asks the ledger what other regions admitted, and merges the answer. */
public final class Puller implements Agent {
  /*
   * Sums go into the table of foreign sums first and into a live subject second; a subject that is just being created
   * becomes visible first and looks into the table second. Whichever order the two take, one of them sees the other.
   */

  /** Changes this much older than the watermark are asked for again: a push may commit as late as its deadline allows. */
  private static final long OVERLAP_MILLIS = 30_000;

  /** Everything is read this often, should a change ever have slipped through. */
  private static final long FULL_MILLIS = 300_000;

  private static final long DEADLINE_MILLIS = 10_000;

  /** Sums merged per step: each costs about a microsecond. */
  private static final int STEP = 1_000;

  private record Answer(
      long pull,
      long asOf,
      Ledger.@Nullable Page page,
      @Nullable String failure) {}

  /**
   * Whom the puller works for.
   *
   * @param sums remembers every sum
   * @param table holds the subjects that are to know
   * @param appeared hears of a live cell that another region turned out to spend on
   */
  public record Wiring(ForeignSums sums, SubjectTable table, Consumer<Cell> appeared) {}

  private final Census.Seat seat;
  private final Wiring wiring;
  private final Cadence cadence;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Queue<Ledger.Sums> unmerged = new ArrayDeque<>();
  private long pulls;
  private boolean inFlight;
  private long deadline;
  private long watermark;
  private long nextFull;
  private long asOf = Decision.View.UNKNOWN;

  /** Unix milliseconds up to which other regions' counts are known. Written by the agent, read by checks. */
  private volatile long mergedAsOf = Decision.View.UNKNOWN;

  /** Pulls at this seat. */
  public Puller(Census.Seat seat, Wiring wiring, RandomGenerator random) {
    this.seat = seat;
    this.wiring = wiring;
    this.nextFull = seat.self().elapsedMillis();
    this.cadence = new Cadence(seat.options().policy().pullMillis(), random, nextFull);
  }

  @Override
  public int work() {
    long now = seat.self().elapsedMillis();
    int done = takeAnswers() + merge();
    if (inFlight && now >= deadline) {
      inFlight = false; // its answer, should it still come, has the number of an earlier pull
      fail("no answer to a pull within " + DEADLINE_MILLIS + " ms");
    }
    if (!inFlight && unmerged.isEmpty() && cadence.isDue(now)) {
      ask(now);
      done += 1 + takeAnswers() + merge();
    }
    return done;
  }

  private void ask(long now) {
    boolean full = seat.options().policy().isPlain() || now >= nextFull;
    if (full) {
      nextFull = now + FULL_MILLIS;
    }
    inFlight = true;
    deadline = now + DEADLINE_MILLIS;
    long number = ++pulls;
    long asked = seat.self().epochMillis();
    long since = full ? 0 : Math.max(0, watermark - OVERLAP_MILLIS);
    seat.ledger()
        .pull(seat.region(), since)
        .whenComplete((page, failure) -> answers.add(
            new Answer(number, asked, page, failure == null ? null : String.valueOf(failure))));
  }

  private int takeAnswers() {
    int taken = 0;
    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
      taken++;
      if (answer.pull() == pulls) {
        inFlight = false;
      }
      Ledger.Page page = answer.page();
      if (page == null) {
        fail(String.valueOf(answer.failure()));
      } else {
        take(answer, page);
      }
    }
    return taken;
  }

  private void take(Answer answer, Ledger.Page page) {
    unmerged.addAll(page.sums());
    watermark = Math.max(watermark, page.watermark());
    asOf = Math.max(asOf, answer.asOf());
    seat.answered("answered a pull");
    seat.observer().measured(Observer.Gauge.ROWS_LAST_PULL, page.sums().size());
    if (page.sums().isEmpty()) {
      mergedAsOf = asOf;
    }
  }

  private void fail(String reason) {
    nextFull = seat.self().elapsedMillis(); // whatever was missed is in the next answer
    seat.failed(reason);
    seat.observer().happened(Event.LEDGER_PULL_FAILED, 1);
  }

  private int merge() {
    int merged = 0;
    for (Ledger.Sums next = unmerged.peek();
        next != null && merged < STEP;
        next = unmerged.peek()) {
      unmerged.remove();
      merge(next);
      merged++;
    }
    if (merged > 0) {
      seat.observer().happened(Event.LEDGER_PULLED, merged);
      seat.observer().measured(Observer.Gauge.FOREIGN_SUMS, wiring.sums().size());
      if (unmerged.isEmpty()) {
        mergedAsOf = asOf;
      }
    }
    return merged;
  }

  private void merge(Ledger.Sums sums) {
    ForeignSums.Put put = wiring.sums().put(sums, seat.self().epochMillis());
    if (put == ForeignSums.Put.DROPPED) {
      seat.observer().happened(Event.LEDGER_SUM_DROPPED, 1);
    }
    Subject subject = wiring.table().known(sums.cell().subject());
    Cell cell = subject == null ? null : subject.cell(sums.cell().sequence());
    if (cell == null) {
      if (put == ForeignSums.Put.NEW) {
        seat.observer().happened(Event.CELL_CREATED_BY_IMPORT, 1);
      }
      return;
    }
    boolean appeared = cell.foreign() == 0 && sums.foreign() > 0;
    cell.raiseRegional(sums.regional());
    cell.raiseForeign(sums.foreign());
    if (appeared) {
      wiring.appeared().accept(cell);
    }
  }

  /** Unix milliseconds up to which other regions' counts are known; {@link Decision.View#UNKNOWN} before the first pull. */
  public long asOf() {
    return mergedAsOf;
  }
}

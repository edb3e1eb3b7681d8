// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.time.Agent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Tells the origin what this process admitted: the newest count of each dirty cell, never one event per check. */
public final class Publisher implements Agent {
  /*
   * A dirty cell has a draft, which stands in one of two lines: `waiting`, ordered by when it must go at the latest, and
   * `due`. It moves ahead of its time when the cell signals that it became urgent. One batch is in flight at a time; the
   * next follows after a short gap and takes whatever is due by then, with the counts of that moment. So a slow origin
   * means larger batches, not a longer queue, and a failed batch simply stays due: publishing absolute counts twice is
   * harmless. Nothing is sent without a lease. Reads publish too (see OriginReader), so a cell may turn out to be told already when its turn comes.
   *
   * All state is the agent's own. Answers arrive on the origin's threads and are put in `answers`.
   */

  /** Evicted cells given up per step when there is no more room for them. */
  private static final int SHED_STEP = 1_024;

  /** First and longest pause after a failed batch, doubling in between: a returning origin is found within two seconds. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private record Batch(long number, List<Draft> drafts, long deadline, long asOf) {}

  /** Exactly one of receipts and failure is there. */
  private record Answer(
      long batch,
      @Nullable List<Origin.Receipt> receipts,
      @Nullable String failure) {}

  /**
   * Whom the publisher works for and with.
   *
   * @param processes how many processes share the limit
   * @param heard hears of each cell whose regional count was confirmed
   * @param wipeSeen hears when the origin lost acknowledged counts
   * @param maxDrafts how many dirty cells are kept while the origin is away, before evicted ones are given up
   * @param maxOrphans how many evicted cells may wait before new subjects have to
   */
  public record Wiring(
      IntSupplier processes,
      Consumer<Cell> heard,
      Runnable wipeSeen,
      long maxDrafts,
      long maxOrphans) {}

  private final Link link;
  private final Wiring wiring;
  private final Deque<Draft> waiting = new ArrayDeque<>();
  private final Deque<Draft> due = new ArrayDeque<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private @Nullable Batch inFlight;
  private long batches;
  private long drafts;

  /** How many drafts are of cells whose subject has left memory. Written by the agent. */
  private final AtomicInteger orphans = new AtomicInteger();

  /** How many drafts are of cells that are published again. */
  private long repeats;

  private long notBefore;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Publishes over this link. */
  public Publisher(Link link, Wiring wiring) {
    this.link = link;
    this.wiring = wiring;
    this.notBefore = link.elapsedMillis();
  }

  /** Hears that a cell was admitted to, became urgent, or left memory with something still to tell. */
  public void changed(Cell cell) {
    Draft draft = draftOf(cell);
    reconsider(draft);
    if (cell.subject().isRetired()) {
      orphans.addAndGet(draft.isOrphan ? 0 : 1);
      draft.isOrphan = true;
      makeDue(draft);
    }
  }

  /** Publishes the cell again, although the origin acknowledged it once. */
  public void again(Cell cell) {
    cell.unacknowledge();
    Draft draft = draftOf(cell);
    // A batch in flight may have landed before the loss: its receipt proves nothing.
    draft.isForced = true;
    if (!draft.isRepeat) {
      draft.isRepeat = true;
      repeats++;
    }
    reconsider(draft);
  }

  /** Publishes a cell of the origin before into this one. */
  public void handOver(Cell cell) {
    again(cell);
    draftOf(cell).isHandedOver = true;
  }

  /** The same of every cell that is dirty at this moment, also of subjects that left memory. */
  public void dirtyAgain() {
    List<Draft> open = new ArrayList<>(waiting);
    open.addAll(due);
    Batch batch = inFlight;
    if (batch != null) {
      open.addAll(batch.drafts());
    }
    open.stream().filter(Draft::isOpen).map(draft -> draft.cell).forEach(this::again);
  }

  private Draft draftOf(Cell cell) {
    if (cell.draft() instanceof Draft known) {
      return known;
    }
    Draft draft = new Draft(cell);
    draft.dirtySince = link.elapsedMillis();
    cell.draft(draft);
    drafts++;
    await(draft);
    return draft;
  }

  private void await(Draft draft) {
    if (!draft.isWaiting) {
      draft.isWaiting = true;
      draft.since = link.elapsedMillis();
      waiting.add(draft);
    }
  }

  /** Asks the cell to signal once it is urgent, and puts it in the due line if it is so already. */
  private void reconsider(Draft draft) {
    long level = link.origin().isExclusive()
        ? Long.MAX_VALUE // nobody else waits for it
        : draft.urgentAt(wiring.processes().getAsInt(), link.epochMillis());
    if (draft.cell.signalAt(level) >= level) {
      makeDue(draft);
    }
  }

  private void makeDue(Draft draft) {
    if (!draft.isDue) {
      draft.isDue = true;
      due.add(draft);
    }
  }

  @Override
  public int work() {
    int done = takeAnswers();
    long now = link.elapsedMillis();
    Draft oldest = waiting.peek();
    while (oldest != null && now - oldest.since >= link.options().publishDelayMillis()) {
      waiting.remove();
      oldest.isWaiting = false;
      if (oldest.isOpen()) {
        makeDue(oldest);
      }
      oldest = waiting.peek();
      done++;
    }
    done += giveUpLateBatch(now) + shed();
    boolean isReady = inFlight == null && now >= notBefore && link.lease().isValid();
    if (isReady && !due.isEmpty() && link.breaker().tryCall()) {
      done += send(now);
    }
    return done + takeAnswers();
  }

  private int send(long now) {
    Batch batch = new Batch(
        ++batches,
        new ArrayList<>(),
        now + link.options().publishDeadlineMillis(),
        link.epochMillis());
    List<Origin.Publication> publications = new ArrayList<>();
    while (publications.size() < link.options().publishBatch() && !due.isEmpty()) {
      Draft draft = due.remove();
      draft.isDue = false;
      if (draft.isOpen()) {
        compose(draft, batch, publications);
      }
    }
    // Whole batches that wait follow each other at once: the gap is there to gather cells, and
    // these are gathered.
    boolean isBacklog = due.size() >= link.options().publishBatch();
    notBefore = isBacklog ? now : now + link.options().publishGapMillis();
    if (publications.isEmpty()) {
      link.breaker().notCalled();
      return 0;
    }
    inFlight = batch;
    link.origin()
        .publish(publications)
        .whenComplete((receipts, failure) -> answers.add(
            new Answer(batch.number(), receipts, failure == null ? null : Link.reason(failure))));
    return publications.size();
  }

  private void compose(Draft draft, Batch batch, List<Origin.Publication> publications) {
    Cell cell = draft.cell;
    long count = cell.count();
    if (count <= cell.acknowledged() && !draft.isForced) {
      conclude(draft);
      return;
    }
    boolean isClosed = link.isClosed(cell) && !draft.isHandedOver;
    Origin.Publication publication = isClosed ? null : link.publication(cell, count);
    if (publication == null) {
      end(draft);
      return;
    }
    draft.sent = count;
    draft.expected = cell.acknowledged();
    draft.isForced = false;
    batch.drafts().add(draft);
    publications.add(publication);
  }

  private int takeAnswers() {
    int taken = 0;
    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
      Batch batch = inFlight;
      if (batch != null && batch.number() == answer.batch()) {
        inFlight = null;
        List<Origin.Receipt> receipts = answer.receipts();
        if (receipts != null) {
          acknowledge(batch, receipts);
        } else {
          putBack(batch, String.valueOf(answer.failure()));
        }
        taken++;
      }
    }
    return taken;
  }

  private int giveUpLateBatch(long now) {
    Batch batch = inFlight;
    if (batch == null || now < batch.deadline()) {
      return 0;
    }
    inFlight = null; // its answer, should it still come, has the number of no batch in flight
    putBack(
        batch, "no answer to a publish within " + link.options().publishDeadlineMillis() + " ms");
    return 1;
  }

  private void putBack(Batch batch, String reason) {
    link.failed(reason);
    link.observer().happened(Event.ORIGIN_PUBLISH_FAILED, 1);
    measureLag(batch);
    link.observer().measured(Observer.Gauge.DIRTY_CELLS, drafts);
    batch.drafts().forEach(this::makeDue);
    notBefore = link.elapsedMillis() + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }

  private void acknowledge(Batch batch, List<Origin.Receipt> receipts) {
    link.answered("answered a publish");
    pause = FIRST_PAUSE_MILLIS;
    measureLag(batch);
    boolean wiped = false;
    for (int i = 0; i < receipts.size(); i++) {
      Draft draft = batch.drafts().get(i);
      Origin.Receipt receipt = receipts.get(i);
      wiped |= receipt.before() < draft.expected;
      draft.siblingsBefore = draft.cell.siblings();
      draft.cell.raiseSiblings(receipt.siblings());
      acknowledge(draft, batch.asOf());
    }
    link.observer().happened(Event.ORIGIN_PUBLISHED, receipts.size());
    link.observer().measured(Observer.Gauge.DIRTY_CELLS, drafts);
    if (wiped) {
      wiring.wipeSeen().run();
    }
  }

  private void measureLag(Batch batch) {
    long now = link.elapsedMillis();
    long longest = 0;
    for (Draft draft : batch.drafts()) {
      longest = Math.max(longest, now - draft.dirtySince);
    }
    link.observer().measured(Observer.Gauge.PUBLISH_LAG_MILLIS, longest);
  }

  private void acknowledge(Draft draft, long asOf) {
    Cell cell = draft.cell;
    Subject subject = cell.subject();
    if (cell == subject.current() && isAsGoodAsRead(subject, asOf)) {
      subject.trust(asOf, link.freshMillis());
    }
    if (draft.isForced) {
      makeDue(draft);
    } else {
      cell.acknowledge(draft.sent);
      link.told(cell, draft.sent - draft.expected, draft.siblingsBefore);
      endRepeat(draft);
      conclude(draft);
    }
  }

  /** Ends the draft if the origin knows all of it, else lets it stand in line again. */
  private void conclude(Draft draft) {
    long known = draft.cell.acknowledged();
    // Ask for the next admission first, then look: one that came meanwhile is seen here or signals
    // by itself.
    if (draft.cell.signalAt(known + 1) <= known) {
      end(draft);
    } else {
      draft.dirtySince = link.elapsedMillis();
      await(draft);
      reconsider(draft);
    }
    wiring.heard().accept(draft.cell);
  }

  /**
   * Whether a receipt makes a view fresh. Not while the previous window may still hold counts that were never heard of: a
   * busy subject would publish itself fresh for a whole window, and never read what others spent at the end of the last.
   */
  private static boolean isAsGoodAsRead(Subject subject, long asOf) {
    return OriginReader.isSettled(subject, asOf) && !subject.isCold() && !subject.isDegraded();
  }

  private void endRepeat(Draft draft) {
    if (draft.isRepeat) {
      draft.isRepeat = false;
      repeats--;
    }
  }

  private void end(Draft draft) {
    endRepeat(draft);
    draft.cell.draft(null);
    drafts--;
    orphans.addAndGet(draft.isOrphan ? -1 : 0);
  }

  /** Gives up evicted cells when the origin has been away for so long that they no longer fit into memory. */
  private int shed() {
    int looked = 0;
    while (drafts > wiring.maxDrafts() && looked < Math.min(SHED_STEP, due.size())) {
      looked++;
      Draft draft = due.remove();
      if (draft.isOpen() && draft.cell.subject().isRetired()) {
        link.observer()
            .happened(Event.UNITS_LOST_BY_EVICTION, draft.cell.count() - draft.cell.acknowledged());
        end(draft);
      } else {
        due.add(draft);
      }
    }
    return looked;
  }

  /** Makes everything due now, for a shutdown. */
  public void flush() {
    waiting.stream().filter(Draft::isOpen).forEach(this::makeDue);
    notBefore = link.elapsedMillis();
  }

  /** Whether so many evicted cells wait that no new subjects should come: what does not fit would be given up. */
  public boolean isOverrun() {
    return orphans.get() > wiring.maxOrphans();
  }

  /** How many cells are still to be published again. */
  long unconfirmedRepeats() {
    return repeats;
  }

  /** How many cells hold something that the origin has not acknowledged. */
  public long dirtyCells() {
    return drafts;
  }
}

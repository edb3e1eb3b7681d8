// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import io.weir.sync.InFlight;
import io.weir.time.Agent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Tells the origin what this process admitted: the newest count of each dirty cell, never one event per check. */
public final class Publisher implements Agent {
  /*
   * A dirty cell has a draft, which stands in line until it is due: at the latest after the publish delay, and ahead of its
   * time when the cell signals that it became urgent. One batch is in flight at a time; the
   * next follows after a short gap and takes whatever is due by then, with the counts of that moment. So a slow origin
   * means larger batches, not a longer queue, and a failed batch simply stays due: publishing absolute counts twice is
   * harmless. Nothing is sent without a lease. Reads publish too (see OriginReader), so a cell may turn out to be told already when its turn comes.
   *
   * All state is the agent's own.
   */

  /** First and longest pause after a failed batch, doubling in between: a returning origin is found within two seconds. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  /**
   * Whom the publisher works for and with.
   *
   * @param processes how many processes share the limit
   * @param heard hears of each cell whose regional count was confirmed
   * @param wipeSeen hears when the origin lost acknowledged counts
   * @param maxDrafts how many dirty cells are kept while the origin is away, before evicted ones are given up
   * @param maxOrphans how many evicted cells may wait before new subjects have to
   * @param maxBytes how much memory evicted cells may take while they wait, before some are given up
   */
  public record Wiring(
      IntSupplier processes,
      Consumer<Cell> heard,
      Runnable wipeSeen,
      long maxDrafts,
      long maxOrphans,
      long maxBytes) {}

  private final Link link;
  private final Wiring wiring;
  private final Draft.Lines lines = new Draft.Lines();
  private final InFlight<Draft.Batch, List<Origin.Receipt>> inFlight;
  private long drafts;

  /** Drafts of cells whose subject has left memory. */
  private final Draft.Orphans orphans;

  /** How many drafts are of cells that are published again. */
  private long repeats;

  private long notBefore;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Publishes over this link. */
  public Publisher(Link link, Wiring wiring) {
    this.link = link;
    this.wiring = wiring;
    this.orphans = new Draft.Orphans(wiring);
    this.notBefore = link.elapsedMillis();
    this.inFlight = new InFlight<>(link.calls(), "publish", new Outcome());
  }

  /** What becomes of a batch. */
  private final class Outcome implements InFlight.Listener<Draft.Batch, List<Origin.Receipt>> {
    @Override
    public void answered(Draft.Batch batch, List<Origin.Receipt> receipts) {
      acknowledge(batch, receipts);
    }

    @Override
    public void failed(Draft.Batch batch) {
      putBack(batch);
    }
  }

  /** Hears that a cell was admitted to, became urgent, or left memory with something still to tell. */
  public void changed(Cell cell) {
    Draft draft = draftOf(cell);
    reconsider(draft);
    if (cell.subject().isRetired()) {
      orphans.add(draft);
      lines.makeDue(draft);
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
    if (lines.takeBack(draft)) {
      lines.await(draft, link.elapsedMillis());
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
    List<Draft> open = lines.open();
    Draft.Batch batch = inFlight.question();
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
    lines.await(draft, draft.dirtySince);
    return draft;
  }

  /** Asks the cell to signal once it is urgent, and puts it in the due line if it is so already. */
  private void reconsider(Draft draft) {
    if (draft.isStillAside()) {
      draft.cell.signalAt(draft.cell.count() + 1);
      return;
    }
    if (lines.takeBack(draft)) {
      lines.await(draft, link.elapsedMillis());
    }
    // Where nobody else writes, nobody else waits for it.
    long level = link.origin().isExclusive()
        ? Long.MAX_VALUE
        : draft.urgentAt(wiring.processes().getAsInt(), link.epochMillis());
    if (draft.cell.signalAt(level) >= level) {
      lines.makeDue(draft);
    }
  }

  @Override
  public int work() {
    int done = inFlight.takeAnswer();
    long now = link.elapsedMillis();
    done += lines.ripen(now - link.options().publishDelayMillis(), now);
    done += inFlight.giveUpLate() + shed();
    boolean isReady = inFlight.isIdle() && now >= notBefore && link.lease().isValid();
    if (isReady && lines.due() > 0 && link.calls().tryCall()) {
      done += send(now);
    }
    return done + inFlight.takeAnswer();
  }

  private int send(long now) {
    Draft.Batch batch = new Draft.Batch(new ArrayList<>(), link.epochMillis());
    List<Origin.Publication> publications = new ArrayList<>();
    while (publications.size() < link.options().publishBatch() && lines.due() > 0) {
      Draft draft = lines.next();
      if (draft.isOpen()) {
        compose(draft, batch, publications);
      }
    }
    // Whole batches that wait follow each other at once: the gap is there to gather cells, and
    // these are gathered.
    boolean isBacklog = lines.due() >= link.options().publishBatch();
    notBefore = isBacklog ? now : now + link.options().publishGapMillis();
    if (publications.isEmpty()) {
      link.calls().notCalled();
      return 0;
    }
    inFlight.await(
        batch, link.origin().publish(publications), link.options().publishDeadlineMillis());
    return publications.size();
  }

  private void compose(Draft draft, Draft.Batch batch, List<Origin.Publication> publications) {
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

  private void putBack(Draft.Batch batch) {
    link.observer().happened(Event.ORIGIN_PUBLISH_FAILED, 1);
    measureLag(batch);
    measureDrafts();
    batch.drafts().forEach(lines::makeDue);
    notBefore = link.elapsedMillis() + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }

  private void acknowledge(Draft.Batch batch, List<Origin.Receipt> receipts) {
    pause = FIRST_PAUSE_MILLIS;
    measureLag(batch);
    boolean wiped = false;
    int stored = 0;
    for (int i = 0; i < receipts.size(); i++) {
      Draft draft = batch.drafts().get(i);
      Link.Finding finding = link.receive(draft.told(), receipts.get(i));
      wiped |= finding == Link.Finding.LOST;
      if (finding == Link.Finding.NOT_KEPT) {
        setAside(draft);
      } else {
        stored++;
        acknowledge(draft, batch.asOf());
      }
    }
    link.observer().happened(Event.ORIGIN_PUBLISHED, stored);
    measureDrafts();
    if (wiped) {
      wiring.wipeSeen().run();
    }
  }

  private void measureLag(Draft.Batch batch) {
    long longest = batch.longestWait(link.elapsedMillis());
    link.observer().measured(Observer.Gauge.PUBLISH_LAG_MILLIS, longest);
  }

  private void measureDrafts() {
    link.observer().measured(Observer.Gauge.DIRTY_CELLS, drafts - lines.aside());
    link.observer().measured(Observer.Gauge.WITHHELD_CELLS, lines.aside());
  }

  /** The origin did not take it. Other regions may be told all the same. */
  private void setAside(Draft draft) {
    endRepeat(draft);
    if (draft.cell.subject().isRetired()) {
      lose(draft);
    } else {
      lines.setAside(draft, link.elapsedMillis());
    }
    wiring.heard().accept(draft.cell);
  }

  private void acknowledge(Draft draft, long asOf) {
    Cell cell = draft.cell;
    Subject subject = cell.subject();
    if (cell == subject.current() && Link.isAsGoodAsRead(subject, asOf)) {
      subject.trust(asOf, link.freshMillis());
    }
    if (draft.isForced) {
      lines.makeDue(draft);
    } else {
      cell.acknowledge(draft.sent);
      link.told(cell, draft.sent - draft.expected);
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
      lines.await(draft, draft.dirtySince);
      reconsider(draft);
    }
    wiring.heard().accept(draft.cell);
  }

  private void endRepeat(Draft draft) {
    if (draft.isRepeat) {
      draft.isRepeat = false;
      repeats--;
    }
  }

  private void end(Draft draft) {
    if (!draft.isOpen()) {
      return; // given up while it was in flight
    }
    endRepeat(draft);
    lines.takeBack(draft);
    draft.cell.draft(null);
    drafts--;
    orphans.remove(draft);
  }

  /** Gives up evicted cells when the origin has been away for so long that they no longer fit into memory. */
  private int shed() {
    int shed = 0;
    for (Draft draft = orphans.surplus(drafts); draft != null; draft = orphans.surplus(drafts)) {
      lose(draft);
      shed++;
    }
    if (orphans.isLineStale(shed, lines.due())) {
      lines.dropClosed();
    }
    return shed;
  }

  /** Nobody else knows the count. */
  private void lose(Draft draft) {
    link.observer().happened(Event.UNITS_LOST_BY_EVICTION, draft.untold());
    end(draft);
  }

  /** Makes everything due now, for a shutdown. */
  public void flush() {
    lines.ripen(Long.MAX_VALUE, Long.MAX_VALUE);
    notBefore = link.elapsedMillis();
  }

  /** Whether so many evicted cells wait that no new subjects should come: what does not fit would be given up. */
  public boolean isOverrun() {
    return orphans.isOverrun();
  }

  /** The same of new subjects of one workspace. Any thread may ask. */
  public boolean isOverrunBy(String workspace) {
    return orphans.isOverrunBy(workspace);
  }

  /** How much memory evicted cells take while they wait. Any thread may ask. */
  public long orphanBytes() {
    return orphans.bytes();
  }

  /** How many cells are still to be published again. */
  long unconfirmedRepeats() {
    return repeats;
  }

  /** Whether there is something to tell that the origin would take. */
  public boolean isDirty() {
    return drafts > lines.aside();
  }

  /** How many cells hold something that the origin has not acknowledged. */
  public long dirtyCells() {
    return drafts;
  }
}

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

/** An agent that publishes this process's counts to the origin: the newest count per dirty cell, not every check. */
public final class Publisher implements Agent {
  /*
   * A dirty cell has a draft, which is queued until it is due: at the latest after the publish delay, and earlier if
   * the cell signals that it became urgent. One batch is in flight at a time. The next follows after a short gap and
   * contains everything that is due by then, with the current counts. So a slow origin leads to larger batches, not
   * to a longer queue. A failed batch stays due: publishing absolute counts twice is harmless. Nothing is sent
   * without a lease. Reads publish too (see OriginReader), so a cell may already be published when its draft becomes
   * due.
   *
   * Only the agent uses this state.
   */

  /** First and longest pause after failed batches, doubled in between: a recovered origin is found within 2 s. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long MAX_PAUSE_MILLIS = 2_000;

  /**
   * The callbacks and capacities of a publisher.
   *
   * @param processes how many processes share the limit
   * @param imported called for each cell whose regional count was confirmed
   * @param onWipe called when the origin has lost acknowledged counts
   * @param maxDrafts how many dirty cells are kept while the origin is unavailable, before evicted ones are dropped
   * @param maxOrphans how many evicted cells may wait before new subjects have to wait
   * @param maxBytes how much memory waiting evicted cells may use before some are dropped
   */
  public record PublisherContext(
      IntSupplier processes,
      Consumer<Cell> imported,
      Runnable onWipe,
      long maxDrafts,
      long maxOrphans,
      long maxBytes) {}

  private final OriginLink originLink;
  private final PublisherContext context;
  private final DraftTable drafts;
  private final Draft.DraftQueues queues;
  private final InFlight<Draft.PublishBatch, List<Origin.Receipt>> inFlight;
  private long notBefore;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Creates a publisher over this link. */
  public Publisher(OriginLink originLink, PublisherContext context) {
    this.originLink = originLink;
    this.context = context;
    this.drafts = new DraftTable(originLink, context);
    this.queues = drafts.queues();
    this.notBefore = originLink.elapsedMillis();
    this.inFlight = new InFlight<>(originLink.calls(), "publish", new PublishResult());
  }

  /** The handler of the result of each batch. */
  private final class PublishResult
      implements InFlight.Listener<Draft.PublishBatch, List<Origin.Receipt>> {
    @Override
    public void answered(Draft.PublishBatch publishBatch, List<Origin.Receipt> receipts) {
      acknowledge(publishBatch, receipts);
    }

    @Override
    public void failed(Draft.PublishBatch publishBatch) {
      putBack(publishBatch);
    }
  }

  /** Handles a cell that has new admissions, became urgent, or was evicted with unpublished units. */
  public void changed(Cell cell) {
    Draft draft = drafts.draftOf(cell);
    drafts.reconsider(draft);
    if (cell.subject().isRetired()) {
      drafts.orphans().add(draft);
      queues.makeDue(draft);
    }
  }

  /** Publishes the cell again, although the origin acknowledged it before. */
  public void republish(Cell cell) {
    cell.unacknowledge();
    Draft draft = drafts.draftOf(cell);
    // A batch in flight may have been stored before the loss: its receipt proves nothing.
    draft.isForced = true;
    drafts.beginRepeat(draft);
    if (queues.undefer(draft)) {
      queues.await(draft, originLink.elapsedMillis());
    }
    drafts.reconsider(draft);
  }

  /** Publishes a cell of the previous origin to this one. */
  public void handOver(Cell cell) {
    republish(cell);
    drafts.draftOf(cell).isHandedOver = true;
  }

  /** Publishes every cell again that is currently dirty, including those of evicted subjects. */
  public void republishDirty() {
    List<Draft> open = queues.open();
    Draft.PublishBatch publishBatch = inFlight.question();
    if (publishBatch != null) {
      open.addAll(publishBatch.drafts());
    }
    open.stream().filter(Draft::isOpen).map(draft -> draft.cell).forEach(this::republish);
  }

  @Override
  public int work() {
    int done = inFlight.takeAnswer();
    long now = originLink.elapsedMillis();
    done += queues.promote(now - originLink.options().publishDelayMillis(), now);
    done += inFlight.giveUpLate() + drafts.dropOrphans();
    boolean isReady =
        inFlight.isIdle() && now >= notBefore && originLink.lease().isValid();
    if (isReady && queues.due() > 0 && originLink.calls().tryCall()) {
      done += send(now);
    }
    return done + inFlight.takeAnswer();
  }

  private int send(long now) {
    Draft.PublishBatch publishBatch =
        new Draft.PublishBatch(new ArrayList<>(), originLink.epochMillis());
    List<Origin.Publication> publications = new ArrayList<>();
    while (publications.size() < originLink.options().batch().maxCells() && queues.due() > 0) {
      Draft draft = queues.next();
      if (draft.isOpen()) {
        compose(draft, publishBatch, publications);
      }
    }
    // Full batches follow each other without a gap: the gap serves to gather cells, and these are
    // already gathered.
    boolean isBacklog = queues.due() >= originLink.options().batch().maxCells();
    notBefore = isBacklog ? now : now + originLink.options().publishGapMillis();
    if (publications.isEmpty()) {
      originLink.calls().notCalled();
      return 0;
    }
    inFlight.await(
        publishBatch,
        originLink.origin().publish(publications),
        originLink.options().batch().deadlineMillis());
    return publications.size();
  }

  private void compose(
      Draft draft, Draft.PublishBatch publishBatch, List<Origin.Publication> publications) {
    Cell cell = draft.cell;
    long count = cell.count();
    if (count <= cell.acknowledged() && !draft.isForced) {
      drafts.conclude(draft);
      return;
    }
    boolean isClosed = originLink.isClosed(cell) && !draft.isHandedOver;
    Origin.Publication publication = isClosed ? null : originLink.publication(cell, count);
    if (publication == null) {
      drafts.end(draft);
      return;
    }
    draft.sent = count;
    draft.expected = cell.acknowledged();
    draft.isForced = false;
    publishBatch.drafts().add(draft);
    publications.add(publication);
  }

  private void putBack(Draft.PublishBatch publishBatch) {
    originLink.observer().onEvent(Event.ORIGIN_PUBLISH_FAILED, 1);
    measureLag(publishBatch);
    drafts.measureDrafts();
    publishBatch.drafts().forEach(queues::makeDue);
    notBefore = originLink.elapsedMillis() + pause;
    pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
  }

  private void acknowledge(Draft.PublishBatch publishBatch, List<Origin.Receipt> receipts) {
    pause = FIRST_PAUSE_MILLIS;
    measureLag(publishBatch);
    boolean wiped = false;
    int stored = 0;
    for (int i = 0; i < receipts.size(); i++) {
      Draft draft = publishBatch.drafts().get(i);
      OriginLink.ReceiptFinding receiptFinding =
          originLink.importReceipt(draft.publishedCount(), receipts.get(i));
      wiped |= receiptFinding == OriginLink.ReceiptFinding.LOST;
      if (receiptFinding == OriginLink.ReceiptFinding.NOT_KEPT) {
        drafts.defer(draft);
      } else {
        stored++;
        acknowledge(draft, publishBatch.asOf());
      }
    }
    originLink.observer().onEvent(Event.ORIGIN_PUBLISHED, stored);
    drafts.measureDrafts();
    if (wiped) {
      context.onWipe().run();
    }
  }

  private void measureLag(Draft.PublishBatch publishBatch) {
    long longest = publishBatch.maxWait(originLink.elapsedMillis());
    originLink.observer().onGauge(Observer.Gauge.PUBLISH_LAG_MILLIS, longest);
  }

  private void acknowledge(Draft draft, long asOf) {
    Cell cell = draft.cell;
    Subject subject = cell.subject();
    if (cell == subject.current() && OriginLink.countsAsRead(subject, asOf)) {
      subject.trust(asOf, originLink.freshMillis());
    }
    if (draft.isForced) {
      queues.makeDue(draft);
    } else {
      cell.acknowledge(draft.sent);
      originLink.published(cell, draft.sent - draft.expected);
      drafts.endRepeat(draft);
      drafts.conclude(draft);
    }
  }

  /** Makes everything due now, for a shutdown. */
  public void flush() {
    queues.promote(Long.MAX_VALUE, Long.MAX_VALUE);
    notBefore = originLink.elapsedMillis();
  }

  /** Whether so many evicted cells wait that no new subjects should be created: cells that do not fit are dropped. */
  public boolean isOverloaded() {
    return drafts.orphans().isOverloaded();
  }

  /** The same for new subjects of one workspace. May be called from any thread. */
  public boolean isOverloadedBy(String workspace) {
    return drafts.orphans().isOverloadedBy(workspace);
  }

  /** How much memory waiting evicted cells use. May be called from any thread. */
  public long orphanBytes() {
    return drafts.orphans().bytes();
  }

  /** How many cells must still be published again. */
  long unconfirmedRepeats() {
    return drafts.repeats();
  }

  /** Whether there are unpublished counts other than those of deferred drafts. */
  public boolean isDirty() {
    return drafts.size() > queues.deferred();
  }

  /** How many cells contain units that the origin has not acknowledged. */
  public long dirtyCells() {
    return drafts.size();
  }
}

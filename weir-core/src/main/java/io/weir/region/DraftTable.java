// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;

/** The drafts of all dirty cells, from the first admission that the origin does not know to its acknowledgement or loss. */
final class DraftTable {
  private final OriginLink originLink;
  private final Publisher.PublisherContext context;
  private final Draft.DraftQueues queues = new Draft.DraftQueues();

  /** Drafts of cells whose subject has left memory. */
  private final Draft.OrphanedDrafts orphanedDrafts;

  private long drafts;

  /** How many drafts are of cells that are published again. */
  private long repeats;

  DraftTable(OriginLink originLink, Publisher.PublisherContext context) {
    this.originLink = originLink;
    this.context = context;
    this.orphanedDrafts = new Draft.OrphanedDrafts(context);
  }

  /** The cell's draft, made if it has none. */
  Draft draftOf(Cell cell) {
    if (cell.draft() instanceof Draft known) {
      return known;
    }
    Draft draft = new Draft(cell);
    draft.dirtySince = originLink.elapsedMillis();
    cell.draft(draft);
    drafts++;
    queues.await(draft, draft.dirtySince);
    return draft;
  }

  /** Asks the cell to signal once it is urgent, and puts it in the due line if it is so already. */
  void reconsider(Draft draft) {
    if (draft.isStillDeferred()) {
      draft.cell.signalAt(draft.cell.count() + 1);
      return;
    }
    if (queues.undefer(draft)) {
      queues.await(draft, originLink.elapsedMillis());
    }
    // Where nobody else writes, nobody else waits for it.
    long level = originLink.origin().isExclusive()
        ? Long.MAX_VALUE
        : draft.urgentAt(context.processes().getAsInt(), originLink.epochMillis());
    if (draft.cell.signalAt(level) >= level) {
      queues.makeDue(draft);
    }
  }

  /** The origin did not take it. Other regions may be told all the same. */
  void defer(Draft draft) {
    endRepeat(draft);
    if (draft.cell.subject().isRetired()) {
      recordLoss(draft);
    } else {
      queues.defer(draft, originLink.elapsedMillis());
    }
    context.imported().accept(draft.cell);
  }

  /** Ends the draft if the origin knows all of it, else lets it stand in line again. */
  void conclude(Draft draft) {
    long known = draft.cell.acknowledged();
    // Ask for the next admission first, then look: one that came meanwhile is seen here or signals
    // by itself.
    if (draft.cell.signalAt(known + 1) <= known) {
      end(draft);
    } else {
      draft.dirtySince = originLink.elapsedMillis();
      queues.await(draft, draft.dirtySince);
      reconsider(draft);
    }
    context.imported().accept(draft.cell);
  }

  /** The cell is published again. */
  void beginRepeat(Draft draft) {
    if (!draft.isRepeat) {
      draft.isRepeat = true;
      repeats++;
    }
  }

  /** The cell was acknowledged again, or is given up. */
  void endRepeat(Draft draft) {
    if (draft.isRepeat) {
      draft.isRepeat = false;
      repeats--;
    }
  }

  /** Forgets the draft. */
  void end(Draft draft) {
    if (!draft.isOpen()) {
      return; // given up while it was in flight
    }
    endRepeat(draft);
    queues.undefer(draft);
    draft.cell.draft(null);
    drafts--;
    orphanedDrafts.remove(draft);
  }

  /** Gives up evicted cells when the origin has been away for so long that they no longer fit into memory. */
  int dropOrphans() {
    int shed = 0;
    for (Draft draft = orphanedDrafts.nextToDrop(drafts);
        draft != null;
        draft = orphanedDrafts.nextToDrop(drafts)) {
      recordLoss(draft);
      shed++;
    }
    if (orphanedDrafts.isQueueStale(shed, queues.due())) {
      queues.dropClosed();
    }
    return shed;
  }

  /** Nobody else knows the count. */
  private void recordLoss(Draft draft) {
    originLink.observer().onEvent(Event.UNITS_LOST_BY_EVICTION, draft.unpublished());
    end(draft);
  }

  /** Tells the observer how many drafts there are. */
  void measureDrafts() {
    originLink.observer().onGauge(Observer.Gauge.DIRTY_CELLS, drafts - queues.deferred());
    originLink.observer().onGauge(Observer.Gauge.WITHHELD_CELLS, queues.deferred());
  }

  /** The lines in which drafts stand. */
  Draft.DraftQueues queues() {
    return queues;
  }

  /** Drafts of cells whose subject has left memory. */
  Draft.OrphanedDrafts orphans() {
    return orphanedDrafts;
  }

  /** How many drafts there are. */
  long size() {
    return drafts;
  }

  /** How many of them are of cells that are published again, and were not acknowledged since. */
  long repeats() {
    return repeats;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;

/** A table of the drafts of all dirty cells, from the first unpublished admission to its acknowledgement or loss. */
final class DraftTable {
  private final OriginLink originLink;
  private final Publisher.PublisherContext context;
  private final Draft.DraftQueues queues = new Draft.DraftQueues();

  /** Drafts of cells whose subject was evicted. */
  private final Draft.OrphanedDrafts orphanedDrafts;

  private long drafts;

  /** How many drafts belong to cells that are published again. */
  private long repeats;

  DraftTable(OriginLink originLink, Publisher.PublisherContext context) {
    this.originLink = originLink;
    this.context = context;
    this.orphanedDrafts = new Draft.OrphanedDrafts(context);
  }

  /** The cell's draft; created if it has none. */
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

  /** Makes the cell signal once it is urgent, and moves its draft to the due queue if it already is. */
  void reconsider(Draft draft) {
    if (draft.isStillDeferred()) {
      draft.cell.signalAt(draft.cell.count() + 1);
      return;
    }
    if (queues.undefer(draft)) {
      queues.await(draft, originLink.elapsedMillis());
    }
    // With an exclusive origin no other process reads the count, so it is never urgent.
    long level = originLink.origin().isExclusive()
        ? Long.MAX_VALUE
        : draft.urgentAt(context.processes().getAsInt(), originLink.epochMillis());
    if (draft.cell.signalAt(level) >= level) {
      queues.makeDue(draft);
    }
  }

  /** Defers a draft that the origin did not accept. Its count may still be pushed to other regions. */
  void defer(Draft draft) {
    endRepeat(draft);
    if (draft.cell.subject().isRetired()) {
      recordLoss(draft);
    } else {
      queues.defer(draft, originLink.elapsedMillis());
    }
    context.imported().accept(draft.cell);
  }

  /** Ends the draft if the origin knows the whole count; otherwise queues it again. */
  void conclude(Draft draft) {
    long known = draft.cell.acknowledged();
    // Request a signal first, then compare: a concurrent admission is either seen here or signals.
    if (draft.cell.signalAt(known + 1) <= known) {
      end(draft);
    } else {
      draft.dirtySince = originLink.elapsedMillis();
      queues.await(draft, draft.dirtySince);
      reconsider(draft);
    }
    context.imported().accept(draft.cell);
  }

  /** Marks the draft as one of a cell that is published again. */
  void beginRepeat(Draft draft) {
    if (!draft.isRepeat) {
      draft.isRepeat = true;
      repeats++;
    }
  }

  /** Removes that mark, because the cell was acknowledged or dropped. */
  void endRepeat(Draft draft) {
    if (draft.isRepeat) {
      draft.isRepeat = false;
      repeats--;
    }
  }

  /** Removes the draft from the table. */
  void end(Draft draft) {
    if (!draft.isOpen()) {
      return; // dropped while it was in flight
    }
    endRepeat(draft);
    queues.undefer(draft);
    draft.cell.draft(null);
    drafts--;
    orphanedDrafts.remove(draft);
  }

  /** Drops evicted cells if the origin has been unavailable for so long that they no longer fit into memory. */
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

  /** Reports the unpublished units as lost, because no other process knows them, and ends the draft. */
  private void recordLoss(Draft draft) {
    originLink.observer().onEvent(Event.UNITS_LOST_BY_EVICTION, draft.unpublished());
    end(draft);
  }

  /** Reports the number of drafts to the observer. */
  void measureDrafts() {
    originLink.observer().onGauge(Observer.Gauge.DIRTY_CELLS, drafts - queues.deferred());
    originLink.observer().onGauge(Observer.Gauge.WITHHELD_CELLS, queues.deferred());
  }

  /** The queues of drafts. */
  Draft.DraftQueues queues() {
    return queues;
  }

  /** Drafts of cells whose subject was evicted. */
  Draft.OrphanedDrafts orphans() {
    return orphanedDrafts;
  }

  /** The number of drafts. */
  long size() {
    return drafts;
  }

  /** How many of them belong to cells that are published again and not yet acknowledged. */
  long repeats() {
    return repeats;
  }
}

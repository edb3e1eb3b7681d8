// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.origin.Origin;
import io.weir.process.CallFailure;
import io.weir.time.Agent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** After the origin lost data: publishes this process's counts again, then what it knows of processes that are gone. */
public final class Restorer implements Agent {
  /*
   * What a process knows of its siblings is one sum, of live ones and of dead ones. Live ones publish again by themselves.
   * So the part of the dead is what is missing from the sum once all of the live have done so, and not before: else it
   * would be counted twice when they do. Hence three steps:
   *
   *   1. Publish all own counts again. When the last one is acknowledged, say so in the heartbeat.
   *   2. Wait until the store is complete: every live process has said so, and the lease of every other one is over. One
   *      that comes back after that publishes nothing under its old names; see late().
   *   3. Send the sum of the siblings of every cell. The store keeps what the live ones' fields do not explain.
   *
   * Fields only grow, so what is missing is never overestimated; and of several processes that restore the same cell the
   * one that knew most prevails. Siblings are also heard of through the ledger, and there, a live process might have told what
   * it has not published yet: hence nobody does so until some time after step 3 (isRecovering), and whoever
   * has not restored until shortly before leaves it.
   */

  /** Cells under old names that wait to be sent, some ten megabytes: what is more is left out. */
  private static final int MOST_ABANDONED = 65_536;

  /** How long after the store was complete counts may be restored. */
  private static final long RESTORING_MILLIS = 20_000;

  /** How long after it the ledger is told only what the store knows: longer, by as much as heartbeats may be late. */
  private static final long RECOVERING_MILLIS = 35_000;

  private enum Step {
    IDLE,
    PUBLISHING,
    WAITING,
    RESTORING
  }

  private final Link link;
  private final Publisher publisher;
  private final Presence presence;
  private final SubjectTable.Walk publishing;
  private final SubjectTable.Walk restoring;
  private Step step = Step.IDLE;

  /** What is to be sent. */
  private final Deque<Origin.Restoration> queue = new ArrayDeque<>();

  /** The latest batch. */
  private List<Origin.Restoration> sent = List.of();

  /** The latest batch: true until it is answered or given up, so that the breaker hears of it exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  private long sentAt;

  /** Whether the latest batch failed. Written by the origin's threads. */
  private volatile boolean failed;

  /** Restores what this table knows, over this link. */
  public Restorer(Link link, SubjectTable table, Publisher publisher, Presence presence) {
    this.link = link;
    this.publisher = publisher;
    this.presence = presence;
    this.publishing = SubjectTable.Walk.ofCells(table, publisher::again);
    this.restoring = new SubjectTable.Walk(table, this::add);
  }

  /** Publishes everything again, without knowing that others do so too. */
  public void republish() {
    publishing.request();
  }

  /** The origin may have lost something. */
  public void begin() {
    step = Step.PUBLISHING;
    publisher.dirtyAgain();
    republish();
  }

  /**
   * The origin lost something, and the others did not wait for this process: what it had published is restored or lost. From
   * now on it writes under new names, and of each cell under the old ones it only sends what it knows: see {@link #abandon}.
   */
  public void late() {
    step = Step.IDLE;
    presence.caughtUp();
  }

  /** Restores what is known of a cell under a name that is no longer written. */
  public void abandon(Cell cell) {
    Origin.Restoration restoration = link.restorationOfAll(cell);
    if (restoration != null && queue.size() < MOST_ABANDONED) {
      queue.add(restoration);
    }
  }

  /**
   * Whether the ledger may only be told what the origin knows. Also for some time after the lease is over: perhaps the store
   * was complete before that, with this process.
   */
  public boolean isRecovering() {
    long complete = presence.completeMillis();
    long lapsed = link.lease().lapsedMillis(link.elapsedMillis());
    return complete + lapsed < RECOVERING_MILLIS;
  }

  @Override
  public int work() {
    int done = publishing.work();
    switch (step) {
      case PUBLISHING -> {
        if (publishing.isOver() && publisher.unconfirmedRepeats() == 0) {
          presence.caughtUp();
          step = Step.WAITING;
        }
      }
      case WAITING -> {
        if (presence.completeMillis() != Origin.INCOMPLETE) {
          step = Step.RESTORING;
          restoring.request();
        }
      }
      case RESTORING -> restore();
      case IDLE -> {
        // Nothing was lost.
      }
    }
    return done + send();
  }

  private void restore() {
    if (presence.completeMillis() >= RESTORING_MILLIS) {
      queue.clear();
      step = Step.IDLE;
    } else if (queue.size() < link.options().publishBatch()) {
      restoring.work();
    }
    if (restoring.isOver() && queue.isEmpty() && !unanswered.get()) {
      step = Step.IDLE;
    }
  }

  private int send() {
    if (unanswered.get()
        && link.elapsedMillis() - sentAt < link.options().publishDeadlineMillis()) {
      return 0;
    }
    if (unanswered.getAndSet(false)) {
      fail("restoring counts timed out after " + link.options().publishDeadlineMillis() + " ms");
    }
    if (failed) {
      failed = false;
      queue.addAll(sent);
    }
    boolean isFull = queue.size() >= link.options().publishBatch();
    boolean isReady = isFull || (restoring.isOver() && !queue.isEmpty());
    return isReady && link.lease().isValid() && link.calls().tryCall() ? sendBatch() : 0;
  }

  private int sendBatch() {
    List<Origin.Restoration> batch = new ArrayList<>();
    while (batch.size() < link.options().publishBatch() && !queue.isEmpty()) {
      batch.add(queue.remove());
    }
    sent = batch;
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    sentAt = link.elapsedMillis();
    link.origin().restore(batch).whenComplete((done, failure) -> {
      if (!mine.get()) {
        return; // given up
      }
      if (failure == null) {
        link.calls().answered("counts restored");
      } else {
        fail(CallFailure.reason(failure));
      }
      mine.set(false); // last: whoever sees it finds how it went
    });
    return batch.size();
  }

  private void fail(String reason) {
    failed = true;
    link.calls().failed(reason);
  }

  private void add(Subject subject) {
    add(subject.current());
    add(subject.previous());
  }

  private void add(@Nullable Cell cell) {
    Origin.Restoration restoration = cell == null ? null : link.restoration(cell);
    if (restoration != null) {
      queue.add(restoration);
    }
  }
}

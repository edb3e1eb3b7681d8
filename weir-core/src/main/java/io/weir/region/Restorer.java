// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectScan;
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
  private static final int MAX_ABANDONED = 65_536;

  /** How long after the store was complete counts may be restored. */
  private static final long RESTORING_MILLIS = 20_000;

  /** How long after it the ledger is told only what the store knows: longer, by as much as heartbeats may be late. */
  private static final long RECOVERING_MILLIS = 35_000;

  private enum RestoreStep {
    IDLE,
    PUBLISHING,
    WAITING,
    RESTORING
  }

  private final OriginLink originLink;
  private final Publisher publisher;
  private final ProcessHeartbeat heartbeat;
  private final SubjectScan publishing;
  private final SubjectScan restoring;
  private RestoreStep restoreStep = RestoreStep.IDLE;

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
  public Restorer(
      OriginLink originLink, SubjectTable table, Publisher publisher, ProcessHeartbeat heartbeat) {
    this.originLink = originLink;
    this.publisher = publisher;
    this.heartbeat = heartbeat;
    this.publishing = SubjectScan.ofCells(table, publisher::republish);
    this.restoring = new SubjectScan(table, this::add);
  }

  /** Publishes everything again, without knowing that others do so too. */
  public void republish() {
    publishing.request();
  }

  /** The origin may have lost something. */
  public void begin() {
    restoreStep = RestoreStep.PUBLISHING;
    publisher.republishDirty();
    republish();
  }

  /**
   * The origin lost something, and the others did not wait for this process: what it had published is restored or lost. From
   * now on it writes under new names, and of each cell under the old ones it only sends what it knows: see {@link #abandon}.
   */
  public void missedRecovery() {
    restoreStep = RestoreStep.IDLE;
    heartbeat.caughtUp();
  }

  /** Restores what is known of a cell under a name that is no longer written. */
  public void abandon(Cell cell) {
    Origin.Restoration restoration = originLink.restorationOfAll(cell);
    if (restoration != null && queue.size() < MAX_ABANDONED) {
      queue.add(restoration);
    }
  }

  /**
   * Whether the ledger may only be told what the origin knows. Also for some time after the lease is over: perhaps the store
   * was complete before that, with this process.
   */
  public boolean isRecovering() {
    long complete = heartbeat.completeMillis();
    long lapsed = originLink.lease().lapsedMillis(originLink.elapsedMillis());
    return complete + lapsed < RECOVERING_MILLIS;
  }

  @Override
  public int work() {
    int done = publishing.work();
    switch (restoreStep) {
      case PUBLISHING -> {
        if (publishing.isFinished() && publisher.unconfirmedRepeats() == 0) {
          heartbeat.caughtUp();
          restoreStep = RestoreStep.WAITING;
        }
      }
      case WAITING -> {
        if (heartbeat.completeMillis() != Origin.INCOMPLETE) {
          restoreStep = RestoreStep.RESTORING;
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
    if (heartbeat.completeMillis() >= RESTORING_MILLIS) {
      queue.clear();
      restoreStep = RestoreStep.IDLE;
    } else if (queue.size() < originLink.options().batch().maxCells()) {
      restoring.work();
    }
    if (restoring.isFinished() && queue.isEmpty() && !unanswered.get()) {
      restoreStep = RestoreStep.IDLE;
    }
  }

  private int send() {
    if (unanswered.get()
        && originLink.elapsedMillis() - sentAt < originLink.options().batch().deadlineMillis()) {
      return 0;
    }
    if (unanswered.getAndSet(false)) {
      fail("restoring counts timed out after " + originLink.options().batch().deadlineMillis()
          + " ms");
    }
    if (failed) {
      failed = false;
      queue.addAll(sent);
    }
    boolean isFull = queue.size() >= originLink.options().batch().maxCells();
    boolean isReady = isFull || (restoring.isFinished() && !queue.isEmpty());
    return isReady && originLink.lease().isValid() && originLink.calls().tryCall()
        ? sendBatch()
        : 0;
  }

  private int sendBatch() {
    List<Origin.Restoration> batch = new ArrayList<>();
    while (batch.size() < originLink.options().batch().maxCells() && !queue.isEmpty()) {
      batch.add(queue.remove());
    }
    sent = batch;
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    sentAt = originLink.elapsedMillis();
    originLink.origin().restore(batch).whenComplete((done, failure) -> {
      if (!mine.get()) {
        return; // given up
      }
      if (failure == null) {
        originLink.calls().answered("counts restored");
      } else {
        fail(CallFailure.reason(failure));
      }
      mine.set(false); // last: whoever sees it finds how it went
    });
    return batch.size();
  }

  private void fail(String reason) {
    failed = true;
    originLink.calls().failed(reason);
  }

  private void add(Subject subject) {
    add(subject.current());
    add(subject.previous());
  }

  private void add(@Nullable Cell cell) {
    Origin.Restoration restoration = cell == null ? null : originLink.restoration(cell);
    if (restoration != null) {
      queue.add(restoration);
    }
  }
}

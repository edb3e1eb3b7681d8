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

/** Restores an origin that lost data: publishes this process's counts again, then what it knows of dead processes. */
public final class Restorer implements Agent {
  /*
   * A process knows its siblings as one sum, over live and dead ones. Live ones publish their counts again by
   * themselves. So what is missing from the sum after all live processes have published is the part of the dead ones.
   * It must not be restored earlier, or it would be counted twice when live processes publish. Hence three steps:
   *
   *   1. Publish all own counts again. When the last one is acknowledged, report it in the heartbeat.
   *   2. Wait until the store is complete: every live process has reported it, and the lease of every other one has
   *      expired. A process that returns after that publishes nothing under its old names; see late().
   *   3. Send the sum of the siblings of every cell. The store keeps what the fields of live processes do not explain.
   *
   * Fields only grow, so the missing part is never overestimated. If several processes restore the same cell, the
   * largest value wins. Sibling counts also arrive through the ledger, where a live process might have pushed what it
   * has not published yet. So no process pushes such counts until some time after step 3 (isRecovering), and a process
   * that has not restored until shortly before that does not restore at all.
   */

  /** The most cells under old names that wait to be sent, about ten megabytes. Further ones are left out. */
  private static final int MAX_ABANDONED = 65_536;

  /** How long after the store became complete counts may be restored. */
  private static final long RESTORING_MILLIS = 20_000;

  /**
   * How long after that only counts that the store knows are pushed to the ledger: longer, to allow for late
   * heartbeats.
   */
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

  /** Restorations that still have to be sent. */
  private final Deque<Origin.Restoration> queue = new ArrayDeque<>();

  /** The restorations of the latest batch. */
  private List<Origin.Restoration> sent = List.of();

  /** True until the latest batch is answered or given up, so that the breaker records its result exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  private long sentAt;

  /** Whether the latest batch failed. Written by the origin's threads. */
  private volatile boolean failed;

  /** Creates a restorer of what this table knows, over this link. */
  public Restorer(
      OriginLink originLink, SubjectTable table, Publisher publisher, ProcessHeartbeat heartbeat) {
    this.originLink = originLink;
    this.publisher = publisher;
    this.heartbeat = heartbeat;
    this.publishing = SubjectScan.ofCells(table, publisher::republish);
    this.restoring = new SubjectScan(table, this::add);
  }

  /** Publishes everything again. Does not assume that other processes do so too. */
  public void republish() {
    publishing.request();
  }

  /** Begins a recovery, because the origin may have lost data. */
  public void begin() {
    restoreStep = RestoreStep.PUBLISHING;
    publisher.republishDirty();
    republish();
  }

  /**
   * Handles a recovery that completed without this process: what it had published is restored or lost. From now on
   * this process writes under new names. For each cell under the old names it only sends what it knows: see {@link
   * #abandon}.
   */
  public void missedRecovery() {
    restoreStep = RestoreStep.IDLE;
    heartbeat.caughtUp();
  }

  /** Restores what is known of a cell under a name that this process no longer uses. */
  public void abandon(Cell cell) {
    Origin.Restoration restoration = originLink.restorationOfAll(cell);
    if (restoration != null && queue.size() < MAX_ABANDONED) {
      queue.add(restoration);
    }
  }

  /**
   * Whether only counts that the origin knows may be pushed to the ledger. Stays true for some time after the lease
   * has expired: the store may have been complete before that, with this process.
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
      mine.set(false); // last: a thread that sees this also sees the result
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

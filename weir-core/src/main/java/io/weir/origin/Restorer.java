// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.time.Agent;
import java.util.ArrayList;
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
   *   2. Wait until every live process has said so, and until as many are alive as ever were within the last half minute:
   *      one that is missing may have lost its connection only, and would publish again later.
   *   3. Send the sum of the siblings of every cell. The store keeps what the live ones' fields do not explain.
   *
   * Fields only grow, so what is missing is never overestimated; and of several processes that restore the same cell the
   * one that knew most prevails. A process that was cut off for longer than half a minute is taken for dead: if it comes back, its
   * counts are there twice until their windows end, which refuses early but admits nothing more.
   */

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
  private final List<Origin.Restoration> batch = new ArrayList<>();
  private Step step = Step.IDLE;
  private String identity = "";

  /** The latest batch: true until it is answered or given up, so that the breaker hears of it exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  private long sentAt;

  /** Whether a batch failed, so that the walk starts over. Written by the origin's threads. */
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

  /** The origin may have lost something, and has this identity now. */
  public void begin(String newIdentity) {
    identity = newIdentity;
    step = Step.PUBLISHING;
    presence.catchUpWith("");
    publisher.dirtyAgain();
    republish();
  }

  @Override
  public int work() {
    int done = publishing.work();
    switch (step) {
      case PUBLISHING -> {
        if (publishing.isOver() && publisher.unconfirmedRepeats() == 0) {
          presence.catchUpWith(identity);
          step = Step.WAITING;
        }
      }
      case WAITING -> {
        if (isEverybodyBack()) {
          startOver();
        }
      }
      case RESTORING -> done += restore();
      case IDLE -> {
        // Nothing was lost.
      }
    }
    return done;
  }

  private boolean isEverybodyBack() {
    return presence.caughtUp() >= presence.mostProcesses();
  }

  private void startOver() {
    step = Step.RESTORING;
    failed = false;
    batch.clear();
    restoring.request();
  }

  private int restore() {
    if (unanswered.get()
        && link.elapsedMillis() - sentAt < link.options().publishDeadlineMillis()) {
      return 0;
    }
    if (unanswered.getAndSet(false)) {
      fail("no answer to a restoration within " + link.options().publishDeadlineMillis() + " ms");
    }
    if (failed) {
      startOver();
    }
    int done = batch.size() < link.options().publishBatch() ? restoring.work() : 0;
    boolean isFull = batch.size() >= link.options().publishBatch();
    if ((isFull || (restoring.isOver() && !batch.isEmpty())) && link.breaker().tryCall()) {
      send();
    }
    if (restoring.isOver() && batch.isEmpty() && !unanswered.get() && !failed) {
      step = Step.IDLE;
    }
    return done;
  }

  private void send() {
    List<Origin.Restoration> sent = List.copyOf(batch);
    batch.clear();
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    sentAt = link.elapsedMillis();
    link.origin().restore(sent).whenComplete((done, failure) -> {
      if (!mine.get()) {
        return; // given up
      }
      if (failure == null) {
        link.answered("restored counts");
      } else {
        fail(Link.reason(failure));
      }
      mine.set(false); // last: whoever sees it finds how it went
    });
  }

  private void fail(String reason) {
    failed = true;
    link.failed(reason);
  }

  private void add(Subject subject) {
    add(subject.current());
    add(subject.previous());
  }

  private void add(@Nullable Cell cell) {
    Origin.Restoration restoration =
        cell == null || cell.siblings() == 0 ? null : link.restoration(cell);
    if (restoration != null) {
      batch.add(restoration);
    }
  }
}

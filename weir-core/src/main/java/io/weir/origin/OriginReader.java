// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.time.Agent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Asks the origin what the siblings spent: one read in flight per subject, shared by all who wait for it. */
public final class OriginReader implements Agent {
  /*
   * A read belongs to nobody: it has a deadline of its own, and a caller that gives up does not end it for the others.
   * The agent's part is to end reads that were not answered in time. All reads have the same deadline, so they end in
   * the order in which they began.
   *
   * A late answer is still merged, since counts only grow; it just does not make the subject trusted.
   *
   * A cell that holds something the origin does not know is published instead of merely read: the receipt tells as much
   * as a read would, and others learn at the same moment what this process spent. That is what makes the last units of a
   * limit exact: whoever asks for them has told before.
   */

  /** Past this long after rollover nobody publishes into the previous window any more: publish delay, gap and a retry. */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  private final Link link;
  private final Runnable lossSeen;

  /** Raised by answers, on the origin's threads; passed on by the agent. */
  private volatile boolean hasLost;

  private final Queue<Reading> pending = new ConcurrentLinkedQueue<>();

  /** One round trip for one or more subjects. Completes, never exceptionally, once their trust is settled. */
  private static final class Reading extends CompletableFuture<Boolean> {
    private final List<Subject> subjects = new ArrayList<>(1);
    private final List<Origin.Query> queries = new ArrayList<>(2);
    private final List<Subject> askers = new ArrayList<>(2);
    private final List<Origin.Publication> publications = new ArrayList<>(1);
    private final List<Told> told = new ArrayList<>(1);
    private final AtomicBoolean over = new AtomicBoolean();
    private final long deadline;
    private final long asOf;

    private Reading(long deadline, long asOf) {
      this.deadline = deadline;
      this.asOf = asOf;
    }

    private void ask(Subject subject, Origin.Query query) {
      askers.add(subject);
      queries.add(query);
    }
  }

  /**
   * What a publication said.
   *
   * @param cell of which cell
   * @param sent the own count in it
   * @param expected what the origin was known to hold
   */
  private record Told(Cell cell, long sent, long expected) {}

  /** Reads over this link, and tells when the origin turns out to have lost what it had acknowledged. */
  public OriginReader(Link link, Runnable lossSeen) {
    this.link = link;
    this.lossSeen = lossSeen;
  }

  private Reading reading() {
    return new Reading(
        link.elapsedMillis() + link.options().readDeadlineMillis(), link.epochMillis());
  }

  /** Refreshes the regional view of these subjects in one round trip; completes when all of them are answered or failed. */
  public CompletableFuture<?> refresh(Collection<Subject> subjects) {
    Reading mine = reading();
    List<CompletableFuture<?>> awaited = new ArrayList<>(subjects.size());
    for (Subject subject : subjects) {
      if (subject.claimReading(mine)) {
        mine.subjects.add(subject);
      } else if (subject.reading() instanceof Reading theirs && theirs != mine) {
        awaited.add(theirs);
      }
    }
    if (!mine.subjects.isEmpty()) {
      begin(mine);
      awaited.add(mine);
    }
    return awaited.size() == 1
        ? awaited.get(0)
        : CompletableFuture.allOf(awaited.toArray(new CompletableFuture<?>[0]));
  }

  /** Refreshes the regional view of a subject while its checks go on. */
  public void refreshAside(Subject subject) {
    CompletableFuture<?> unused = refresh(List.of(subject));
  }

  private void begin(Reading reading) {
    link.observer().happened(Event.ORIGIN_READ, 1);
    if (!link.breaker().tryCall()) {
      fail(reading);
      return;
    }
    reading.subjects.forEach(subject -> addCells(reading, subject));
    pending.add(reading);
    CompletionStage<List<Origin.Receipt>> receipts = reading.publications.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : link.origin().publish(reading.publications);
    CompletionStage<List<Long>> sums = reading.queries.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : link.origin().read(reading.queries);
    receipts
        .thenAcceptBoth(sums, (received, read) -> answer(reading, received, read))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            failCall(reading, Link.reason(failure));
          }
        });
  }

  private void addCells(Reading reading, Subject subject) {
    Cell current = subject.current();
    Cell previous = subject.previous();
    addCell(reading, current);
    if (previous != null && !previous.isSettled()) {
      addCell(reading, previous);
    } else if (previous == null && !current.isFirst()) {
      CellKey before = new CellKey(subject.key(), current.sequence() - 1);
      reading.ask(subject, new Origin.Query(before, subject.writer(link.self().incarnation())));
    }
  }

  private void addCell(Reading reading, Cell cell) {
    long known = cell.acknowledged();
    long count = cell.count();
    Origin.Publication publication = count > known ? link.publication(cell, count) : null;
    if (publication != null) {
      reading.publications.add(publication);
      reading.told.add(new Told(cell, count, known));
    } else {
      String field = cell.subject().writer(link.self().incarnation());
      reading.ask(cell.subject(), new Origin.Query(cell.key(), field));
    }
  }

  private void answer(Reading reading, List<Origin.Receipt> receipts, List<Long> sums) {
    for (int i = 0; i < receipts.size(); i++) {
      merge(reading.told.get(i), receipts.get(i));
    }
    for (int i = 0; i < sums.size(); i++) {
      merge(reading.askers.get(i), reading.queries.get(i), sums.get(i));
    }
    if (reading.over.compareAndSet(false, true)) {
      link.answered("answered a read");
      for (Subject subject : reading.subjects) {
        settlePrevious(subject, reading.asOf);
        subject.trustUntil(reading.asOf + link.options().freshMillis());
      }
      end(reading);
    }
  }

  private void merge(Told told, Origin.Receipt receipt) {
    told.cell().raiseSiblings(receipt.siblings());
    told.cell().acknowledge(told.sent());
    told.cell().subject().told(told.cell(), told.sent() - told.expected());
    if (receipt.before() < told.expected()) {
      hasLost = true;
    }
  }

  private static void merge(Subject subject, Origin.Query query, long siblings) {
    if (query.cell().sequence() == subject.current().sequence()) {
      subject.told(subject.current(), 0); // there was nothing to tell
    }
    if (siblings == 0) {
      return; // and let no previous cell be made for nothing
    }
    Cell cell = subject.cell(query.cell().sequence());
    if (cell != null) {
      cell.raiseSiblings(siblings);
    }
  }

  private static void settlePrevious(Subject subject, long asOf) {
    Cell current = subject.current();
    long settledAfter = Math.min(SETTLED_AFTER_MILLIS, subject.scope().duration() / 2);
    if (asOf - current.start() < settledAfter) {
      return;
    }
    Cell previous = subject.previous();
    if (previous == null) {
      current.beFirst();
    } else {
      previous.settle();
    }
  }

  private void failCall(Reading reading, String reason) {
    if (!reading.over.get()) {
      link.failed(reason);
    }
    fail(reading);
  }

  private void fail(Reading reading) {
    if (reading.over.compareAndSet(false, true)) {
      link.observer().happened(Event.ORIGIN_READ_FAILED, 1);
      long until = link.epochMillis() + link.options().retryMillis();
      reading.subjects.forEach(subject -> subject.degradeUntil(until));
      end(reading);
    }
  }

  private static void end(Reading reading) {
    reading.subjects.forEach(Subject::endReading);
    reading.complete(true);
  }

  /** Ends reads whose deadline has passed. */
  @Override
  public int work() {
    if (hasLost) {
      hasLost = false;
      lossSeen.run();
    }
    long now = link.elapsedMillis();
    int ended = 0;
    for (Reading oldest = pending.peek(); oldest != null; oldest = pending.peek()) {
      if (!oldest.over.get() && now < oldest.deadline) {
        return ended;
      }
      pending.remove();
      if (!oldest.over.get()) {
        failCall(
            oldest, "no answer to a read within " + link.options().readDeadlineMillis() + " ms");
        ended++;
      }
    }
    return ended;
  }

  /** Whether somebody waits for an answer. */
  public boolean isBusy() {
    return pending.stream().anyMatch(reading -> !reading.over.get());
  }

  /** Ends every read in flight: whoever waits is answered from local counts. */
  public void close() {
    for (Reading reading = pending.poll(); reading != null; reading = pending.poll()) {
      fail(reading);
    }
  }
}

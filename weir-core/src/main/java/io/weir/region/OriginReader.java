// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import io.weir.sync.StoreLink;
import io.weir.time.Agent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Asks the origin what the siblings spent: one read in flight per subject, shared by all who wait for it. */
public final class OriginReader implements Agent {
  /*
   * A read belongs to nobody: whoever needs its subject joins it. The agent's part is to end reads that were not answered
   * in time: it ends for all as soon as one of those who wait has waited for the read deadline. They lose patience in the
   * order in which they came.
   *
   * A view that is merely old is refreshed aside: nobody waits for it. After a quiet time thousands grow old together, and
   * must not keep those waiting who need an answer now: past the first few, the agent gathers them and asks for many at once.
   *
   * A late answer is still merged, since counts only grow; it just does not make the subject trusted. Without a lease no
   * answer is: the origin may have lost data, and others may have restored there what this process counts as its own.
   *
   * A cell that holds something the origin does not know is published instead of merely read: the receipt tells as much
   * as a read would, and others learn at the same moment what this process spent. That is what makes the last units of a
   * limit exact: whoever asks for them has told before.
   */

  /** Refreshes of old views under way, one subject each, before the rest is gathered. */
  private static final int ASIDE_AT_ONCE = 32;

  private final Link link;
  private final Runnable lossSeen;

  /** Whether no reads of a workspace are sent for now. */
  private final Predicate<String> isHeldBack;

  private final AtomicInteger aside = new AtomicInteger();

  /** Raised by answers, on the origin's threads; passed on by the agent. */
  private volatile boolean hasLost;

  private final Queue<Patience> waited = new ConcurrentLinkedQueue<>();
  private final Queue<Patience> unwaited = new ConcurrentLinkedQueue<>();

  /** To be sent by the agent; the last one still takes subjects. Guarded by itself. */
  private final Deque<Reading> gathered = new ArrayDeque<>();

  private static final long NOT_SENT = Long.MIN_VALUE;

  /** One round trip for one or more subjects. Completes, never exceptionally, once their trust is settled. */
  private static final class Reading extends CompletableFuture<Boolean> {
    private final List<Subject> subjects = new ArrayList<>(1);
    private final List<Origin.Query> queries = new ArrayList<>(2);
    private final List<Subject> askers = new ArrayList<>(2);
    private final List<Origin.Publication> publications = new ArrayList<>(1);
    private final List<Link.Told> told = new ArrayList<>(1);
    private final AtomicBoolean over = new AtomicBoolean();

    /** When it was sent, in Unix milliseconds, and in elapsed milliseconds. */
    private volatile long asOf;

    private volatile long sentAt = NOT_SENT;

    private boolean isHeldBack() {
      return sentAt == NOT_SENT && !over.get();
    }

    private boolean isPointless() {
      return subjects.isEmpty() || over.get();
    }

    private void ask(Subject subject, Origin.Query query) {
      askers.add(subject);
      queries.add(query);
    }
  }

  /** Until when, in elapsed milliseconds, an answer is waited for. */
  private record Patience(Reading reading, long until) {}

  /**
   * Reads over this link, and tells when the origin turns out to have lost what it had acknowledged. While a workspace's reads are
   * held back, those who need one wait, as long as they would for an answer.
   */
  public OriginReader(Link link, Runnable lossSeen, Predicate<String> isHeldBack) {
    this.link = link;
    this.lossSeen = lossSeen;
    this.isHeldBack = isHeldBack;
  }

  /** Refreshes the regional view of these subjects in one round trip; completes when all of them are answered or failed. */
  public CompletableFuture<?> refresh(Collection<Subject> subjects) {
    Reading mine = new Reading();
    List<CompletableFuture<?>> awaited = new ArrayList<>(subjects.size());
    long until = link.elapsedMillis() + link.options().readDeadlineMillis();
    for (Subject subject : subjects) {
      if (subject.claimReading(mine)) {
        mine.subjects.add(subject);
      } else if (subject.reading() instanceof Reading theirs && theirs != mine) {
        waited.add(new Patience(theirs, until));
        awaited.add(theirs);
        sendIfGathered(theirs);
      }
    }
    if (!mine.subjects.isEmpty()) {
      waited.add(new Patience(mine, until));
      awaited.add(mine);
      begin(mine);
    }
    return awaited.size() == 1
        ? awaited.get(0)
        : CompletableFuture.allOf(awaited.toArray(new CompletableFuture<?>[0]));
  }

  /** Refreshes the regional view of a subject, at once or soon, while its checks go on. */
  public void refreshAside(Subject subject) {
    if (aside.get() < ASIDE_AT_ONCE) {
      Reading mine = new Reading();
      if (subject.claimReading(mine)) {
        mine.subjects.add(subject);
        beginAside(mine);
      }
      return;
    }
    synchronized (gathered) {
      Reading last = gathered.peekLast();
      if (last == null || last.subjects.size() >= link.options().publishBatch()) {
        last = new Reading();
        gathered.add(last);
      }
      if (subject.claimReading(last)) {
        last.subjects.add(subject);
      }
    }
  }

  /** Somebody waits for it now: it must not wait for the agent. */
  private void sendIfGathered(Reading reading) {
    boolean isMine;
    synchronized (gathered) {
      isMine = gathered.remove(reading);
    }
    if (isMine) {
      begin(reading);
    }
  }

  private int sendGathered() {
    Reading next;
    synchronized (gathered) {
      while ((next = gathered.peek()) != null && next.isPointless()) {
        gathered.remove(); // also while reads are held back, or they would pile up
      }
      if (next == null || isHeldBack(next)) {
        return 0;
      }
      gathered.remove();
    }
    beginAside(next);
    return next.subjects.size();
  }

  private boolean isHeldBack(Reading reading) {
    for (Subject subject : reading.subjects) {
      if (!isHeldBack.test(subject.scope().workspace())) {
        return false;
      }
    }
    return true;
  }

  private void beginAside(Reading reading) {
    long until = link.elapsedMillis() + link.options().publishDeadlineMillis();
    unwaited.add(new Patience(reading, until));
    aside.incrementAndGet();
    CompletableFuture<?> unused = reading.thenRun(aside::decrementAndGet);
    begin(reading);
  }

  private void begin(Reading reading) {
    if (isHeldBack(reading)) {
      synchronized (gathered) {
        gathered.add(reading);
      }
    } else {
      send(reading);
    }
  }

  private void send(Reading reading) {
    link.observer().happened(Event.ORIGIN_READ, 1);
    reading.asOf = link.epochMillis();
    reading.sentAt = link.elapsedMillis();
    if (isShared() && !(link.lease().mayRead() && link.calls().tryCall())) {
      fail(reading);
      return;
    }
    reading.subjects.forEach(subject -> addCells(reading, subject));
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
            failCall(reading, StoreLink.reason(failure));
          }
        });
  }

  /** A file of this process can be read while it can't be written: reads neither ask the breaker nor close it. */
  private boolean isShared() {
    return !link.origin().isExclusive();
  }

  private void addCells(Reading reading, Subject subject) {
    Cell current = subject.current();
    Cell previous = subject.previous();
    addCell(reading, current);
    if (Link.isSettled(subject, reading.asOf)) {
      return;
    }
    if (previous != null) {
      addCell(reading, previous);
    } else {
      CellKey before = subject.key(current.sequence() - 1);
      reading.ask(subject, new Origin.Query(before, link.writer(subject)));
    }
  }

  private void addCell(Reading reading, Cell cell) {
    long known = cell.acknowledged();
    long count = cell.count();
    boolean isTold = count > known && link.lease().isValid() && !link.isClosed(cell);
    Origin.Publication publication = isTold ? link.publication(cell, count) : null;
    if (publication != null) {
      reading.publications.add(publication);
      reading.told.add(new Link.Told(cell, count, known));
    } else {
      String field = link.writer(cell.subject());
      reading.ask(cell.subject(), new Origin.Query(cell.key(), field));
    }
  }

  private void answer(Reading reading, List<Origin.Receipt> receipts, List<Long> sums) {
    if (isShared() && !link.lease().mayRead()) {
      link.calls().answered("read succeeded");
      fail(
          reading); // after a loss, others may have restored what this process still has as its own
      return;
    }
    Set<Subject> unsettled = new HashSet<>(0); // of which not everything could be told or heard
    for (int i = 0; i < receipts.size(); i++) {
      if (!merge(reading.told.get(i), receipts.get(i))) {
        unsettled.add(reading.told.get(i).cell().subject());
      }
    }
    for (int i = 0; i < sums.size(); i++) {
      if (!merge(reading.askers.get(i), reading.queries.get(i), sums.get(i))) {
        unsettled.add(reading.askers.get(i));
      }
    }
    link.roundTrip().took(link.elapsedMillis() - reading.sentAt);
    if (reading.over.compareAndSet(false, true)) {
      if (isShared()) {
        link.calls().answered("read succeeded");
      }
      reading.subjects.forEach(
          subject -> settle(subject, reading.asOf, !unsettled.contains(subject)));
      end(reading);
    }
  }

  private void settle(Subject subject, long asOf, boolean isKnown) {
    if (!isKnown) {
      subject.degradeUntil(link.epochMillis() + link.options().retryMillis());
      return;
    }
    Link.settlePrevious(subject, asOf);
    subject.trust(asOf, link.freshMillis());
  }

  private boolean merge(Link.Told told, Origin.Receipt receipt) {
    Cell cell = told.cell();
    Link.Finding finding = link.receive(told, receipt);
    if (finding != Link.Finding.NOT_KEPT) {
      cell.acknowledge(told.sent());
      link.told(cell, told.sent() - told.expected());
      if (finding == Link.Finding.LOST) {
        hasLost = true;
      }
    }
    return finding != Link.Finding.NOT_KEPT;
  }

  private boolean merge(Subject subject, Origin.Query query, long siblings) {
    if (siblings < 0) {
      link.observer().happened(Event.ORIGIN_CELL_UNREADABLE, 1);
      return false;
    }
    // Let no previous cell be made for nothing.
    Cell cell = siblings == 0 ? null : subject.cell(query.cell().sequence());
    if (cell != null) {
      cell.raiseSiblings(siblings);
    }
    if (query.cell().sequence() == subject.current().sequence()) {
      link.told(subject.current(), 0); // there was nothing to tell
    }
    return true;
  }

  private void failCall(Reading reading, String reason) {
    if (!reading.over.get()) {
      link.calls().failed(reason);
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

  /** Sends what was gathered, and ends reads that nobody has patience for any more. */
  @Override
  public int work() {
    if (hasLost) {
      hasLost = false;
      lossSeen.run();
    }
    return sendGathered()
        + giveUp(waited, link.options().readDeadlineMillis())
        + giveUp(unwaited, link.options().publishDeadlineMillis());
  }

  private int giveUp(Queue<Patience> line, long millis) {
    long now = link.elapsedMillis();
    int ended = 0;
    for (Patience oldest = line.peek(); oldest != null; oldest = line.peek()) {
      if (!oldest.reading().over.get() && now < oldest.until()) {
        return ended;
      }
      line.remove();
      if (oldest.reading().isHeldBack()) {
        fail(oldest.reading());
        ended++;
      } else if (!oldest.reading().over.get()) {
        failCall(oldest.reading(), "read timed out after " + millis + " ms");
        ended++;
      }
    }
    return ended;
  }

  /** Whether somebody waits for an answer. */
  public boolean isBusy() {
    return waited.stream().anyMatch(each -> !each.reading().over.get());
  }

  /** Ends every read: whoever still waits is answered from local counts. */
  public void close() {
    waited.forEach(each -> fail(each.reading()));
    unwaited.forEach(each -> fail(each.reading()));
    synchronized (gathered) {
      gathered.forEach(this::fail);
      gathered.clear();
    }
  }
}

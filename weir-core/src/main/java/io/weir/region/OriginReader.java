// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import io.weir.process.CallFailure;
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
  private static final int MAX_BACKGROUND_READS = 32;

  private final OriginLink originLink;
  private final Runnable onDataLoss;

  /** Whether no reads of a workspace are sent for now. */
  private final Predicate<String> isHeldBack;

  private final AtomicInteger backgroundReads = new AtomicInteger();

  /** Raised by answers, on the origin's threads; passed on by the agent. */
  private volatile boolean hasLost;

  private final Queue<ReadTimeout> awaitedReads = new ConcurrentLinkedQueue<>();
  private final Queue<ReadTimeout> backgroundTimeouts = new ConcurrentLinkedQueue<>();

  /** To be sent by the agent; the last one still takes subjects. Guarded by itself. */
  private final Deque<PendingRead> gathered = new ArrayDeque<>();

  private static final long NOT_SENT = Long.MIN_VALUE;

  /** One round trip for one or more subjects. Completes, never exceptionally, once their trust is settled. */
  private static final class PendingRead extends CompletableFuture<Boolean> {
    private final List<Subject> subjects = new ArrayList<>(1);
    private final List<Origin.Query> queries = new ArrayList<>(2);
    private final List<Subject> askers = new ArrayList<>(2);
    private final List<Origin.Publication> publications = new ArrayList<>(1);
    private final List<OriginLink.SentCount> sentCounts = new ArrayList<>(1);
    private final AtomicBoolean done = new AtomicBoolean();

    /** When it was sent, in Unix milliseconds, and in elapsed milliseconds. */
    private volatile long asOf;

    private volatile long sentAt = NOT_SENT;

    private boolean isHeldBack() {
      return sentAt == NOT_SENT && !done.get();
    }

    private boolean isPointless() {
      return subjects.isEmpty() || done.get();
    }

    private void add(Subject subject, Origin.Query query) {
      askers.add(subject);
      queries.add(query);
    }
  }

  /** Until when, in elapsed milliseconds, an answer is waited for. */
  private record ReadTimeout(PendingRead read, long deadline) {}

  /**
   * Reads over this link, and tells when the origin turns out to have lost what it had acknowledged. While a workspace's reads are
   * held back, those who need one wait, as long as they would for an answer.
   */
  public OriginReader(OriginLink originLink, Runnable onDataLoss, Predicate<String> isHeldBack) {
    this.originLink = originLink;
    this.onDataLoss = onDataLoss;
    this.isHeldBack = isHeldBack;
  }

  /** Refreshes the regional view of these subjects in one round trip; completes when all of them are answered or failed. */
  public CompletableFuture<?> refresh(Collection<Subject> subjects) {
    PendingRead mine = new PendingRead();
    List<CompletableFuture<?>> awaited = new ArrayList<>(subjects.size());
    long until = originLink.elapsedMillis() + originLink.options().readDeadlineMillis();
    for (Subject subject : subjects) {
      if (subject.tryBeginRead(mine)) {
        mine.subjects.add(subject);
      } else if (subject.pendingRead() instanceof PendingRead theirs && theirs != mine) {
        awaitedReads.add(new ReadTimeout(theirs, until));
        awaited.add(theirs);
        sendIfGathered(theirs);
      }
    }
    if (!mine.subjects.isEmpty()) {
      awaitedReads.add(new ReadTimeout(mine, until));
      awaited.add(mine);
      begin(mine);
    }
    return awaited.size() == 1
        ? awaited.get(0)
        : CompletableFuture.allOf(awaited.toArray(new CompletableFuture<?>[0]));
  }

  /** Refreshes the regional view of a subject, at once or soon, while its checks go on. */
  public void refreshInBackground(Subject subject) {
    if (backgroundReads.get() < MAX_BACKGROUND_READS) {
      PendingRead mine = new PendingRead();
      if (subject.tryBeginRead(mine)) {
        mine.subjects.add(subject);
        beginInBackground(mine);
      }
      return;
    }
    synchronized (gathered) {
      PendingRead last = gathered.peekLast();
      if (last == null || last.subjects.size() >= originLink.options().publishBatch()) {
        last = new PendingRead();
        gathered.add(last);
      }
      if (subject.tryBeginRead(last)) {
        last.subjects.add(subject);
      }
    }
  }

  /** Somebody waits for it now: it must not wait for the agent. */
  private void sendIfGathered(PendingRead pendingRead) {
    boolean isMine;
    synchronized (gathered) {
      isMine = gathered.remove(pendingRead);
    }
    if (isMine) {
      begin(pendingRead);
    }
  }

  private int sendGathered() {
    PendingRead next;
    synchronized (gathered) {
      while ((next = gathered.peek()) != null && next.isPointless()) {
        gathered.remove(); // also while reads are held back, or they would pile up
      }
      if (next == null || isHeldBack(next)) {
        return 0;
      }
      gathered.remove();
    }
    beginInBackground(next);
    return next.subjects.size();
  }

  private boolean isHeldBack(PendingRead pendingRead) {
    for (Subject subject : pendingRead.subjects) {
      if (!isHeldBack.test(subject.scope().workspace())) {
        return false;
      }
    }
    return true;
  }

  private void beginInBackground(PendingRead pendingRead) {
    long until = originLink.elapsedMillis() + originLink.options().publishDeadlineMillis();
    backgroundTimeouts.add(new ReadTimeout(pendingRead, until));
    backgroundReads.incrementAndGet();
    CompletableFuture<?> unused = pendingRead.thenRun(backgroundReads::decrementAndGet);
    begin(pendingRead);
  }

  private void begin(PendingRead pendingRead) {
    if (isHeldBack(pendingRead)) {
      synchronized (gathered) {
        gathered.add(pendingRead);
      }
    } else {
      send(pendingRead);
    }
  }

  private void send(PendingRead pendingRead) {
    originLink.observer().onEvent(Event.ORIGIN_READ, 1);
    pendingRead.asOf = originLink.epochMillis();
    pendingRead.sentAt = originLink.elapsedMillis();
    if (isShared() && !(originLink.lease().canRead() && originLink.calls().tryCall())) {
      fail(pendingRead);
      return;
    }
    pendingRead.subjects.forEach(subject -> addCells(pendingRead, subject));
    CompletionStage<List<Origin.Receipt>> receipts = pendingRead.publications.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : originLink.origin().publish(pendingRead.publications);
    CompletionStage<List<Long>> sums = pendingRead.queries.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : originLink.origin().read(pendingRead.queries);
    receipts
        .thenAcceptBoth(sums, (received, read) -> answer(pendingRead, received, read))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            onCallFailed(pendingRead, CallFailure.reason(failure));
          }
        });
  }

  /** A file of this process can be read while it can't be written: reads neither ask the breaker nor close it. */
  private boolean isShared() {
    return !originLink.origin().isExclusive();
  }

  private void addCells(PendingRead pendingRead, Subject subject) {
    Cell current = subject.current();
    Cell previous = subject.previous();
    addCell(pendingRead, current);
    if (OriginLink.isSettled(subject, pendingRead.asOf)) {
      return;
    }
    if (previous != null) {
      addCell(pendingRead, previous);
    } else {
      CellKey before = subject.key(current.sequence() - 1);
      pendingRead.add(subject, new Origin.Query(before, originLink.writer(subject)));
    }
  }

  private void addCell(PendingRead pendingRead, Cell cell) {
    long known = cell.acknowledged();
    long count = cell.count();
    boolean isTold = count > known && originLink.lease().isValid() && !originLink.isClosed(cell);
    Origin.Publication publication = isTold ? originLink.publication(cell, count) : null;
    if (publication != null) {
      pendingRead.publications.add(publication);
      pendingRead.sentCounts.add(new OriginLink.SentCount(cell, count, known));
    } else {
      String field = originLink.writer(cell.subject());
      pendingRead.add(cell.subject(), new Origin.Query(cell.key(), field));
    }
  }

  private void answer(PendingRead pendingRead, List<Origin.Receipt> receipts, List<Long> sums) {
    if (isShared() && !originLink.lease().canRead()) {
      originLink.calls().answered("read succeeded");
      fail(
          pendingRead); // after a loss, others may have restored what this process still has as its
      // own
      return;
    }
    Set<Subject> unsettled = new HashSet<>(0); // of which not everything could be told or heard
    for (int i = 0; i < receipts.size(); i++) {
      if (!merge(pendingRead.sentCounts.get(i), receipts.get(i))) {
        unsettled.add(pendingRead.sentCounts.get(i).cell().subject());
      }
    }
    for (int i = 0; i < sums.size(); i++) {
      if (!merge(pendingRead.askers.get(i), pendingRead.queries.get(i), sums.get(i))) {
        unsettled.add(pendingRead.askers.get(i));
      }
    }
    originLink.roundTrip().record(originLink.elapsedMillis() - pendingRead.sentAt);
    if (pendingRead.done.compareAndSet(false, true)) {
      if (isShared()) {
        originLink.calls().answered("read succeeded");
      }
      pendingRead.subjects.forEach(
          subject -> settle(subject, pendingRead.asOf, !unsettled.contains(subject)));
      end(pendingRead);
    }
  }

  private void settle(Subject subject, long asOf, boolean isKnown) {
    if (!isKnown) {
      subject.degradeUntil(originLink.epochMillis() + originLink.options().retryMillis());
      return;
    }
    OriginLink.settlePrevious(subject, asOf);
    subject.trust(asOf, originLink.freshMillis());
  }

  private boolean merge(OriginLink.SentCount sentCount, Origin.Receipt receipt) {
    Cell cell = sentCount.cell();
    OriginLink.ReceiptFinding receiptFinding = originLink.importReceipt(sentCount, receipt);
    if (receiptFinding != OriginLink.ReceiptFinding.NOT_KEPT) {
      cell.acknowledge(sentCount.sent());
      originLink.published(cell, sentCount.sent() - sentCount.expected());
      if (receiptFinding == OriginLink.ReceiptFinding.LOST) {
        hasLost = true;
      }
    }
    return receiptFinding != OriginLink.ReceiptFinding.NOT_KEPT;
  }

  private boolean merge(Subject subject, Origin.Query query, long siblings) {
    if (siblings < 0) {
      originLink.observer().onEvent(Event.ORIGIN_CELL_UNREADABLE, 1);
      return false;
    }
    // Let no previous cell be made for nothing.
    Cell cell = siblings == 0 ? null : subject.cell(query.cell().sequence());
    if (cell != null) {
      cell.raiseSiblings(siblings);
    }
    if (query.cell().sequence() == subject.current().sequence()) {
      originLink.published(subject.current(), 0); // there was nothing to tell
    }
    return true;
  }

  private void onCallFailed(PendingRead pendingRead, String reason) {
    if (!pendingRead.done.get()) {
      originLink.calls().failed(reason);
    }
    fail(pendingRead);
  }

  private void fail(PendingRead pendingRead) {
    if (pendingRead.done.compareAndSet(false, true)) {
      originLink.observer().onEvent(Event.ORIGIN_READ_FAILED, 1);
      long until = originLink.epochMillis() + originLink.options().retryMillis();
      pendingRead.subjects.forEach(subject -> subject.degradeUntil(until));
      end(pendingRead);
    }
  }

  private static void end(PendingRead pendingRead) {
    pendingRead.subjects.forEach(subject -> subject.endRead());
    pendingRead.complete(true);
  }

  /** Sends what was gathered, and ends reads that nobody has patience for any more. */
  @Override
  public int work() {
    if (hasLost) {
      hasLost = false;
      onDataLoss.run();
    }
    return sendGathered()
        + giveUp(awaitedReads, originLink.options().readDeadlineMillis())
        + giveUp(backgroundTimeouts, originLink.options().publishDeadlineMillis());
  }

  private int giveUp(Queue<ReadTimeout> line, long millis) {
    long now = originLink.elapsedMillis();
    int ended = 0;
    for (ReadTimeout oldest = line.peek(); oldest != null; oldest = line.peek()) {
      if (!oldest.read().done.get() && now < oldest.deadline()) {
        return ended;
      }
      line.remove();
      if (oldest.read().isHeldBack()) {
        fail(oldest.read());
        ended++;
      } else if (!oldest.read().done.get()) {
        onCallFailed(oldest.read(), "read timed out after " + millis + " ms");
        ended++;
      }
    }
    return ended;
  }

  /** Whether somebody waits for an answer. */
  public boolean isBusy() {
    return awaitedReads.stream().anyMatch(each -> !each.read().done.get());
  }

  /** Ends every read: whoever still waits is answered from local counts. */
  public void close() {
    awaitedReads.forEach(each -> fail(each.read()));
    backgroundTimeouts.forEach(each -> fail(each.read()));
    synchronized (gathered) {
      gathered.forEach(this::fail);
      gathered.clear();
    }
  }
}

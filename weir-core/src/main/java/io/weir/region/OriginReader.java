// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.CallFailure;
import io.weir.time.Agent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A reader of the siblings' counts from the origin: one read in flight per subject, shared by all waiting checks. */
public final class OriginReader implements Agent {
  /*
   * A read has no owner: every check that needs one of its subjects joins it. The agent ends reads that were not
   * answered in time. A read ends for all waiting checks as soon as one of them has waited for the read deadline.
   * Checks time out in the order in which they arrived.
   *
   * A view that is merely old is refreshed in the background, and no check waits for it. After a quiet period
   * thousands of views become old together. They must not delay checks that need an answer now. So beyond the first
   * few, the agent gathers these refreshes and sends many subjects in one read.
   *
   * A late answer is still merged, because counts only grow, but it does not make the subject trusted. Without a
   * lease no answer is merged: the origin may have lost data, and others may have restored there what this process
   * counts as its own.
   *
   * A cell with units that the origin does not know is published instead of read: the receipt contains the same
   * information as a read, and at the same moment other processes can read what this process spent. This makes the
   * last units of a limit exact: every process that reads them has published its own count first.
   */

  /** The maximum number of single-subject background refreshes in flight. Further refreshes are gathered. */
  private static final int MAX_BACKGROUND_READS = 32;

  private final OriginLink originLink;
  private final Runnable onDataLoss;

  /** Whether reads of a workspace are currently held back. */
  private final Predicate<String> isHeldBack;

  private final AtomicInteger backgroundReads = new AtomicInteger();

  /** Whether an answer showed that the origin lost data. Set on the origin's threads, cleared by the agent. */
  private volatile boolean hasLost;

  /** Reads that checks wait for. */
  private final ReadTimeouts awaitedReads;

  /** Refreshes that no check waits for. */
  private final ReadTimeouts backgroundTimeouts;

  private final GatheredReads gathered;

  /**
   * Creates a reader over this link, which calls {@code onDataLoss} if the origin turns out to have lost acknowledged
   * counts. While a workspace's reads are held back, checks that need one wait at most as long as for an answer.
   */
  public OriginReader(OriginLink originLink, Runnable onDataLoss, Predicate<String> isHeldBack) {
    this.originLink = originLink;
    this.onDataLoss = onDataLoss;
    this.isHeldBack = isHeldBack;
    OriginOptions options = originLink.options();
    this.awaitedReads = new ReadTimeouts(originLink, options.readDeadlineMillis());
    this.backgroundTimeouts = new ReadTimeouts(originLink, options.batch().deadlineMillis());
    this.gathered = new GatheredReads(options.batch().maxCells());
  }

  /** Refreshes the regional view of these subjects in one round trip. Completes when all are answered or failed. */
  public CompletableFuture<?> refresh(Collection<Subject> subjects) {
    PendingRead mine = new PendingRead();
    List<CompletableFuture<?>> awaited = new ArrayList<>(subjects.size());
    for (Subject subject : subjects) {
      if (!mine.tryAdd(subject)
          && subject.pendingRead() instanceof PendingRead theirs
          && theirs != mine) {
        awaitedReads.add(theirs);
        awaited.add(theirs);
        sendIfGathered(theirs);
      }
    }
    if (!mine.subjects().isEmpty()) {
      awaitedReads.add(mine);
      awaited.add(mine);
      begin(mine);
    }
    return awaited.size() == 1
        ? awaited.get(0)
        : CompletableFuture.allOf(awaited.toArray(new CompletableFuture<?>[0]));
  }

  /** Refreshes the regional view of a subject, immediately or soon, while its checks continue. */
  public void refreshInBackground(Subject subject) {
    if (backgroundReads.get() < MAX_BACKGROUND_READS) {
      PendingRead mine = new PendingRead();
      if (mine.tryAdd(subject)) {
        beginInBackground(mine);
      }
      return;
    }
    gathered.add(subject);
  }

  /** Sends a gathered read immediately, because a check now waits for it. */
  private void sendIfGathered(PendingRead pendingRead) {
    if (gathered.remove(pendingRead)) {
      begin(pendingRead);
    }
  }

  private int sendGathered() {
    PendingRead next = gathered.poll(this::isHeldBack);
    if (next == null) {
      return 0;
    }
    beginInBackground(next);
    return next.subjects().size();
  }

  private boolean isHeldBack(PendingRead pendingRead) {
    for (Subject subject : pendingRead.subjects()) {
      if (!isHeldBack.test(subject.scope().workspace())) {
        return false;
      }
    }
    return true;
  }

  private void beginInBackground(PendingRead pendingRead) {
    backgroundTimeouts.add(pendingRead);
    backgroundReads.incrementAndGet();
    CompletableFuture<?> unused = pendingRead.thenRun(backgroundReads::decrementAndGet);
    begin(pendingRead);
  }

  private void begin(PendingRead pendingRead) {
    if (isHeldBack(pendingRead)) {
      gathered.add(pendingRead);
    } else {
      send(pendingRead);
    }
  }

  private void send(PendingRead pendingRead) {
    originLink.observer().onEvent(Event.ORIGIN_READ, 1);
    pendingRead.recordSent(originLink.epochMillis(), originLink.elapsedMillis());
    if (isShared() && !(originLink.lease().canRead() && originLink.calls().tryCall())) {
      fail(pendingRead);
      return;
    }
    pendingRead.compose(originLink);
    CompletionStage<List<Origin.Receipt>> receipts = pendingRead.publications().isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : originLink.origin().publish(pendingRead.publications());
    CompletionStage<List<Long>> sums = pendingRead.queries().isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : originLink.origin().read(pendingRead.queries());
    receipts
        .thenAcceptBoth(sums, (received, read) -> answer(pendingRead, received, read))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            onCallFailed(pendingRead, CallFailure.reason(failure));
          }
        });
  }

  /** Whether the origin is shared. An exclusive file may be readable but unwritable: its reads bypass the breaker. */
  private boolean isShared() {
    return !originLink.origin().isExclusive();
  }

  private void answer(PendingRead pendingRead, List<Origin.Receipt> receipts, List<Long> sums) {
    if (isShared() && !originLink.lease().canRead()) {
      originLink.calls().answered("read succeeded");
      // After a loss, others may have restored what this process still counts as its own.
      fail(pendingRead);
      return;
    }
    Set<Subject> unsettled = new HashSet<>(0); // not all of their cells could be published or read
    for (int i = 0; i < receipts.size(); i++) {
      if (!merge(pendingRead.sentCount(i), receipts.get(i))) {
        unsettled.add(pendingRead.sentCount(i).cell().subject());
      }
    }
    for (int i = 0; i < sums.size(); i++) {
      if (!merge(pendingRead.asker(i), pendingRead.queries().get(i), sums.get(i))) {
        unsettled.add(pendingRead.asker(i));
      }
    }
    originLink.peers().roundTrip().record(originLink.elapsedMillis() - pendingRead.sentAt());
    if (pendingRead.tryFinish()) {
      if (isShared()) {
        originLink.calls().answered("read succeeded");
      }
      pendingRead
          .subjects()
          .forEach(subject -> settle(subject, pendingRead.asOf(), !unsettled.contains(subject)));
      pendingRead.end();
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
    // Do not create a previous cell for a count of 0.
    Cell cell = siblings == 0 ? null : subject.cell(query.cell().sequence());
    if (cell != null) {
      cell.raiseSiblings(siblings);
    }
    if (query.cell().sequence() == subject.current().sequence()) {
      originLink.published(subject.current(), 0); // there was nothing to publish
    }
    return true;
  }

  private void onCallFailed(PendingRead pendingRead, String reason) {
    if (!pendingRead.isOver()) {
      originLink.calls().failed(reason);
    }
    fail(pendingRead);
  }

  private void fail(PendingRead pendingRead) {
    if (pendingRead.tryFinish()) {
      originLink.observer().onEvent(Event.ORIGIN_READ_FAILED, 1);
      long until = originLink.epochMillis() + originLink.options().retryMillis();
      pendingRead.subjects().forEach(subject -> subject.degradeUntil(until));
      pendingRead.end();
    }
  }

  /** Sends gathered reads, and ends reads that have timed out. */
  @Override
  public int work() {
    if (hasLost) {
      hasLost = false;
      onDataLoss.run();
    }
    return sendGathered() + giveUp(awaitedReads) + giveUp(backgroundTimeouts);
  }

  private int giveUp(ReadTimeouts timeouts) {
    long now = originLink.elapsedMillis();
    int ended = 0;
    for (PendingRead late = timeouts.pollLate(now); late != null; late = timeouts.pollLate(now)) {
      if (late.isHeldBack()) {
        fail(late);
      } else {
        onCallFailed(late, "read timed out after " + timeouts.millis() + " ms");
      }
      ended++;
    }
    return ended;
  }

  /** Whether a check waits for an answer. */
  public boolean isBusy() {
    return awaitedReads.isBusy();
  }

  /** Ends every read: checks that still wait are decided from local counts. */
  public void close() {
    awaitedReads.forEach(this::fail);
    backgroundTimeouts.forEach(this::fail);
    gathered.drain(this::fail);
  }
}

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

/** Reads from the origin what the siblings spent: one read in flight per subject, shared by all who wait for it. */
public final class OriginReader implements Agent {
  /*
   * A read belongs to nobody: whoever needs its subject joins it. The agent's part is to end reads that were not answered
   * in time: it ends for all as soon as one of those who wait has waited for the read deadline. Their waiting ends in the
   * order in which they came.
   *
   * A view that is merely old is refreshed in the background: nobody waits for it. After a quiet time thousands grow old together, and
   * must not keep those waiting who need an answer now: past the first few, the agent gathers them and asks for many at once.
   *
   * A late answer is still merged, since counts only grow; it just does not make the subject trusted. Without a lease no
   * answer is: the origin may have lost data, and others may have restored there what this process counts as its own.
   *
   * A cell that holds something the origin does not know is published instead of merely read: the receipt tells as much
   * as a read would, and others learn at the same moment what this process spent. That is what makes the last units of a
   * limit exact: whoever asks for them has published before.
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

  /** Reads that checks wait for. */
  private final ReadTimeouts awaitedReads;

  /** Refreshes that no check waits for. */
  private final ReadTimeouts backgroundTimeouts;

  private final GatheredReads gathered;

  /**
   * Reads over this link, and tells when the origin turns out to have lost what it had acknowledged. While a workspace's reads are
   * held back, those who need one wait, as long as they would for an answer.
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

  /** Refreshes the regional view of these subjects in one round trip; completes when all of them are answered or failed. */
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

  /** Refreshes the regional view of a subject, at once or soon, while its checks go on. */
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

  /** Somebody waits for it now: it must not wait for the agent. */
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

  /** A file of this process can be read while it can't be written: reads neither ask the breaker nor close it. */
  private boolean isShared() {
    return !originLink.origin().isExclusive();
  }

  private void answer(PendingRead pendingRead, List<Origin.Receipt> receipts, List<Long> sums) {
    if (isShared() && !originLink.lease().canRead()) {
      originLink.calls().answered("read succeeded");
      // After a loss, others may have restored what this process still has as its own.
      fail(pendingRead);
      return;
    }
    Set<Subject> unsettled = new HashSet<>(0); // of which not everything could be told or heard
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

  /** Sends what was gathered, and ends reads whose time is up. */
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

  /** Whether somebody waits for an answer. */
  public boolean isBusy() {
    return awaitedReads.isBusy();
  }

  /** Ends every read: whoever still waits is answered from local counts. */
  public void close() {
    awaitedReads.forEach(this::fail);
    backgroundTimeouts.forEach(this::fail);
    gathered.drain(this::fail);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.ledger.Ledger;
import io.weir.sync.InFlight;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import io.weir.time.Cadence;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Pulls from the ledger what other regions admitted, and merges it. */
public final class Puller implements Agent {
  /*
   * Sums are put into the table of foreign sums first and into a live subject second. A subject being created becomes
   * visible first and reads the table second. In any order, one of them sees the other.
   *
   * A change is stamped when its statement begins and becomes visible when it commits, so a change that took long
   * appears behind the watermark. If every pull looked far back, it would find such changes, but would read everything
   * thirty times over. So most pulls look back a little, some look back as far as a push may take, and from time to
   * time everything is read: a late commit is read later, never lost.
   *
   * A pull is read page by page, so that it uses a bounded amount of memory however much there is. Each page is merged
   * before the next is requested. A full pull follows an order that changes do not affect, so changes made meanwhile
   * may lie before the current position: the watermark follows only its first page, which is older than all of them. A
   * pull of what changed since a watermark is read in the order of changes, so the watermark follows every page. But a
   * commit that would have been in time for the last page may have been too late for an earlier one, so the next pull
   * looks back by the time between them.
   */

  /** How far most pulls look back behind the watermark: more than a commit usually takes. */
  private static final long SHALLOW_MILLIS = 250;

  /** How far the deep pulls look back: a push's deadline, and twice that again for replicas that lag. */
  private static final long DEEP_MILLIS = 30_000;

  /** The interval of deep pulls: they make each change be read about one and a half times more. */
  private static final long DEEP_EVERY_MILLIS = 20_000;

  /** The interval of full pulls, which find changes that were missed otherwise. */
  private static final long FULL_EVERY_MILLIS = 300_000;

  /** When a full pull failed, the delay before the next. */
  private static final long FULL_AGAIN_MILLIS = 30_000;

  private static final long DEADLINE_MILLIS = 10_000;

  /** A time that is never reached, and far enough from overflow that durations can be added. */
  private static final long NEVER = Long.MAX_VALUE / 2;

  /** Sums merged per step: each costs about a microsecond. */
  private static final int STEP_SIZE = 1_000;

  /**
   * A pull, from its first page to its last.
   *
   * @param number a sequence number
   * @param full whether every live cell is read
   * @param epochMillis when it began, by wall time
   * @param elapsedMillis when it began, by elapsed time
   * @param dataSet the component that contains this process's own count; empty if it has no origin, or does not know
   *     it yet
   * @param watermark the newest change that was known before this pull
   */
  private record Pull(
      long number,
      boolean full,
      long epochMillis,
      long elapsedMillis,
      String dataSet,
      long watermark) {
    /** Its number if it is a full pull, else 0. */
    long fullNumber() {
      return full ? number : 0;
    }
  }

  /** The request of one page of a pull, sent at this instant. */
  private record PageRequest(Pull pull, Ledger.PullCursor from, long elapsedMillis) {}

  private record ClockReading(long epochMillis, long elapsedMillis) {}

  /**
   * What the puller works with.
   *
   * @param sums stores every sum
   * @param table the subjects to update
   * @param pusher is notified of live cells on which another region spends, and of what the ledger holds
   * @param origin the state of this process's origin
   * @param pageSize the number of sums per page
   */
  public record PullerContext(
      ForeignSums sums, SubjectTable table, Pusher pusher, OriginState origin, int pageSize) {}

  private final LedgerLink link;
  private final PullerContext context;
  private final Cadence cadence;
  private final InFlight<PageRequest, Ledger.PullPage> inFlight;
  private final Queue<Ledger.CellSums> unmerged = new ArrayDeque<>();
  private long pulls;

  /** The pull of which a page is being merged, or was last. */
  private Pull merging = new Pull(0, false, Decision.View.UNKNOWN, 0, "", 0);

  /** Where that pull continues; null if its last page was read or it was given up. */
  private Ledger.@Nullable PullCursor next;

  /** The number of sums in that pull so far. */
  private long pulled;

  /** The data set of the last full pull. */
  private String dataSet = "";

  /** Whether the imported sums are no longer valid, so that the next pull must start at once. */
  private boolean isOutdated;

  private long watermark;

  /** Whether the last pull found nothing new, so that looking back a little would only read the same again. */
  private boolean quiet;

  /** How far behind the watermark the next pull looks, unless it is quiet. */
  private long lookBack = SHALLOW_MILLIS;

  private long nextDeep;
  private long nextFull;

  /** The latest reading of the ledger's clock, and when it arrived. Written by the ledger's threads. */
  private volatile ClockReading ledgerClock = new ClockReading(NEVER, 0);

  /** Unix milliseconds up to which other regions' counts are known. Written by the agent, read by checks. */
  private volatile long mergedAsOf = Decision.View.UNKNOWN;

  /** Completes when the first pull was merged or failed. */
  private final CompletableFuture<Boolean> firstPull = new CompletableFuture<>();

  /** Creates a puller that uses this link. */
  public Puller(LedgerLink link, PullerContext context, RandomGenerator random) {
    this.link = link;
    this.context = context;
    this.nextFull = link.elapsedMillis();
    this.nextDeep = nextFull + DEEP_EVERY_MILLIS;
    this.cadence = new Cadence(link.options().terms().pullMillis(), random, nextFull);
    this.inFlight = new InFlight<>(link.pulls(), "pull", new PullResult());
  }

  /** Handles the result of a page request. */
  private final class PullResult implements InFlight.Listener<PageRequest, Ledger.PullPage> {
    @Override
    public void answered(PageRequest pageRequest, Ledger.PullPage pullPage) {
      take(pageRequest, pullPage);
    }

    @Override
    public void failed(PageRequest pageRequest) {
      fail(pageRequest);
    }
  }

  @Override
  public int work() {
    long now = link.elapsedMillis();
    followDataSet();
    int done = inFlight.takeAnswer() + merge() + inFlight.giveUpLate();
    if (inFlight.isIdle()
        && unmerged.isEmpty()
        && (next != null || isDue(now))
        && link.pulls().tryCall()) {
      request(next == null ? begin(now) : new PageRequest(merging, next, now));
      done += 1 + inFlight.takeAnswer() + merge();
    }
    return done;
  }

  private boolean isDue(long now) {
    return context.origin().isSettled() && (cadence.isDue(now) || isOutdated);
  }

  /** Begins a pull: its first page request. */
  private PageRequest begin(long now) {
    isOutdated = false;
    boolean full = link.options().policy().isPeriodic() || now >= nextFull;
    Pull pull = new Pull(++pulls, full, link.epochMillis(), now, dataSet, watermark);
    long since = full ? 0 : since(now);
    if (full) {
      nextFull = now + FULL_EVERY_MILLIS;
      nextDeep = now + DEEP_EVERY_MILLIS;
    }
    pulled = 0;
    return new PageRequest(pull, Ledger.PullCursor.since(since), now);
  }

  private void request(PageRequest pageRequest) {
    next = null;
    Ledger.PullRequester pullRequester =
        new Ledger.PullRequester(link.region(), pageRequest.pull().dataSet());
    inFlight.await(
        pageRequest,
        link.ledger().pull(pullRequester, pageRequest.from(), context.pageSize()),
        DEADLINE_MILLIS);
  }

  /**
   * Starts a full pull when the data set becomes known or changes, because the data set determines which sums are this
   * region's own. Until then all components of the region are treated as the own one, so nothing that the origin also
   * holds is counted twice.
   */
  public void followDataSet() {
    String current = link.self().incarnation().dataSet();
    if (!current.equals(dataSet)) {
      context.sums().clear();
      dataSet = current;
      nextFull = link.elapsedMillis();
      isOutdated = true;
    }
  }

  private long since(long now) {
    if (now >= nextDeep) {
      nextDeep = now + DEEP_EVERY_MILLIS;
      return Math.max(0, watermark - DEEP_MILLIS);
    }
    return quiet ? watermark + 1 : Math.max(0, watermark - lookBack);
  }

  /** Records a reading of the ledger's clock. May be called from any thread. */
  public void ledgerClock(long epochMillis) {
    ledgerClock = new ClockReading(epochMillis, link.elapsedMillis());
  }

  private void take(PageRequest pageRequest, Ledger.PullPage pullPage) {
    Pull pull = pageRequest.pull();
    if (!pull.dataSet().equals(dataSet)) {
      return; // the meaning of the sums has changed: a full pull follows
    }
    unmerged.addAll(pullPage.sums());
    merging = pull;
    next = pullPage.isLast() ? null : pullPage.next();
    pulled += pullPage.sums().size();
    boolean leads = !pull.full() || pageRequest.from().isAtBeginning();
    followTo(leads && !pullPage.sums().isEmpty() ? pullPage.watermark() : watermark);
    quiet = watermark <= pull.watermark();
    lookBack = SHALLOW_MILLIS + pageRequest.elapsedMillis() - pull.elapsedMillis();
    link.observer().onGauge(Observer.Gauge.ROWS_LAST_PULL, pulled);
    if (pullPage.sums().isEmpty()) {
      mergedPage();
    }
  }

  /**
   * Moves the watermark to the newest change read, but not ahead of the ledger's clock. If that clock was set back, as
   * when another server takes over, future changes get earlier timestamps than those that were read.
   */
  private void followTo(long newest) {
    ClockReading clockReading = ledgerClock;
    long ledgerNow =
        clockReading.epochMillis() + link.elapsedMillis() - clockReading.elapsedMillis();
    watermark = Math.min(Math.max(watermark, newest), ledgerNow);
  }

  /**
   * Handles a failed page. The watermark does not move, so the next answer contains whatever this one would have. A
   * failed full pull is not retried at once: the ledger may be unable to serve it and still serve changes.
   */
  private void fail(PageRequest pageRequest) {
    nextDeep = link.elapsedMillis();
    if (pageRequest.pull().full()) {
      nextFull = nextDeep + FULL_AGAIN_MILLIS;
    }
    link.observer().onEvent(Event.LEDGER_PULL_FAILED, 1);
    firstPull.complete(false);
  }

  private int merge() {
    int merged = 0;
    if (!merging.dataSet().equals(link.self().incarnation().dataSet())) {
      unmerged.clear(); // the meaning of the sums has changed: a full pull follows
      next = null;
    }
    for (Ledger.CellSums next = unmerged.peek();
        next != null && merged < STEP_SIZE;
        next = unmerged.peek()) {
      unmerged.remove();
      merge(next);
      merged++;
    }
    if (merged > 0) {
      link.observer().onEvent(Event.LEDGER_PULLED, merged);
      link.observer().onGauge(Observer.Gauge.FOREIGN_SUMS, context.sums().size());
      if (unmerged.isEmpty()) {
        mergedPage();
      }
    }
    return merged;
  }

  private void mergedPage() {
    if (next != null) {
      return; // the pull continues
    }
    mergedAsOf = Math.max(mergedAsOf, merging.epochMillis());
    if (merging.full()) {
      context.pusher().onFullPull(merging.number(), merging.elapsedMillis());
    }
    firstPull.complete(true);
  }

  private void merge(Ledger.CellSums cellSums) {
    if (cellSums.skipped() > 0) {
      link.observer().onEvent(Event.COUNT_IMPLAUSIBLE, cellSums.skipped());
      link.observer()
          .onSkippedEntry(
              cellSums.cell(),
              "implausible counts of " + cellSums.cell() + " in the database: "
                  + cellSums.skipped());
    }
    ForeignSums.PutResult putResult = context.sums().put(cellSums, link.epochMillis());
    int dropped =
        context.sums().takeEvictedCount() + (putResult == ForeignSums.PutResult.DROPPED ? 1 : 0);
    if (dropped > 0) {
      link.observer().onEvent(Event.LEDGER_SUM_DROPPED, dropped);
    }
    context.pusher().onPulled(cellSums, merging.fullNumber());
    Subject named = context.table().find(cellSums.cell().subject());
    Subject subject = named != null && named.isNamed(cellSums.cell()) ? named : null;
    Cell cell = subject == null ? null : subject.cell(cellSums.cell().sequence());
    if (cell == null) {
      if (putResult == ForeignSums.PutResult.NEW) {
        link.observer().onEvent(Event.CELL_CREATED_BY_IMPORT, 1);
      }
      if (subject != null && cellSums.foreign() > 0 && subject.current().regional() > 0) {
        // Other regions may already be in the next window, where this region's previous one still
        // counts. If this subject gets no more checks here, only this call can push it.
        context.pusher().consider(subject.current());
      }
      return;
    }
    boolean appeared = cell.foreign() == 0 && cellSums.foreign() > 0;
    cell.raiseRegional(cellSums.regional());
    cell.raiseForeign(cellSums.foreign());
    if (appeared) {
      context.pusher().consider(cell);
      // The usage of others in the previous window can make this cell worth pushing as well.
      context.pusher().consider(cell.subject().current());
    }
  }

  /** Completes with true when the first pull was merged, or with false when it failed. */
  public CompletableFuture<Boolean> firstPull() {
    return firstPull;
  }

  /**
   * Unix milliseconds up to which other regions' counts are known; {@link Decision.View#UNKNOWN} before the first
   * pull.
   */
  public long asOf() {
    return mergedAsOf;
  }
}

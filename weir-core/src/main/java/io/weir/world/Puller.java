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

/** Asks the ledger what other regions admitted, and merges the answer. */
public final class Puller implements Agent {
  /*
   * Sums go into the table of foreign sums first and into a live subject second; a subject that is just being created
   * becomes visible first and looks into the table second. Whichever order the two take, one of them sees the other.
   *
   * A change is stamped when its statement begins and seen when it commits, so one that took long appears behind the
   * watermark. Asking far back each time would find it, at the price of reading everything thirty times over. So most
   * pulls look back a little, every so often one looks back as far as a push may take, and now and then everything is
   * read: a late commit is seen later, never lost.
   *
   * A pull is read page by page, so that it takes a bounded amount of memory however much there is, and each page is merged
   * before the next is asked for. A pull of everything follows an order that changes do not affect, so what changes meanwhile
   * may be behind it: the watermark follows its first page only, which is older than all of these. What changed since a
   * watermark is read in the order of changes, so the watermark follows every page. But a commit that would have been in time
   * for the last page may have missed an earlier one, so the next pull looks back by the time that lay between.
   */

  /** How far most pulls look back behind the watermark: more than a commit usually takes. */
  private static final long SHALLOW_MILLIS = 250;

  /** How far some look back: a push's deadline, and as much again twice over for replicas that are behind. */
  private static final long DEEP_MILLIS = 30_000;

  /** How often they do: each change is read about once and a half more for it. */
  private static final long DEEP_EVERY_MILLIS = 20_000;

  /** Everything is read this often, should a change ever have slipped through. */
  private static final long FULL_EVERY_MILLIS = 300_000;

  /** And when that failed, again after this long. */
  private static final long FULL_AGAIN_MILLIS = 30_000;

  private static final long DEADLINE_MILLIS = 10_000;

  /** So far ahead that it never comes, and so far from overflow that time can be added. */
  private static final long NEVER = Long.MAX_VALUE / 2;

  /** Sums merged per step: each costs about a microsecond. */
  private static final int STEP_SIZE = 1_000;

  /**
   * A pull, from its first page to its last.
   *
   * @param number counts up
   * @param full whether everything is asked for
   * @param epochMillis when it began, by wall time
   * @param elapsedMillis when it began, by elapsed time
   * @param dataSet the component that the asker's own count is part of; empty if it has no origin, or does not know it yet
   * @param watermark the newest change that was known before
   */
  private record Pull(
      long number,
      boolean full,
      long epochMillis,
      long elapsedMillis,
      String dataSet,
      long watermark) {
    /** Its number if everything was asked for, else 0. */
    long fullNumber() {
      return full ? number : 0;
    }
  }

  /** One page of a pull, asked for at this instant. */
  private record PageRequest(Pull pull, Ledger.PullCursor from, long elapsedMillis) {}

  private record ClockReading(long epochMillis, long elapsedMillis) {}

  /**
   * Whom the puller works for.
   *
   * @param sums remembers every sum
   * @param table holds the subjects that are to know
   * @param pusher hears of live cells that another region turned out to spend on, and of what the ledger holds
   * @param origin what is known of this process's origin
   * @param pageSize how many sums are asked for at once
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

  /** Where that pull goes on; null if its last page was read, or it was given up. */
  private Ledger.@Nullable PullCursor next;

  /** How many sums it had so far. */
  private long pulled;

  /** The data set for which everything was asked last. */
  private String dataSet = "";

  /** Whether what was heard says nothing any more, so that the next pull can't wait. */
  private boolean isOutdated;

  private long watermark;

  /** Whether the last pull found nothing new, so that looking back a little again would only read the same once more. */
  private boolean quiet;

  /** How far behind the watermark the next pull looks, unless it is quiet. */
  private long lookBack = SHALLOW_MILLIS;

  private long nextDeep;
  private long nextFull;

  /** What the ledger's clock said, and when. Written by the ledger's threads. */
  private volatile ClockReading ledgerClock = new ClockReading(NEVER, 0);

  /** Unix milliseconds up to which other regions' counts are known. Written by the agent, read by checks. */
  private volatile long mergedAsOf = Decision.View.UNKNOWN;

  /** Done once the first pull was merged, or failed. */
  private final CompletableFuture<Boolean> firstPull = new CompletableFuture<>();

  /** Pulls at this seat. */
  public Puller(LedgerLink link, PullerContext context, RandomGenerator random) {
    this.link = link;
    this.context = context;
    this.nextFull = link.elapsedMillis();
    this.nextDeep = nextFull + DEEP_EVERY_MILLIS;
    this.cadence = new Cadence(link.options().terms().pullMillis(), random, nextFull);
    this.inFlight = new InFlight<>(link.pulls(), "pull", new PullResult());
  }

  /** What becomes of a question. */
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

  /** The first question of a pull. */
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
   * Which sums are this region's depends on the data set: once it is known, or another one, everything is asked again. Until
   * then all components of the region are taken for the own one: so nothing that the origin holds too is counted twice.
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

  /** Hears what the ledger's clock says. May be called from any thread. */
  public void ledgerClock(long epochMillis) {
    ledgerClock = new ClockReading(epochMillis, link.elapsedMillis());
  }

  private void take(PageRequest pageRequest, Ledger.PullPage pullPage) {
    Pull pull = pageRequest.pull();
    if (!pull.dataSet().equals(dataSet)) {
      return; // what the sums mean has changed: everything is asked again
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
   * Moves the watermark to the newest change read, but not ahead of the ledger's clock: if that was set back, as when another
   * server takes over, changes to come are stamped earlier than those that were read.
   */
  private void followTo(long newest) {
    ClockReading clockReading = ledgerClock;
    long ledgerNow =
        clockReading.epochMillis() + link.elapsedMillis() - clockReading.elapsedMillis();
    watermark = Math.min(Math.max(watermark, newest), ledgerNow);
  }

  /**
   * The watermark stands where it stood, so the next answer holds whatever this one would have. A pull of everything that
   * failed is not tried again at once: if it is too much for the ledger, changes still are not.
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
      unmerged.clear(); // what the sums mean has changed: everything is asked again
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
      return; // the pull goes on
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
        // Perhaps others are a window ahead: what this region has in the one before still counts
        // there,
        // and if nobody asks here any more, nobody else would tell.
        context.pusher().consider(subject.current());
      }
      return;
    }
    boolean appeared = cell.foreign() == 0 && cellSums.foreign() > 0;
    cell.raiseRegional(cellSums.regional());
    cell.raiseForeign(cellSums.foreign());
    if (appeared) {
      context.pusher().consider(cell);
      // What others spent in the window before makes this one worth telling as well.
      context.pusher().consider(cell.subject().current());
    }
  }

  /** Completes when the first pull was merged, with true, or failed, with false. */
  public CompletableFuture<Boolean> firstPull() {
    return firstPull;
  }

  /** Unix milliseconds up to which other regions' counts are known; {@link Decision.View#UNKNOWN} before the first pull. */
  public long asOf() {
    return mergedAsOf;
  }
}

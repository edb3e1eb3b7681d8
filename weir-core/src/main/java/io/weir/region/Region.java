// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.ProcessContext;
import io.weir.sync.LedgerState;
import io.weir.sync.NameRenewal;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.time.PauseTimer;
import io.weir.window.Evaluation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This process's part in its region: everything that talks to the origin, wired together. */
public final class Region implements Agent, OriginState {
  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /** Evicted cells that wait for an origin that is away may take up this share of the memory ceiling, and no more. */
  private static final int ORPHAN_DIVISOR = 4;

  /**
   * As many may always wait, under the lowest ceiling too: some two megabytes. A quarter of a few subjects would not last
   * through one batch that is late by a moment, and what was evicted meanwhile would be given up with a healthy origin.
   */
  private static final long MIN_ORPHANS = 4_096;

  /** How long a check waits that is ahead of the region although it has just asked: some round trips of the others. */
  private static final long PAUSE_MILLIS = 5;

  /** A refusal makes a subject strict for one window, but not longer than this: on a long one it would be reads for weeks. */
  private static final long MAX_STRICT_MILLIS = 60_000;

  /** How old a view may be that a strict subject is decided by: from a publish gap to a publish delay. */
  private static final long MIN_STRICT_AGE_MILLIS = 5;

  private static final long MAX_STRICT_AGE_MILLIS = 250;

  /** How long a process waits for the name of its data set before it asks the ledger for counts that may be part of it. */
  private static final long DATA_SET_WAIT_MILLIS = 1_000;

  private final long createdAt;
  private final Origin origin;
  private final OriginOptions options;
  private final Observer observer;
  private final OriginReader reader;
  private final Publisher publisher;
  private final ProcessHeartbeat heartbeat;
  private final Restorer restorer;
  private final OriginBudget budget;
  private final PauseTimer pauseTimer;
  private final OriginLink originLink;
  private final RegionContext context;

  /** Whoever steps the agents, once somebody does. Set by the engine's start(). */
  private volatile @Nullable AgentRunner runner;

  /** Takes part in the region of this origin. */
  public Region(
      Origin origin, OriginOptions options, ProcessContext processContext, RegionContext context) {
    this.origin = origin;
    this.options = options;
    this.observer = processContext.observer();
    this.createdAt = processContext.elapsedMillis();
    this.context = context;
    this.budget = new OriginBudget(origin, options, processContext, this::processes);
    this.originLink =
        OriginLink.of(origin, options, processContext, budget).withProcesses(this::processes);
    origin.onFault(this::leftOut);
    this.pauseTimer = new PauseTimer(processContext.elapsed(), PAUSE_MILLIS);
    this.reader = new OriginReader(originLink, this::onDataLoss, this::isOverloadedBy);
    this.heartbeat = new ProcessHeartbeat(originLink, new HeartbeatEvents());
    long maxSubjects = context.table().maxSubjects();
    long maxOrphans = Math.max(MIN_ORPHANS, maxSubjects / ORPHAN_DIVISOR);
    this.publisher = new Publisher(
        originLink,
        new Publisher.PublisherContext(
            heartbeat::processes,
            context.imported(),
            this::onDataLoss,
            2 * maxSubjects + maxOrphans,
            maxOrphans / 2,
            context.maxDraftBytes()));
    this.restorer = new Restorer(originLink, context.table(), publisher, heartbeat);
  }

  /**
   * What the region shares with the rest of the engine.
   *
   * @param table the subjects in memory
   * @param imported hears of each cell whose regional count was confirmed
   * @param renewal gives the process new names
   * @param ledger what is known of the ledger, once there is one
   * @param maxDraftBytes how much memory evicted cells may take while they wait to be published
   */
  public record RegionContext(
      SubjectTable table,
      Consumer<Cell> imported,
      NameRenewal renewal,
      Supplier<LedgerState> ledger,
      long maxDraftBytes) {}

  /** What heartbeats bring to light. */
  private final class HeartbeatEvents implements ProcessHeartbeat.HeartbeatListener {
    @Override
    public void onDataSet(String name) {
      if (!originLink.self().incarnation().dataSet().isEmpty()) {
        context.renewal().renew(name, this::handOver);
        return;
      }
      originLink.self().incarnation().learn(name);
      if (context.ledger().get().isPulled()) {
        context.renewal().renew(); // what was taken for the own component may be another one
      }
    }

    private void handOver(Cell cell) {
      // The ledger takes it as part of the component of the origin before.
      if (!context.ledger().get().tryFinish(cell) && cell.count() > 0) {
        publisher.handOver(cell);
      }
    }

    @Override
    public boolean canNameDataSet() {
      return context.ledger().get().isWithoutOrigins();
    }

    @Override
    public void onDataLoss() {
      restorer.begin();
    }

    @Override
    public void onMissedRecovery() {
      context.renewal().renew(originLink.self().incarnation().dataSet(), restorer::abandon);
      restorer.missedRecovery();
    }

    @Override
    public void onDuplicate() {
      context.renewal().renew();
    }
  }

  /** A file of this process alone is the only place for what it evicts, so new subjects of who evicts much wait until there is room. */
  private boolean isOverloadedBy(String workspace) {
    return origin.isExclusive() && publisher.isOverloadedBy(workspace);
  }

  /** Whether evicted cells take more than half of the room that they have while they wait to be published. */
  public boolean hasManyOrphans() {
    return publisher.isOverloaded();
  }

  /** The origin had acknowledged more than it holds. */
  private void onDataLoss() {
    observer.onEvent(Event.ORIGIN_WIPE_SEEN, 1);
    // It may have lost its name too, and this process knows it.
    heartbeat.sendSoon();
    restorer.republish();
  }

  /** The origin holds something that is no count. */
  private void leftOut(CellKey cell, boolean isReadable, String what) {
    if (isReadable) {
      observer.onEvent(Event.COUNT_IMPLAUSIBLE, 1);
    }
    observer.onSkippedEntry(cell, what);
  }

  /** This process writes under another name from now on. */
  public void renewName() {
    heartbeat.renewName();
  }

  @Override
  public boolean isSettled() {
    return heartbeat.firstHeartbeat().isDone()
        && (heartbeat.isNamed()
            || originLink.self().elapsedMillis() - createdAt >= DATA_SET_WAIT_MILLIS);
  }

  @Override
  public boolean isRecovering() {
    return restorer.isRecovering();
  }

  /** Whether this process alone writes into its origin. */
  public boolean isExclusive() {
    return origin.isExclusive();
  }

  /** Whether an allow needs a fresh view whatever is known: allows under an exact window are few, and must not be wrong. */
  public boolean needsFreshView(Evaluation e) {
    return e.isExact() && e.cost() > 0 && !isExclusive();
  }

  /** For how long after a refusal a subject with windows of this length is strict. */
  public static long strictMillis(long duration) {
    return Math.min(duration, MAX_STRICT_MILLIS);
  }

  /**
   * Whether the region could contradict what a strict subject would allow: the view is from before the refusal, or older than
   * the head-room permits. If the cost leaves half of the limit, that is a quarter of a second; if it leaves a hundredth or
   * less, five milliseconds. So a caller who is refused now and then does not make every other check a read.
   */
  public boolean isTooOldForStrict(Subject subject, Evaluation e) {
    long asOf = subject.trustedUntil() - freshMillis();
    long age = e.epochMillis() - asOf;
    long left = Math.max(0, e.headroom() - e.cost());
    long part = Math.max(1, e.limit() / (2 * MAX_STRICT_AGE_MILLIS)); // of the limit, per ms
    long permitted = Math.min(left / part, MAX_STRICT_AGE_MILLIS);
    return asOf <= subject.strictUntil() - strictMillis(e.duration())
        || age < 0
        || age > Math.max(MIN_STRICT_AGE_MILLIS, permitted);
  }

  private int processes() {
    return heartbeat.processes();
  }

  /** How many other processes may be spending at this moment without this one's knowledge. */
  public int otherProcesses() {
    return heartbeat.processes() - 1;
  }

  /** Whether a check that came at the first instant may still wait for the region at the second. */
  public boolean isWithinDeadline(long sinceMillis, long nowMillis) {
    return nowMillis - sinceMillis < options.readDeadlineMillis();
  }

  /** Completes when it is of use to ask again, a few milliseconds from now. */
  public CompletableFuture<?> pause() {
    return pauseTimer.begin();
  }

  /** Hears that a cell was admitted to. */
  public void changed(Cell cell) {
    publisher.changed(cell);
  }

  @Override
  public int work() {
    int done = reader.work() + heartbeat.work() + publisher.work() + restorer.work();
    return done + budget.work() + pauseTimer.work();
  }

  /** Who asks the origin. */
  public OriginReader reader() {
    return reader;
  }

  /** Ends all waiting: whoever still waits is answered from local counts. */
  public void cancelReads() {
    reader.close();
    pauseTimer.close();
  }

  /** How old a view of the region may get before it is refreshed. */
  public long freshMillis() {
    return originLink.freshMillis();
  }

  /** For how long others may spend before they are heard of; a view that is older says little of them. */
  public int recentMillis() {
    return originLink.recentMillis();
  }

  /** How long the origin is not asked after a read that failed. */
  public long retryMillis() {
    return options.retryMillis();
  }

  /** Learns who steps the agents. */
  public void runBy(AgentRunner thread) {
    runner = thread;
  }

  /** Completes when it is known whether the origin can be reached. */
  public CompletableFuture<Boolean> firstHeartbeat() {
    return heartbeat.firstHeartbeat();
  }

  /** Waits for an answer that the agents' thread guarantees to come. */
  public <T> T await(CompletableFuture<T> answer) {
    AgentRunner thread = runner;
    if (!answer.isDone() && (thread == null || !thread.isRunning())) {
      throw new IllegalStateException(
          "this check must wait for the origin, but no thread runs the engine:"
              + " call start() first, or use checkAsync and work()");
    }
    return answer.join();
  }

  /** Whether the origin lacks something that this process admitted. */
  private boolean isDirty() {
    return publisher.isDirty();
  }

  /** How much memory evicted cells take while they wait to be published. */
  public long orphanBytes() {
    return publisher.orphanBytes();
  }

  /** Tells the origin everything, as long as it is waited for, says goodbye, and closes it. */
  public void close(Consumer<BooleanSupplier> waiting) {
    publisher.flush();
    waiting.accept(this::isDirty);
    heartbeat.leave();
    waiting.accept(heartbeat::isLeaving);
    if (isDirty()) {
      LOG.log(
          Level.WARNING,
          "shut down with {0} unpublished cells: the origin did not accept them",
          publisher.dirtyCells());
    }
    origin.close();
  }
}

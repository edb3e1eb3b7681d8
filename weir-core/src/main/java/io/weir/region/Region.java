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

  /**
   * The share of the memory ceiling, as a divisor, that evicted cells may use while they wait for an unavailable
   * origin.
   */
  private static final int ORPHAN_DIVISOR = 4;

  /**
   * This many evicted cells may always wait, even under the lowest ceiling: about two megabytes. A quarter of a small
   * table would not last through one slightly late batch, and evicted counts would be dropped although the origin is
   * healthy.
   */
  private static final long MIN_ORPHANS = 4_096;

  /**
   * How long a check waits that is ahead of the region although it has just read: some round trips of the other
   * processes.
   */
  private static final long PAUSE_MILLIS = 5;

  /**
   * A refusal makes a subject strict for one window, but no longer than this. On a long window it would otherwise
   * cause reads for weeks.
   */
  private static final long MAX_STRICT_MILLIS = 60_000;

  /** The oldest view from which a strict subject may be decided: between a publish gap and a publish delay. */
  private static final long MIN_STRICT_AGE_MILLIS = 5;

  private static final long MAX_STRICT_AGE_MILLIS = 250;

  /**
   * How long a process waits for the name of its data set before it pulls counts from the ledger that may belong to
   * it.
   */
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

  /** Runs the agents once the engine has started. Set by the engine's start(). */
  private volatile @Nullable AgentRunner runner;

  /** Creates this process's part in the region of this origin. */
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
   * @param imported called with each cell whose regional count was confirmed
   * @param renewal gives the process new names
   * @param ledger the state of the ledger, once there is one
   * @param maxDraftBytes the memory that evicted cells may use while they wait to be published
   */
  public record RegionContext(
      SubjectTable table,
      Consumer<Cell> imported,
      NameRenewal renewal,
      Supplier<LedgerState> ledger,
      long maxDraftBytes) {}

  /** Handles what heartbeats reveal. */
  private final class HeartbeatEvents implements ProcessHeartbeat.HeartbeatListener {
    @Override
    public void onDataSet(String name) {
      if (!originLink.self().incarnation().dataSet().isEmpty()) {
        context.renewal().renew(name, this::handOver);
        return;
      }
      originLink.self().incarnation().learn(name);
      if (context.ledger().get().isPulled()) {
        context.renewal().renew(); // another component may have been taken for the own one
      }
    }

    private void handOver(Cell cell) {
      // The ledger stores it as part of the component of the previous origin.
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

  /**
   * Whether new subjects of this workspace must wait. A private file is the only place for evicted cells, so a
   * workspace that evicts much waits until there is room.
   */
  private boolean isOverloadedBy(String workspace) {
    return origin.isExclusive() && publisher.isOverloadedBy(workspace);
  }

  /** Whether evicted cells use more than half of the memory that they may use while they wait to be published. */
  public boolean hasManyOrphans() {
    return publisher.isOverloaded();
  }

  /** Handles an origin that holds less than it had acknowledged. */
  private void onDataLoss() {
    observer.onEvent(Event.ORIGIN_WIPE_SEEN, 1);
    // The origin may have lost its name too, and this process knows it.
    heartbeat.sendSoon();
    restorer.republish();
  }

  /** Reports an entry in the origin that is not a valid count. */
  private void leftOut(CellKey cell, boolean isReadable, String what) {
    if (isReadable) {
      observer.onEvent(Event.COUNT_IMPLAUSIBLE, 1);
    }
    observer.onSkippedEntry(cell, what);
  }

  /** Called after this process got a new name. */
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

  /** Whether no other process writes to this process's origin. */
  public boolean isExclusive() {
    return origin.isExclusive();
  }

  /** Whether an allow always needs a fresh view: allows under an exact window are few and must be correct. */
  public boolean needsFreshView(Evaluation e) {
    return e.isExact() && e.cost() > 0 && !isExclusive();
  }

  /** How long a subject with windows of this length is strict after a refusal. */
  public static long strictMillis(long duration) {
    return Math.min(duration, MAX_STRICT_MILLIS);
  }

  /**
   * Whether the view is too old for a strict subject: it is from before the refusal, or older than the head-room
   * permits. The permitted age is a quarter of a second if the cost leaves half of the limit, and five milliseconds if
   * it leaves a hundredth or less. So a caller that is refused occasionally does not turn every other check into a
   * read.
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

  /** The number of other processes that may be spending now without this one's knowledge. */
  public int otherProcesses() {
    return heartbeat.processes() - 1;
  }

  /** Whether a check that arrived at the first instant may still wait for the region at the second. */
  public boolean isWithinDeadline(long sinceMillis, long nowMillis) {
    return nowMillis - sinceMillis < options.readDeadlineMillis();
  }

  /** Completes in a few milliseconds, when another read is useful. */
  public CompletableFuture<?> pause() {
    return pauseTimer.begin();
  }

  /** Called when cost was admitted to a cell. */
  public void changed(Cell cell) {
    publisher.changed(cell);
  }

  @Override
  public int work() {
    int done = reader.work() + heartbeat.work() + publisher.work() + restorer.work();
    return done + budget.work() + pauseTimer.work();
  }

  /** The reader of the origin. */
  public OriginReader reader() {
    return reader;
  }

  /** Ends all waiting for reads: the waiting checks are decided from local counts. */
  public void cancelReads() {
    reader.close();
    pauseTimer.close();
  }

  /** The age at which a view of the region is refreshed. */
  public long freshMillis() {
    return originLink.freshMillis();
  }

  /** How long other processes may spend before their counts arrive here. An older view says little about them. */
  public int recentMillis() {
    return originLink.recentMillis();
  }

  /** How long a subject decides locally after a failed read. */
  public long retryMillis() {
    return options.retryMillis();
  }

  /** Sets the runner of the agents. */
  public void runBy(AgentRunner thread) {
    runner = thread;
  }

  /** Completes with whether the origin can be reached. */
  public CompletableFuture<Boolean> firstHeartbeat() {
    return heartbeat.firstHeartbeat();
  }

  /** Waits for an answer, which the agents' thread guarantees to complete. */
  public <T> T await(CompletableFuture<T> answer) {
    AgentRunner thread = runner;
    if (!answer.isDone() && (thread == null || !thread.isRunning())) {
      throw new IllegalStateException(
          "this check must wait for the origin, but no thread runs the engine:"
              + " call start() first, or use checkAsync and work()");
    }
    return answer.join();
  }

  /** Whether the origin lacks a count that this process admitted. */
  private boolean isDirty() {
    return publisher.isDirty();
  }

  /** The memory that evicted cells use while they wait to be published. */
  public long orphanBytes() {
    return publisher.orphanBytes();
  }

  /**
   * Publishes all counts to the origin, as long as {@code waiting} permits, sends the leave message, and closes the
   * origin.
   */
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

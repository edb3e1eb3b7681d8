// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.BatchDecision;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectExpiry;
import io.weir.cell.SubjectTable;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.process.Incarnation;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.reset.Epochs;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.reset.Resetter;
import io.weir.sync.LedgerState;
import io.weir.sync.NameRenewal;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.time.CoarseClock;
import io.weir.time.NanoClock;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import io.weir.world.ForeignSums;
import io.weir.world.LedgerLink;
import io.weir.world.World;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A rate limiter for one process: decides in memory, and converges with its region and the world in the background.
 *
 * <p>In production {@link #start} runs the background work on a thread of its own. Tests and simulations call
 * {@link #work} instead, as often as they like; then nothing happens at any other time.
 */
public final class Engine implements Agent, AutoCloseable {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  /** Signals taken per step, so that a flood of new cells does not keep other agents waiting. */
  private static final int SIGNALS_PER_STEP = 4_096;

  /** How long the agents' thread pauses when there is nothing to do: far below the publish gap, and a few per cent of a core at most. */
  private static final long IDLE_NANOS = 1_000_000;

  /** Without stores there is only forgetting to do, and that can wait. */
  private static final long STANDALONE_IDLE_NANOS = 4_000_000;

  /** How long a start may wait for the stores. As long as the first heartbeat may take to be answered. */
  private static final long MAX_START_MILLIS = 5_000;

  private final long closeMillis;
  private final NanoClock elapsed;
  private final Reporter reporter;
  private final @Nullable CoarseClock ownClock;
  private final MemoryPlan memory;
  private final ForeignSums sums;
  private final SubjectTable table;
  private final SubjectExpiry subjectExpiry;
  private final NameRenewal nameRenewal;
  private final @Nullable Region region;
  private final @Nullable World world;
  private final Resetter resetter;
  private final Decider decider;
  private final AgentRunner runner;

  /** When closing gives up on a store, and its idle steps so far. Touched by close() alone. */
  private long closeDeadline;

  private long idleSteps;

  Engine(EngineBuilder builder) {
    this.closeMillis = builder.closeMillis;
    this.elapsed = builder.elapsed;
    this.ownClock =
        builder.clock instanceof CoarseClock coarse && builder.ownsClock ? coarse : null;
    this.reporter = new Reporter(builder.observer, builder.region, builder.elapsed);
    ProcessContext processContext = new ProcessContext(
        new Incarnation(builder.random), builder.clock, builder.elapsed, reporter);
    this.memory = builder.memory();
    this.sums = builder.foreignSums();
    Epochs epochs = new Epochs();
    this.table = builder.table(sums, processContext.observer(), epochs);
    this.resetter = new Resetter(processContext, builder.resets(), epochs, table::retireOutdated);
    this.subjectExpiry = new SubjectExpiry(table, processContext.clock());
    this.nameRenewal = new NameRenewal(processContext, table, this::renewName, this::isOverloaded);
    this.region = builder.origin == null
        ? null
        : new Region(
            builder.origin,
            builder.originOptions(),
            processContext,
            new Region.RegionContext(
                table, this::notifyWorld, nameRenewal, this::ledger, memory.drafts()));
    this.world = builder.ledger == null
        ? null
        : new World(
            new LedgerLink(builder.ledger, builder.region, builder.ledgerOptions, processContext),
            new World.WorldContext(
                table,
                sums,
                region == null ? OriginState.NONE : region,
                this::refresh,
                nameRenewal::renew,
                memory.hotCells(),
                memory.sumsPerPage()),
            builder.random);
    this.decider = new Decider(
        processContext,
        region,
        world,
        builder.observer == Observer.NONE ? null : processContext.observer());
    this.runner =
        new AgentRunner(this, "weir-agents", isStandalone() ? STANDALONE_IDLE_NANOS : IDLE_NANOS);
  }

  private LedgerState ledger() {
    return world == null ? LedgerState.NONE : world;
  }

  private boolean isOverloaded() {
    return region != null && region.hasManyOrphans();
  }

  private void refresh(Subject subject) {
    if (region != null) {
      region.reader().refreshInBackground(subject);
    }
  }

  /** This process writes under another name from now on. */
  private void renewName() {
    if (region != null) {
      region.renewName();
    }
    if (world != null) {
      world.renewName();
    }
  }

  /** An engine to be put together piece by piece. */
  public static EngineBuilder builder() {
    return new EngineBuilder();
  }

  /** An engine for a process on its own, with the default clock and ceiling. */
  public static Engine create() {
    return builder().build();
  }

  /** Answers checks under this limit. Limiters of the same workspace, namespace and duration share their counts. */
  public Limiter limiter(String workspace, String namespace, LimitPolicy limitPolicy) {
    BatchCheck.requireScope(workspace, namespace);
    return new Limiter(
        decider, table.scope(workspace, namespace, limitPolicy.durationMillis()), limitPolicy);
  }

  /** Decides all of these checks together: either all are counted, or none. Waits as {@link Limiter#check} does. */
  public BatchDecision check(List<BatchCheck> checks) {
    CompletableFuture<BatchDecision> decision = checkAsync(checks);
    return region == null ? decision.join() : region.await(decision);
  }

  /** Like {@link #check}, already complete when no store has to be asked. Never completes exceptionally. */
  public CompletableFuture<BatchDecision> checkAsync(List<BatchCheck> checks) {
    decider.requireOpen();
    if (checks.isEmpty()) {
      throw new IllegalArgumentException("a batch must hold at least 1 check, but held 0");
    }
    for (BatchCheck batchCheck : checks) {
      if (batchCheck.limiter().decider() != decider) {
        throw new IllegalArgumentException(
            "all checks of a batch must belong to the same engine, but the limiter of "
                + batchCheck.identifier() + " belongs to another engine");
      }
    }
    return new Batch(decider, checks).decide();
  }

  /** Starts to count an identifier anew, whatever the window, in all processes that share a store: see {@link Resetter#reset}. */
  public CompletableFuture<ResetResult> reset(String workspace, String namespace, String who) {
    BatchCheck.requireScope(workspace, namespace);
    BatchCheck.requireIdentifier(who);
    return resetter.reset(new Resets.ResetTarget(workspace, namespace, who));
  }

  /**
   * Starts the default clock, if it is in use, and the thread that steps the agents. With an origin or a ledger it waits
   * until that was heard of or turned out to be away, a moment as a rule and five seconds at most: so the first checks are
   * not decided alone only because a connection takes longer than a check may wait, and a restarted process knows what was
   * spent before.
   */
  public void start() {
    decider.requireOpen();
    if (ownClock != null) {
      ownClock.start();
    }
    if (region != null) {
      region.runBy(runner);
    }
    runner.start();
    long by = elapsed.elapsedMillis() + MAX_START_MILLIS;
    if (region != null) {
      awaitDeadline(by, region.firstHeartbeat());
    }
    awaitDeadline(by, resetter.firstRead());
    if (world != null) {
      awaitDeadline(by, world.firstPull());
    }
  }

  private void awaitDeadline(long by, CompletableFuture<?> firstWord) {
    try {
      firstWord.get(Math.max(0, by - elapsed.elapsedMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "started before a store responded", e);
    }
  }

  /** One bounded step of everything that happens over time. For one caller at a time, and not after {@link #start}. */
  @Override
  public int work() {
    int done = dispatchSignals() + subjectExpiry.work() + nameRenewal.work() + resetter.work();
    if (region != null) {
      done += region.work();
    }
    if (world != null) {
      done += world.work();
    }
    return done;
  }

  private int dispatchSignals() {
    int passed = 0;
    while (passed < SIGNALS_PER_STEP) {
      Cell cell = table.signals().poll();
      if (cell == null) {
        return passed;
      }
      passed++;
      if (region != null
          && cell.count() > 0) { // else it is here for its limit, with nothing to publish
        region.changed(cell);
      }
      notifyWorld(cell);
    }
    return passed;
  }

  private void notifyWorld(Cell cell) {
    if (world != null) {
      world.changed(cell);
    }
  }

  private boolean isStandalone() {
    return region == null && world == null;
  }

  /**
   * What this process knows of a subject, without asking anybody and without disturbing anything; empty when it is not in
   * memory. For people who look into a running system, and for tests.
   */
  public Optional<SubjectState> inspect(SubjectKey key) {
    Subject subject = table.find(key);
    if (subject == null) {
      return Optional.empty();
    }
    Evaluation e = new Evaluation(
        subject.lowestLimit(), key.durationMillis(), 0, decider.self().epochMillis());
    subject.peek(e);
    return Optional.of(new SubjectState(
        decider.self().incarnation().writer(subject.generation()),
        Window.sequence(e.start(), key.durationMillis()),
        new CountsByOrigin(e.own(), e.siblings(), e.foreign(), e.speculative()),
        new CountsByOrigin(
            e.previousOwn(), e.previousSiblings(), e.previousForeign(), e.previousSpeculative())));
  }

  /**
   * What a process knows of a subject.
   *
   * @param writer the name under which it writes its own counts into the stores
   * @param sequence the newest window that it saw
   * @param current what that window holds
   * @param previous what the window before it holds
   */
  public record SubjectState(
      String writer, long sequence, CountsByOrigin current, CountsByOrigin previous) {}

  /** Which of its stores this engine can reach, as far as it knows. Asks nobody: cheap enough for every probe. */
  public Health health() {
    return new Health(
        reporter.isAvailable(Observer.Dependency.ORIGIN),
        reporter.isAvailable(Observer.Dependency.LEDGER),
        reporter.origins());
  }

  /**
   * Which stores an engine can reach. One counts as reachable until a call to it fails, and again once one succeeds; so
   * does one that the engine was built without. Decisions go on either way.
   *
   * @param originAvailable whether this process takes part in its region
   * @param ledgerAvailable whether it takes part in the world
   * @param origins how many different origins the region's processes use, as far as the ledger knows: more than one means
   *     that two stores are in use under one region name
   */
  public record Health(boolean originAvailable, boolean ledgerAvailable, int origins) {}

  /** How many subjects are in memory. */
  public long subjects() {
    return table.size();
  }

  /** How much memory the engine's parts may take. */
  public MemoryPlan memoryPlan() {
    return memory;
  }

  /** How much they take. Asks nobody: cheap enough for every scrape. */
  public MemoryUse memoryUse() {
    return new MemoryUse(
        table.bytes(),
        world == null ? 0 : world.hotBytes(),
        region == null ? 0 : region.orphanBytes(),
        sums.bytes());
  }

  /** How many scopes are in memory. For tests. */
  int scopes() {
    return table.scopes();
  }

  /**
   * Takes no more checks, tells the origin and then the ledger what they do not know yet, within the time allowed, and
   * closes both. Does nothing when called again.
   */
  @Override
  public synchronized void close() {
    if (!decider.close()) {
      return;
    }
    runner.close();
    resetter.close();
    startCloseTimeout();
    if (region != null) {
      workWhile(region.reader()::isBusy);
      region.cancelReads();
    }
    if (!isStandalone()) {
      table.close();
      while (dispatchSignals() > 0) {
        // everything that was admitted up to here
      }
    }
    if (region != null) {
      region.close(this::workWhile);
    }
    if (world != null) {
      startCloseTimeout(); // of its own: an origin that is away must not use up the ledger's
      world.close(this::workWhile);
    }
    if (ownClock != null) {
      ownClock.close();
    }
  }

  private void startCloseTimeout() {
    closeDeadline = elapsed.elapsedMillis() + closeMillis;
    idleSteps = 0;
  }

  /**
   * Steps the agents until the store knows everything, or the time allowed for it is up. Idle steps count as well, a
   * millisecond each: on a clock that a test moves, or does not, no time passes.
   */
  private void workWhile(BooleanSupplier busy) {
    // While the flag is up no pause lasts, and the time allowed would be over at once.
    boolean interrupted = Thread.interrupted();
    while (busy.getAsBoolean()
        && idleSteps < closeMillis
        && elapsed.elapsedMillis() < closeDeadline) {
      if (work() == 0) {
        idleSteps++;
        LockSupport.parkNanos(this, IDLE_NANOS);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.BatchDecision;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.cell.Subject;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.process.Incarnation;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.reset.Resetter;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.time.CoarseClock;
import io.weir.time.NanoClock;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A rate limiter for one process: decides in memory, and converges with its region and the world in the background.
 *
 * <p>In production {@link #start} runs the background work on a thread of its own. Tests and simulations call
 * {@link #work} instead, as often as they like; then nothing happens at any other time.
 */
public final class Engine implements Agent, AutoCloseable {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  /** How long the agents' thread pauses when there is nothing to do: far below the publish gap, and a few per cent of a core at most. */
  private static final long IDLE_NANOS = 1_000_000;

  /** Without stores there is only expiry to do, and that can wait. */
  private static final long STANDALONE_IDLE_NANOS = 4_000_000;

  /** How long a start may wait for the stores. As long as the first heartbeat may take to be answered. */
  private static final long MAX_START_MILLIS = 5_000;

  private final NanoClock elapsed;
  private final Reporter reporter;
  private final @Nullable CoarseClock ownClock;
  private final EngineAgents agents;

  /** The agents' own, kept here for callers who wait for an answer; null for a process without an origin. */
  private final @Nullable Region region;

  private final Decider decider;
  private final AgentRunner runner;
  private final DrainLoop drainLoop;

  Engine(EngineBuilder builder) {
    this.elapsed = builder.elapsed;
    this.ownClock =
        builder.clock instanceof CoarseClock coarse && builder.ownsClock ? coarse : null;
    this.reporter = new Reporter(builder.observer, builder.region, builder.elapsed);
    ProcessContext processContext = new ProcessContext(
        new Incarnation(builder.random), builder.clock, builder.elapsed, reporter);
    this.agents = new EngineAgents(builder, processContext);
    this.region = agents.region();
    this.decider = new Decider(
        processContext,
        region,
        agents.world(),
        builder.observer == Observer.NONE ? null : processContext.observer());
    long idleNanos = agents.isStandalone() ? STANDALONE_IDLE_NANOS : IDLE_NANOS;
    this.runner = new AgentRunner(this, "weir-agents", idleNanos);
    this.drainLoop = new DrainLoop(this, builder.elapsed, builder.closeMillis);
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
        decider,
        agents.table().scope(workspace, namespace, limitPolicy.durationMillis()),
        limitPolicy);
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
    return agents.resetter().reset(new Resets.ResetTarget(workspace, namespace, who));
  }

  /**
   * Starts the default clock, if it is in use, and the thread that steps the agents. With an origin or a ledger it waits
   * until that store answered or turned out to be unavailable, usually a moment and five seconds at most. So the first
   * checks are not decided alone only because a connection takes longer than a check may wait, and a restarted process
   * knows what was spent before.
   */
  public void start() {
    decider.requireOpen();
    if (ownClock != null) {
      ownClock.start();
    }
    agents.runBy(runner);
    runner.start();
    long by = elapsed.elapsedMillis() + MAX_START_MILLIS;
    agents.firstAnswers().forEach(firstAnswer -> awaitDeadline(by, firstAnswer));
  }

  private void awaitDeadline(long by, CompletableFuture<?> firstAnswer) {
    try {
      firstAnswer.get(Math.max(0, by - elapsed.elapsedMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "started before a store responded", e);
    }
  }

  /** One bounded step of everything that happens over time. For one caller at a time, and not after {@link #start}. */
  @Override
  public int work() {
    return agents.work();
  }

  /**
   * What this process knows of a subject, without asking anybody and without disturbing anything; empty when it is not in
   * memory. For people who look into a running system, and for tests.
   */
  public Optional<SubjectState> inspect(SubjectKey key) {
    Subject subject = agents.table().find(key);
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
    return agents.table().size();
  }

  /** How much memory the engine's parts may take. */
  public MemoryPlan memoryPlan() {
    return agents.memoryPlan();
  }

  /** How much they take. Asks nobody: cheap enough for every scrape. */
  public MemoryUse memoryUse() {
    return agents.memoryUse();
  }

  /** How many scopes are in memory. For tests. */
  int scopes() {
    return agents.table().scopes();
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
    agents.close(drainLoop);
    if (ownClock != null) {
      ownClock.close();
    }
  }
}

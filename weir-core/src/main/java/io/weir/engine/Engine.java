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
 * A rate limiter for one process: decides in memory and synchronizes with its region and other regions in the
 * background.
 *
 * <p>In production, {@link #start} runs the background work on a dedicated thread. Tests and simulations call
 * {@link #work} instead; then no background work happens at any other time.
 */
public final class Engine implements Agent, AutoCloseable {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  /** How long the agents' thread pauses when idle: far below the publish gap, and at most a few per cent of a core. */
  private static final long IDLE_NANOS = 1_000_000;

  /** The pause without stores: the only background work is then expiry, which can wait. */
  private static final long STANDALONE_IDLE_NANOS = 4_000_000;

  /** How long a start may wait for the stores: the time-out of the first heartbeat. */
  private static final long MAX_START_MILLIS = 5_000;

  private final NanoClock elapsed;
  private final Reporter reporter;
  private final @Nullable CoarseClock ownClock;
  private final EngineAgents agents;

  /** The region of the agents, kept here for callers that wait for a read; null for a process without an origin. */
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

  /** Returns a builder for an engine. */
  public static EngineBuilder builder() {
    return new EngineBuilder();
  }

  /** Creates an engine without stores, with the default clock and memory limit. */
  public static Engine create() {
    return builder().build();
  }

  /** Creates a limiter for this limit. Limiters of the same workspace, namespace and duration share their counts. */
  public Limiter limiter(String workspace, String namespace, LimitPolicy limitPolicy) {
    BatchCheck.requireScope(workspace, namespace);
    return new Limiter(
        decider,
        agents.table().scope(workspace, namespace, limitPolicy.durationMillis()),
        limitPolicy);
  }

  /** Decides all of these checks together: either all are counted or none. Blocks like {@link Limiter#check}. */
  public BatchDecision check(List<BatchCheck> checks) {
    CompletableFuture<BatchDecision> decision = checkAsync(checks);
    return region == null ? decision.join() : region.await(decision);
  }

  /** Like {@link #check}, but already complete if no store must be read. Never completes exceptionally. */
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

  /** Resets all counts of an identifier in all processes that share a store: see {@link Resetter#reset}. */
  public CompletableFuture<ResetResult> reset(String workspace, String namespace, String who) {
    BatchCheck.requireScope(workspace, namespace);
    BatchCheck.requireIdentifier(who);
    return agents.resetter().reset(new Resets.ResetTarget(workspace, namespace, who));
  }

  /**
   * Starts the default clock, if used, and the thread that runs the agents. With an origin or a ledger it waits
   * until that store has answered or turned out to be unavailable: usually a moment, at most five seconds. So first
   * checks are not decided locally merely because connecting takes longer than a check may wait, and a restarted
   * process knows what was spent before.
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

  /** Runs one bounded step of all background work. Not thread-safe, and not to be called after {@link #start}. */
  @Override
  public int work() {
    return agents.work();
  }

  /**
   * Returns what this process knows of a subject, without a call to a store and without side effects; empty if the
   * subject is not in memory. For diagnosing a running system, and for tests.
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
   * @param writer the name under which it writes its own counts to the stores
   * @param sequence the sequence number of the newest window that it saw
   * @param current the counts of that window
   * @param previous the counts of the window before it
   */
  public record SubjectState(
      String writer, long sequence, CountsByOrigin current, CountsByOrigin previous) {}

  /** Which stores this engine can reach, as far as it knows. Makes no calls: cheap enough for every probe. */
  public Health health() {
    return new Health(
        reporter.isAvailable(Observer.Dependency.ORIGIN),
        reporter.isAvailable(Observer.Dependency.LEDGER),
        reporter.origins());
  }

  /**
   * Which stores an engine can reach. A store counts as reachable until a call to it fails, and again once a call
   * succeeds. A store that the engine was built without counts as reachable. Decisions continue either way.
   *
   * @param originAvailable whether the origin is reachable; without it, this process shares no counts with its region
   * @param ledgerAvailable whether the ledger is reachable; without it, it shares no counts with other regions
   * @param origins how many different origins the region's processes use, as far as the ledger knows: more than one
   *     means that two stores are in use under one region name
   */
  public record Health(boolean originAvailable, boolean ledgerAvailable, int origins) {}

  /** How many subjects are in memory. */
  public long subjects() {
    return agents.table().size();
  }

  /** How much memory each part of the engine may use. */
  public MemoryPlan memoryPlan() {
    return agents.memoryPlan();
  }

  /** How much memory each part currently uses. Makes no calls: cheap enough for every scrape. */
  public MemoryUse memoryUse() {
    return agents.memoryUse();
  }

  /** How many scopes are in memory. For tests. */
  int scopes() {
    return agents.table().scopes();
  }

  /**
   * Rejects further checks, publishes unpublished counts to the origin and then to the ledger, within the close
   * time-out, and closes both. Has no effect when called again.
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

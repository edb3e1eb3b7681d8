// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.Event;
import io.weir.Observer.Dependency;
import io.weir.process.CallFailure;
import io.weir.process.ProcessContext;
import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetTarget;
import io.weir.time.Agent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes resets, hears of those that others made, and applies both. */
public final class Resetter implements Agent {
  /*
   * Counts only grow, so nothing is ever subtracted: a reset gives an identifier's windows new names, under which nothing was
   * counted yet (see Epochs.at). Subjects under the old names are retired; whatever still comes for them, from whom it may,
   * goes to names that nobody reads.
   *
   * A reset is made in the ledger if there is one, which all regions read, and else in the origin; the other store is told.
   * What is heard from one store is offered to the other, so that a process that starts while one of them is unavailable knows
   * it too. A store that was emptied gets everything back from those who know.
   */

  /** How long a reset waits for one store before it goes on without it. */
  static final long STORE_TIMEOUT_MILLIS = 2_000;

  /** Resets that may wait for their turn: what a person or a script asks for at once, and not a queue without end. */
  private static final int MAX_WAITING = 10_000;

  /** How often resets that can't matter any more are forgotten. */
  private static final long FORGET_MILLIS = 3_600_000;

  /** Resets that are logged one by one within this time: more would bury everything else. */
  private static final int MAX_LOG_LINES = 10;

  private static final long LOG_LINES_MILLIS = 60_000;

  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /**
   * A store that keeps resets.
   *
   * @param dependency which one
   * @param resets its resets
   */
  public record ResetStore(Dependency dependency, Resets resets) {}

  /** One reset on its way. */
  private static final class ResetRequest {
    private final ResetTarget resetTarget;
    private final CompletableFuture<ResetResult> result = new CompletableFuture<>();
    private final Deque<ResetReplicator> remainingStores = new ArrayDeque<>();
    private final Set<Dependency> taken = EnumSet.noneOf(Dependency.class);
    private final Map<Dependency, String> pending = new EnumMap<>(Dependency.class);

    /** 0 until a store began it. */
    private long epoch;

    private ResetRequest(ResetTarget resetTarget) {
      this.resetTarget = resetTarget;
    }

    private Reset reset() {
      return new Reset(resetTarget, epoch);
    }
  }

  private final ProcessContext processContext;
  private final Epochs epochs;
  private final Consumer<ResetTarget> retire;
  private final AgentCalls calls;
  private final List<ResetReplicator> followers;
  private final CompletableFuture<Boolean> firstRead;

  /** Of an engine that shares nothing. */
  private final InMemoryResets own;

  private final Queue<ResetRequest> requests = new LinkedBlockingQueue<>(MAX_WAITING);

  /** The one whose turn it is. Written by the agent. */
  private volatile @Nullable ResetRequest current;

  private volatile boolean closed;
  private long nextForgetting;

  /** Since when lines are counted, and how many there would have been. Guarded by this. */
  private long linesSince;

  private int lines;

  /**
   * Resets in these stores, the one to begin with first.
   *
   * @param retire takes all subjects of an identifier out of memory that are of an earlier epoch
   */
  public Resetter(
      ProcessContext processContext,
      List<ResetStore> sources,
      Epochs epochs,
      Consumer<ResetTarget> retire) {
    this.processContext = processContext;
    this.epochs = epochs;
    this.retire = retire;
    this.calls = new AgentCalls(processContext.elapsed());
    this.own = new InMemoryResets(processContext.clock());
    ResetReplicator.ReplicatorContext replicatorContext =
        new ResetReplicator.ReplicatorContext(processContext, calls, epochs, this::applyFrom);
    this.followers = sources.stream()
        .filter(resetStore -> resetStore.resets() != Resets.NONE)
        .map(resetStore -> new ResetReplicator(resetStore, replicatorContext))
        .toList();
    this.firstRead = CompletableFuture.allOf(
            followers.stream().map(ResetReplicator::firstRead).toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> true);
    this.linesSince = processContext.elapsedMillis();
    this.nextForgetting = processContext.elapsedMillis() + FORGET_MILLIS;
  }

  /**
   * Begins a new epoch of an identifier, in all of its windows. Completes when each store has it or could not be reached, and
   * with {@link ResetRefused} if it can't be made.
   */
  public CompletableFuture<ResetResult> reset(ResetTarget resetTarget) {
    ResetRequest resetRequest = new ResetRequest(resetTarget);
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
    if (followers.isEmpty()) {
      return own.raise(resetTarget, least(resetTarget)).toCompletableFuture().thenApply(epoch -> {
        apply(List.of(new Reset(resetTarget, epoch)), true);
        return new ResetResult(epoch, Set.of(), Map.of());
      });
    }
    if (!requests.offer(resetRequest)) {
      return CompletableFuture.failedFuture(new ResetRefused(
          "too many pending resets, at most " + MAX_WAITING + ": try again later"));
    }
    if (closed) { // perhaps too late for the one who ends all of them
      fail(resetRequest);
    }
    return resetRequest.result;
  }

  private long least(ResetTarget resetTarget) {
    return Math.max(epochs.of(resetTarget) + 1, processContext.epochMillis());
  }

  @Override
  public int work() {
    int done = calls.work();
    if (current == null) {
      ResetRequest next = requests.poll();
      if (next != null) {
        current = next;
        next.remainingStores.addAll(followers);
        step(next);
        done++;
      }
    }
    for (ResetReplicator follower : followers) {
      done += follower.work();
    }
    long now = processContext.elapsedMillis();
    if (now >= nextForgetting) {
      nextForgetting = now + FORGET_MILLIS;
      epochs.forget(processContext.epochMillis());
    }
    return done + calls.work();
  }

  private void step(ResetRequest resetRequest) {
    ResetReplicator store = resetRequest.remainingStores.poll();
    if (store == null) {
      conclude(resetRequest);
    } else if (!store.tryAcquire()) {
      resetRequest.pending.put(store.dependency(), "circuit breaker open after a recent failure");
      step(resetRequest);
    } else if (resetRequest.epoch == 0) {
      store.raise(
          new Reset(resetRequest.resetTarget, least(resetRequest.resetTarget)),
          new AgentCalls.CallListener<>(
              epoch -> onBegun(resetRequest, store, epoch),
              failure -> onFailed(resetRequest, store, failure)));
    } else {
      store.store(
          resetRequest.reset(),
          new AgentCalls.CallListener<>(
              done -> onStored(resetRequest, store),
              failure -> onFailed(resetRequest, store, failure)));
    }
  }

  private void onBegun(ResetRequest resetRequest, ResetReplicator store, long epoch) {
    resetRequest.epoch = epoch;
    apply(List.of(resetRequest.reset()), true);
    onStored(resetRequest, store);
  }

  private void onStored(ResetRequest resetRequest, ResetReplicator store) {
    resetRequest.taken.add(store.dependency());
    step(resetRequest);
  }

  private void onFailed(ResetRequest resetRequest, ResetReplicator store, Throwable failure) {
    if (failure instanceof ResetRefused && resetRequest.epoch == 0) {
      current = null;
      resetRequest.result.completeExceptionally(failure);
      return;
    }
    resetRequest.pending.put(store.dependency(), CallFailure.reason(failure));
    step(resetRequest);
  }

  private void conclude(ResetRequest resetRequest) {
    current = null;
    if (resetRequest.epoch == 0) { // no store could be reached: it holds here until one can
      resetRequest.epoch = least(resetRequest.resetTarget);
      apply(List.of(resetRequest.reset()), true);
    }
    for (ResetReplicator store : followers) {
      if (resetRequest.pending.containsKey(store.dependency())) {
        store.offer(resetRequest.reset());
      }
    }
    resetRequest.result.complete(
        new ResetResult(resetRequest.epoch, resetRequest.taken, resetRequest.pending));
  }

  /** A store told of resets. */
  private void applyFrom(Dependency from, List<Reset> resets) {
    List<Reset> news = apply(resets, firstRead.isDone());
    for (ResetReplicator other : followers) {
      if (other.dependency() != from) {
        news.forEach(other::offer);
      }
    }
  }

  /** Applies those that are news, and returns them. */
  private List<Reset> apply(List<Reset> resets, boolean isReported) {
    List<Reset> news = new ArrayList<>();
    for (Reset reset : resets) {
      if (epochs.raise(reset)) {
        retire.accept(reset.identity());
        news.add(reset);
      }
    }
    if (isReported && !news.isEmpty()) {
      processContext.observer().onEvent(Event.RESET_APPLIED, news.size());
      log(news);
    }
    return news;
  }

  /** Without identifiers: they may be people's names and addresses. After some lines in a minute, only their number. */
  private synchronized void log(List<Reset> news) {
    long now = processContext.elapsedMillis();
    if (now - linesSince >= LOG_LINES_MILLIS) {
      linesSince = now;
      lines = 0;
    }
    lines += news.size();
    if (lines <= MAX_LOG_LINES) {
      for (Reset reset : news) {
        LOG.log(
            Level.INFO,
            "the counts of an identifier were reset: workspace {0}, namespace {1}",
            reset.identity().workspace(),
            reset.identity().namespace());
      }
    } else if (lines - news.size() <= MAX_LOG_LINES || news.size() > MAX_LOG_LINES) {
      LOG.log(
          Level.INFO,
          "the counts of many identifiers were reset: {0} within a minute, {1} resets in memory",
          Integer.toString(lines),
          Integer.toString(epochs.size()));
    }
  }

  /** Completes when the resets of all stores were read, or it is clear that some can't be for now. */
  public CompletableFuture<Boolean> firstRead() {
    return firstRead;
  }

  /** Makes no more resets. Those that wait fail, and so does the one under way; the stores may have that all the same. */
  public void close() {
    closed = true;
    ResetRequest under = current;
    if (under != null) {
      fail(under);
    }
    for (ResetRequest next = requests.poll(); next != null; next = requests.poll()) {
      fail(next);
    }
  }

  private static void fail(ResetRequest resetRequest) {
    resetRequest.result.completeExceptionally(new IllegalStateException("the engine is closed"));
  }
}

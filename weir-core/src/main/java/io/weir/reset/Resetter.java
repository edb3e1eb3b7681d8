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

/** Makes resets, receives those of other processes, and applies both. */
public final class Resetter implements Agent {
  /*
   * Counts only grow, so nothing is ever subtracted: a reset gives an identifier's windows new names, under which
   * nothing was counted yet (see Epochs.at). Subjects under the old names are retired. Counts that still arrive for
   * them, from any process, go to names that are no longer read.
   *
   * A reset is made in the ledger if there is one, which all regions read, and else in the origin. It is then copied
   * to the other store. Resets read from one store are offered to the other, so that a process that starts while one
   * of them is unavailable knows them too. A store that lost its data gets everything back from the processes that
   * know it.
   */

  /** How long a reset waits for one store before it goes on without it. */
  static final long STORE_TIMEOUT_MILLIS = 2_000;

  /**
   * The most resets that wait for their turn: enough for what a person or a script requests at once, and a bound on
   * the queue.
   */
  private static final int MAX_WAITING = 10_000;

  /** How often resets that can't matter any more are removed. */
  private static final long FORGET_MILLIS = 3_600_000;

  /** The most resets that are logged one by one within this time: more would hide everything else. */
  private static final int MAX_LOG_LINES = 10;

  private static final long LOG_LINES_MILLIS = 60_000;

  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /**
   * A store that keeps resets.
   *
   * @param dependency the store
   * @param resets the resets that it keeps
   */
  public record ResetStore(Dependency dependency, Resets resets) {}

  /** One reset in progress. */
  private static final class ResetRequest {
    private final ResetTarget resetTarget;
    private final CompletableFuture<ResetResult> result = new CompletableFuture<>();
    private final Deque<ResetReplicator> remainingStores = new ArrayDeque<>();
    private final Set<Dependency> taken = EnumSet.noneOf(Dependency.class);
    private final Map<Dependency, String> pending = new EnumMap<>(Dependency.class);

    /** The new epoch, 0 until a store has begun it. */
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

  /** The resets of an engine that shares nothing. */
  private final InMemoryResets own;

  private final Queue<ResetRequest> requests = new LinkedBlockingQueue<>(MAX_WAITING);

  /** The reset in progress. Written by the agent. */
  private volatile @Nullable ResetRequest current;

  private volatile boolean closed;
  private long nextForgetting;

  /**
   * Start of the period in which log lines are counted, and their number including suppressed ones. Guarded by this.
   */
  private long linesSince;

  private int lines;

  /**
   * Creates a resetter for these stores, the preferred one first.
   *
   * @param retire removes from memory all subjects of an identifier that have an earlier epoch
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
   * Begins a new epoch of an identifier, in all of its windows. Completes when each store has the reset or could not
   * be reached, and with {@link ResetRefused} if it can't be made.
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
    if (closed) { // possibly too late for the loop that fails all requests
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
    if (resetRequest.epoch == 0) { // no store could be reached: it applies here until one can
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

  /** Applies resets that a store returned. */
  private void applyFrom(Dependency from, List<Reset> resets) {
    List<Reset> newResets = apply(resets, firstRead.isDone());
    for (ResetReplicator other : followers) {
      if (other.dependency() != from) {
        newResets.forEach(other::offer);
      }
    }
  }

  /** Applies the new resets, and returns them. */
  private List<Reset> apply(List<Reset> resets, boolean isReported) {
    List<Reset> newResets = new ArrayList<>();
    for (Reset reset : resets) {
      if (epochs.raise(reset)) {
        retire.accept(reset.identity());
        newResets.add(reset);
      }
    }
    if (isReported && !newResets.isEmpty()) {
      processContext.observer().onEvent(Event.RESET_APPLIED, newResets.size());
      log(newResets);
    }
    return newResets;
  }

  /**
   * Logs resets without identifiers, which may be people's names and addresses. After some lines in a minute, only
   * their number.
   */
  private synchronized void log(List<Reset> newResets) {
    long now = processContext.elapsedMillis();
    if (now - linesSince >= LOG_LINES_MILLIS) {
      linesSince = now;
      lines = 0;
    }
    lines += newResets.size();
    if (lines <= MAX_LOG_LINES) {
      for (Reset reset : newResets) {
        LOG.log(
            Level.INFO,
            "the counts of an identifier were reset: workspace {0}, namespace {1}",
            reset.identity().workspace(),
            reset.identity().namespace());
      }
    } else if (lines - newResets.size() <= MAX_LOG_LINES || newResets.size() > MAX_LOG_LINES) {
      LOG.log(
          Level.INFO,
          "the counts of many identifiers were reset: {0} within a minute, {1} resets in memory",
          Integer.toString(lines),
          Integer.toString(epochs.size()));
    }
  }

  /** Completes when the resets of all stores were read, or when it is clear that some can't be read for now. */
  public CompletableFuture<Boolean> firstRead() {
    return firstRead;
  }

  /**
   * Makes no more resets. Waiting ones fail, and so does the one in progress, although the stores may have received
   * it.
   */
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

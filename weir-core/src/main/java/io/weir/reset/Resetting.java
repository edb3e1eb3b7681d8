// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.Event;
import io.weir.Observer.Dependency;
import io.weir.process.CallFailure;
import io.weir.process.Self;
import io.weir.reset.Resets.Identity;
import io.weir.reset.Resets.Reset;
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
public final class Resetting implements Agent {
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
  static final long PATIENCE_MILLIS = 2_000;

  /** Resets that may wait for their turn: what a person or a script asks for at once, and not a queue without end. */
  private static final int MOST_WAITING = 10_000;

  /** How often resets that can't matter any more are forgotten. */
  private static final long FORGET_MILLIS = 3_600_000;

  /** Resets that are logged one by one within this time: more would bury everything else. */
  private static final int MOST_LINES = 10;

  private static final long LINES_MILLIS = 60_000;

  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /**
   * A store that keeps resets.
   *
   * @param dependency which one
   * @param resets its resets
   */
  public record Source(Dependency dependency, Resets resets) {}

  /** One reset on its way. */
  private static final class Request {
    private final Identity identity;
    private final CompletableFuture<ResetResult> result = new CompletableFuture<>();
    private final Deque<StoreFollower> left = new ArrayDeque<>();
    private final Set<Dependency> taken = EnumSet.noneOf(Dependency.class);
    private final Map<Dependency, String> pending = new EnumMap<>(Dependency.class);

    /** 0 until a store began it. */
    private long epoch;

    private Request(Identity identity) {
      this.identity = identity;
    }

    private Reset reset() {
      return new Reset(identity, epoch);
    }
  }

  private final Self self;
  private final Epochs epochs;
  private final Consumer<Identity> retire;
  private final AgentCalls calls;
  private final List<StoreFollower> followers;
  private final CompletableFuture<Boolean> firstRead;

  /** Of an engine that shares nothing. */
  private final InMemoryResets own;

  private final Queue<Request> requests = new LinkedBlockingQueue<>(MOST_WAITING);

  /** The one whose turn it is. Written by the agent. */
  private volatile @Nullable Request current;

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
  public Resetting(Self self, List<Source> sources, Epochs epochs, Consumer<Identity> retire) {
    this.self = self;
    this.epochs = epochs;
    this.retire = retire;
    this.calls = new AgentCalls(self.elapsed());
    this.own = new InMemoryResets(self.clock());
    StoreFollower.Wiring wiring = new StoreFollower.Wiring(self, calls, epochs, this::hear);
    this.followers = sources.stream()
        .filter(source -> source.resets() != Resets.NONE)
        .map(source -> new StoreFollower(source, wiring))
        .toList();
    this.firstRead = CompletableFuture.allOf(
            followers.stream().map(StoreFollower::firstRead).toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> true);
    this.linesSince = self.elapsedMillis();
    this.nextForgetting = self.elapsedMillis() + FORGET_MILLIS;
  }

  /**
   * Begins a new epoch of an identifier, in all of its windows. Completes when each store has it or could not be reached, and
   * with {@link ResetRefused} if it can't be made.
   */
  public CompletableFuture<ResetResult> reset(Identity identity) {
    Request request = new Request(identity);
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
    if (followers.isEmpty()) {
      return own.raise(identity, least(identity)).toCompletableFuture().thenApply(epoch -> {
        apply(List.of(new Reset(identity, epoch)), true);
        return new ResetResult(epoch, Set.of(), Map.of());
      });
    }
    if (!requests.offer(request)) {
      return CompletableFuture.failedFuture(new ResetRefused(
          "too many pending resets, at most " + MOST_WAITING + ": try again later"));
    }
    if (closed) { // perhaps too late for the one who ends all of them
      fail(request);
    }
    return request.result;
  }

  private long least(Identity identity) {
    return Math.max(epochs.of(identity) + 1, self.epochMillis());
  }

  @Override
  public int work() {
    int done = calls.work();
    if (current == null) {
      Request next = requests.poll();
      if (next != null) {
        current = next;
        next.left.addAll(followers);
        step(next);
        done++;
      }
    }
    for (StoreFollower follower : followers) {
      done += follower.work();
    }
    long now = self.elapsedMillis();
    if (now >= nextForgetting) {
      nextForgetting = now + FORGET_MILLIS;
      epochs.forget(self.epochMillis());
    }
    return done + calls.work();
  }

  private void step(Request request) {
    StoreFollower store = request.left.poll();
    if (store == null) {
      conclude(request);
    } else if (!store.mayAsk()) {
      request.pending.put(store.dependency(), "circuit breaker open after a recent failure");
      step(request);
    } else if (request.epoch == 0) {
      store.raise(
          new Reset(request.identity, least(request.identity)),
          new AgentCalls.Listener<>(
              epoch -> begun(request, store, epoch), failure -> failed(request, store, failure)));
    } else {
      store.keep(
          request.reset(),
          new AgentCalls.Listener<>(
              done -> took(request, store), failure -> failed(request, store, failure)));
    }
  }

  private void begun(Request request, StoreFollower store, long epoch) {
    request.epoch = epoch;
    apply(List.of(request.reset()), true);
    took(request, store);
  }

  private void took(Request request, StoreFollower store) {
    request.taken.add(store.dependency());
    step(request);
  }

  private void failed(Request request, StoreFollower store, Throwable failure) {
    if (failure instanceof ResetRefused && request.epoch == 0) {
      current = null;
      request.result.completeExceptionally(failure);
      return;
    }
    request.pending.put(store.dependency(), CallFailure.reason(failure));
    step(request);
  }

  private void conclude(Request request) {
    current = null;
    if (request.epoch == 0) { // no store could be reached: it holds here until one can
      request.epoch = least(request.identity);
      apply(List.of(request.reset()), true);
    }
    for (StoreFollower store : followers) {
      if (request.pending.containsKey(store.dependency())) {
        store.offer(request.reset());
      }
    }
    request.result.complete(new ResetResult(request.epoch, request.taken, request.pending));
  }

  /** A store told of resets. */
  private void hear(Dependency from, List<Reset> resets) {
    List<Reset> news = apply(resets, firstRead.isDone());
    for (StoreFollower other : followers) {
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
      self.observer().happened(Event.RESET_APPLIED, news.size());
      log(news);
    }
    return news;
  }

  /** Without identifiers: they may be people's names and addresses. After some lines in a minute, only their number. */
  private synchronized void log(List<Reset> news) {
    long now = self.elapsedMillis();
    if (now - linesSince >= LINES_MILLIS) {
      linesSince = now;
      lines = 0;
    }
    lines += news.size();
    if (lines <= MOST_LINES) {
      for (Reset reset : news) {
        LOG.log(
            Level.INFO,
            "the counts of an identifier were reset: workspace {0}, namespace {1}",
            reset.identity().workspace(),
            reset.identity().namespace());
      }
    } else if (lines - news.size() <= MOST_LINES || news.size() > MOST_LINES) {
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
    Request under = current;
    if (under != null) {
      fail(under);
    }
    for (Request next = requests.poll(); next != null; next = requests.poll()) {
      fail(next);
    }
  }

  private static void fail(Request request) {
    request.result.completeExceptionally(new IllegalStateException("the engine is closed"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.Observer.Dependency;
import io.weir.process.Self;
import io.weir.reset.Resets.Identity;
import io.weir.reset.Resets.Page;
import io.weir.reset.Resets.Position;
import io.weir.reset.Resets.Reset;
import io.weir.time.Breaker;
import io.weir.time.Cadence;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the resets of one store as they come, and tells it those that it lacks. Touched by the agent alone. */
final class StoreFollower {
  /** So a reset is heard of within 0.6 s: half of what is promised, with room for slow answers. */
  private static final long POLL_MILLIS = 500;

  /** Everything is read this often, should the store have fallen back to an older state without a sign of it. */
  private static final long FULL_EVERY_MILLIS = 300_000;

  /** A call that takes longer is given up, and made again. */
  private static final long DEADLINE_MILLIS = 5_000;

  /** How long a store that fails is left alone. */
  private static final long BREAK_MILLIS = 1_000;

  /** Resets told at once. */
  private static final int BATCH = 100;

  private final Dependency dependency;
  private final Resets resets;
  private final Self self;
  private final AgentCalls calls;
  private final Epochs epochs;
  private final Consumer<List<Reset>> news;
  private final Breaker breaker;
  private final Cadence cadence;
  private final CompletableFuture<Boolean> firstRead = new CompletableFuture<>();

  private Position position = Position.START;
  private boolean isPolling;
  private boolean hasMore;
  private long nextFull;

  /** What the store has told since its beginning, while it is read from there; else null. */
  private @Nullable Map<Identity, Long> told;

  /** What the store is still to be told. */
  private final Map<Identity, Long> outbox = new LinkedHashMap<>();

  private boolean isTelling;
  private long tellNotBefore;

  /**
   * What followers share.
   *
   * @param self this process
   * @param calls hears answers
   * @param epochs what is known
   * @param news hears what a store told
   */
  record Wiring(
      Self self, AgentCalls calls, Epochs epochs, BiConsumer<Dependency, List<Reset>> news) {}

  StoreFollower(Resetting.Source source, Wiring wiring) {
    this.dependency = source.dependency();
    this.resets = source.resets();
    this.self = wiring.self();
    this.calls = wiring.calls();
    this.epochs = wiring.epochs();
    this.news = page -> wiring.news().accept(dependency, page);
    this.breaker = new Breaker(self.elapsed(), BREAK_MILLIS);
    // Not from the engine's generator: agents that draw from it must not depend on this one.
    int seed = (self.incarnation().name() + dependency).hashCode();
    this.cadence = new Cadence(POLL_MILLIS, new SplittableRandom(seed), self.elapsedMillis());
    this.nextFull = self.elapsedMillis();
  }

  Dependency dependency() {
    return dependency;
  }

  /** Completes when everything was read once, with true, or could not be, with false. */
  CompletableFuture<Boolean> firstRead() {
    return firstRead;
  }

  int work() {
    int done = 0;
    long now = self.elapsedMillis();
    if (!isPolling && (hasMore || cadence.isDue(now)) && breaker.tryCall()) {
      poll(now);
      done++;
    }
    if (!isTelling && !outbox.isEmpty() && now >= tellNotBefore && breaker.tryCall()) {
      tell();
      done++;
    }
    return done;
  }

  private void poll(long now) {
    isPolling = true;
    hasMore = false;
    Position from = told == null && now >= nextFull ? Position.START : position;
    await(() -> resets.since(from).toCompletableFuture(), DEADLINE_MILLIS, this::take, failure -> {
      isPolling = false;
      firstRead.complete(false);
    });
  }

  private void take(Page page) {
    isPolling = false;
    hasMore = !page.isLast();
    position = page.next();
    if (page.isFromStart()) {
      told = new HashMap<>();
    }
    Map<Identity, Long> all = told;
    if (all != null) {
      page.resets().forEach(reset -> all.put(reset.identity(), reset.epoch()));
    }
    news.accept(page.resets());
    if (page.isLast() && all != null) {
      told = null;
      nextFull = self.elapsedMillis() + FULL_EVERY_MILLIS;
      offerWhatIsMissing(all);
      firstRead.complete(true);
    }
  }

  private void offerWhatIsMissing(Map<Identity, Long> known) {
    for (Reset reset : epochs.all()) {
      if (known.getOrDefault(reset.identity(), 0L) < reset.epoch()) {
        offer(reset);
      }
    }
  }

  /** The store is to be told of this, some time. */
  void offer(Reset reset) {
    outbox.merge(reset.identity(), reset.epoch(), Math::max);
  }

  private void tell() {
    isTelling = true;
    List<Reset> batch = outbox.entrySet().stream()
        .limit(BATCH)
        .map(each -> new Reset(each.getKey(), each.getValue()))
        .toList();
    await(
        () -> resets.keep(batch).toCompletableFuture(),
        DEADLINE_MILLIS,
        done -> {
          isTelling = false;
          batch.forEach(reset -> outbox.remove(reset.identity(), reset.epoch()));
        },
        failure -> {
          isTelling = false;
          tellNotBefore = self.elapsedMillis() + POLL_MILLIS;
          if (failure instanceof ResetRefused) {
            batch.forEach(reset -> outbox.remove(reset.identity(), reset.epoch()));
          }
        });
  }

  /** Whether the store may be asked now. Each yes is followed by one of the two below. */
  boolean mayAsk() {
    return breaker.tryCall();
  }

  /** Begins a new epoch in the store. */
  void raise(Reset least, AgentCalls.Listener<Long> listener) {
    await(
        () -> resets.raise(least.identity(), least.epoch()).toCompletableFuture(),
        Resetting.PATIENCE_MILLIS,
        listener.answered(),
        listener.failed());
  }

  /** Tells the store of an epoch that began elsewhere. */
  void keep(Reset reset, AgentCalls.Listener<Void> listener) {
    await(
        () -> resets.keep(List.of(reset)).toCompletableFuture(),
        Resetting.PATIENCE_MILLIS,
        listener.answered(),
        listener.failed());
  }

  private <T> void await(
      Supplier<CompletableFuture<T>> call,
      long millis,
      Consumer<T> answered,
      Consumer<Throwable> failed) {
    calls.await(
        call.get(),
        millis,
        new AgentCalls.Listener<>(
            answer -> {
              breaker.succeeded();
              answered.accept(answer);
            },
            failure -> {
              if (failure instanceof ResetRefused) {
                breaker.succeeded(); // it answered, and no is an answer
              } else {
                breaker.failed();
              }
              failed.accept(failure);
            }));
  }
}

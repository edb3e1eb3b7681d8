// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.Observer.Dependency;
import io.weir.process.ProcessContext;
import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetPage;
import io.weir.reset.Resets.ResetPosition;
import io.weir.reset.Resets.ResetTarget;
import io.weir.time.Cadence;
import io.weir.time.CircuitBreaker;
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

/**
 * Synchronizes resets with one store: reads new ones, and writes those that the store lacks. Used by the agent only.
 */
final class ResetReplicator {
  /** With this interval a reset arrives within 0.6 s: half of what is promised, with room for slow answers. */
  private static final long POLL_MILLIS = 500;

  /** All resets are read this often, in case the store fell back to an older state without a sign of it. */
  private static final long FULL_EVERY_MILLIS = 300_000;

  /** A call that takes longer is given up and repeated. */
  private static final long DEADLINE_MILLIS = 5_000;

  /** How long a failing store is left alone. */
  private static final long BREAKER_OPEN_MILLIS = 1_000;

  /** The most resets written in one call. */
  private static final int BATCH_SIZE = 100;

  private final Dependency dependency;
  private final Resets resets;
  private final ProcessContext processContext;
  private final AgentCalls calls;
  private final Epochs epochs;
  private final Consumer<List<Reset>> onResets;
  private final CircuitBreaker circuitBreaker;
  private final Cadence cadence;
  private final CompletableFuture<Boolean> firstRead = new CompletableFuture<>();

  private ResetPosition resetPosition = ResetPosition.START;
  private boolean isPolling;
  private boolean hasMore;
  private long nextFull;

  /** What the store has returned since its first reset, while a full read is in progress; else null. */
  private @Nullable Map<ResetTarget, Long> sent;

  /** Resets that still have to be written to the store. */
  private final Map<ResetTarget, Long> outbox = new LinkedHashMap<>();

  private boolean isSending;
  private long sendNotBefore;

  /**
   * The objects that all replicators share.
   *
   * @param self this process
   * @param calls delivers the answers
   * @param epochs the known epochs
   * @param onResets receives the resets that a store returned
   */
  record ReplicatorContext(
      ProcessContext self,
      AgentCalls calls,
      Epochs epochs,
      BiConsumer<Dependency, List<Reset>> onResets) {}

  ResetReplicator(Resetter.ResetStore resetStore, ReplicatorContext replicatorContext) {
    this.dependency = resetStore.dependency();
    this.resets = resetStore.resets();
    this.processContext = replicatorContext.self();
    this.calls = replicatorContext.calls();
    this.epochs = replicatorContext.epochs();
    this.onResets = page -> replicatorContext.onResets().accept(dependency, page);
    this.circuitBreaker = new CircuitBreaker(processContext.elapsed(), BREAKER_OPEN_MILLIS);
    // Not drawn from the engine's generator: the agents that draw from it must not depend on this
    // one.
    int seed = (processContext.incarnation().name() + dependency).hashCode();
    this.cadence =
        new Cadence(POLL_MILLIS, new SplittableRandom(seed), processContext.elapsedMillis());
    this.nextFull = processContext.elapsedMillis();
  }

  Dependency dependency() {
    return dependency;
  }

  /** Completes with true when everything was read once, or with false when that failed. */
  CompletableFuture<Boolean> firstRead() {
    return firstRead;
  }

  int work() {
    int done = 0;
    long now = processContext.elapsedMillis();
    if (!isPolling && (hasMore || cadence.isDue(now)) && circuitBreaker.tryCall()) {
      poll(now);
      done++;
    }
    if (!isSending && !outbox.isEmpty() && now >= sendNotBefore && circuitBreaker.tryCall()) {
      send();
      done++;
    }
    return done;
  }

  private void poll(long now) {
    isPolling = true;
    hasMore = false;
    ResetPosition from = sent == null && now >= nextFull ? ResetPosition.START : resetPosition;
    await(() -> resets.since(from).toCompletableFuture(), DEADLINE_MILLIS, this::take, failure -> {
      isPolling = false;
      firstRead.complete(false);
    });
  }

  private void take(ResetPage resetPage) {
    isPolling = false;
    hasMore = !resetPage.isLast();
    resetPosition = resetPage.next();
    if (resetPage.isFromStart()) {
      sent = new HashMap<>();
    }
    Map<ResetTarget, Long> all = sent;
    if (all != null) {
      resetPage.resets().forEach(reset -> all.put(reset.identity(), reset.epoch()));
    }
    onResets.accept(resetPage.resets());
    if (resetPage.isLast() && all != null) {
      sent = null;
      nextFull = processContext.elapsedMillis() + FULL_EVERY_MILLIS;
      offerMissing(all);
      firstRead.complete(true);
    }
  }

  private void offerMissing(Map<ResetTarget, Long> known) {
    for (Reset reset : epochs.all()) {
      if (known.getOrDefault(reset.identity(), 0L) < reset.epoch()) {
        offer(reset);
      }
    }
  }

  /** Queues this reset to be written to the store. */
  void offer(Reset reset) {
    outbox.merge(reset.identity(), reset.epoch(), Math::max);
  }

  private void send() {
    isSending = true;
    List<Reset> batch = outbox.entrySet().stream()
        .limit(BATCH_SIZE)
        .map(each -> new Reset(each.getKey(), each.getValue()))
        .toList();
    await(
        () -> resets.store(batch).toCompletableFuture(),
        DEADLINE_MILLIS,
        done -> {
          isSending = false;
          batch.forEach(reset -> outbox.remove(reset.identity(), reset.epoch()));
        },
        failure -> {
          isSending = false;
          sendNotBefore = processContext.elapsedMillis() + POLL_MILLIS;
          if (failure instanceof ResetRefused) {
            batch.forEach(reset -> outbox.remove(reset.identity(), reset.epoch()));
          }
        });
  }

  /** Whether the store may be called now. If so, one of the two methods below must follow. */
  boolean tryAcquire() {
    return circuitBreaker.tryCall();
  }

  /** Begins a new epoch in the store. */
  void raise(Reset least, AgentCalls.CallListener<Long> callListener) {
    await(
        () -> resets.raise(least.identity(), least.epoch()).toCompletableFuture(),
        Resetter.STORE_TIMEOUT_MILLIS,
        callListener.answered(),
        callListener.failed());
  }

  /** Writes to the store an epoch that began elsewhere. */
  void store(Reset reset, AgentCalls.CallListener<Void> callListener) {
    await(
        () -> resets.store(List.of(reset)).toCompletableFuture(),
        Resetter.STORE_TIMEOUT_MILLIS,
        callListener.answered(),
        callListener.failed());
  }

  private <T> void await(
      Supplier<CompletableFuture<T>> call,
      long millis,
      Consumer<T> answered,
      Consumer<Throwable> failed) {
    calls.await(
        call.get(),
        millis,
        new AgentCalls.CallListener<>(
            answer -> {
              circuitBreaker.succeeded();
              answered.accept(answer);
            },
            failure -> {
              if (failure instanceof ResetRefused) {
                circuitBreaker.succeeded(); // a refusal is an answer, too
              } else {
                circuitBreaker.failed();
              }
              failed.accept(failure);
            }));
  }
}

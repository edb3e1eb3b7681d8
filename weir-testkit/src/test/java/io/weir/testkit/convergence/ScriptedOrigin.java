// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.time.EpochClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An origin that a test can slow down, break and wipe, and that records its calls. */
final class ScriptedOrigin implements Origin {
  /** How calls are handled. */
  enum CallBehaviour {
    /** Executed and answered immediately. */
    ANSWERING,
    /** Executed immediately, answered by {@link #release}. */
    HOLDING,
    /** Not executed, and answered with a failure. */
    FAILING,
    /** Not executed, and never answered. */
    SILENT
  }

  private final EpochClock clock;
  private final Queue<Runnable> held = new ArrayDeque<>();
  private final List<List<Query>> reads = new ArrayList<>();
  private final List<List<Publication>> publishes = new ArrayList<>();
  private final Set<CellKey> spoiled = new HashSet<>();
  private InMemoryOrigin store;
  private CallBehaviour onRead = CallBehaviour.ANSWERING;
  private CallBehaviour onPublish = CallBehaviour.ANSWERING;
  private CallBehaviour onBeat = CallBehaviour.ANSWERING;
  private Runnable beforePublish = () -> {};
  private int beats;
  private boolean exclusive;
  private boolean closed;

  ScriptedOrigin(EpochClock clock) {
    this.clock = clock;
    this.store = new InMemoryOrigin(clock);
  }

  void all(CallBehaviour callBehaviour) {
    onRead = callBehaviour;
    onPublish = callBehaviour;
    onBeat = callBehaviour;
  }

  void reads(CallBehaviour callBehaviour) {
    onRead = callBehaviour;
  }

  void publishes(CallBehaviour callBehaviour) {
    onPublish = callBehaviour;
  }

  void beats(CallBehaviour callBehaviour) {
    onBeat = callBehaviour;
  }

  /** Makes this origin exclusive: no other process writes here, as in a file of one process. */
  void beExclusive() {
    exclusive = true;
  }

  @Override
  public boolean isExclusive() {
    return exclusive;
  }

  @Override
  public synchronized CompletionStage<List<Long>> read(List<Query> queries) {
    reads.add(List.copyOf(queries));
    return answer(
        onRead,
        () -> store.read(queries).thenApply(sums -> {
          List<Long> answers = new ArrayList<>(sums);
          for (int i = 0; i < answers.size(); i++) {
            answers.set(i, spoiled.contains(queries.get(i).cell()) ? UNREADABLE : answers.get(i));
          }
          return answers;
        }));
  }

  @Override
  public synchronized CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    publishes.add(List.copyOf(publications));
    Runnable first = beforePublish;
    beforePublish = () -> {};
    first.run();
    return answer(onPublish, () -> publishReadable(publications));
  }

  private CompletionStage<List<Receipt>> publishReadable(List<Publication> publications) {
    List<Receipt> receipts = new ArrayList<>();
    for (Publication each : publications) {
      receipts.add(
          spoiled.contains(each.cell())
              ? Receipt.of(PublishOutcome.UNREADABLE)
              : store.publish(List.of(each)).toCompletableFuture().join().get(0));
    }
    return CompletableFuture.completedFuture(receipts);
  }

  /** Replaces a cell's value with one that is not a count. */
  void spoil(CellKey cell) {
    spoiled.add(cell);
  }

  /** Repairs all such cells. */
  void mend() {
    spoiled.clear();
  }

  @Override
  public synchronized CompletionStage<Void> restore(List<Restoration> restorations) {
    return answer(onPublish, () -> store.restore(restorations));
  }

  @Override
  public synchronized CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    return store.reportUsage(usageReport);
  }

  @Override
  public void onFault(FaultListener listener) {
    store.onFault(listener);
  }

  @Override
  public synchronized CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    beats++;
    return answer(onBeat, () -> store.heartbeat(originHeartbeat));
  }

  private <T> CompletionStage<T> answer(
      CallBehaviour callBehaviour, Supplier<CompletionStage<T>> call) {
    return switch (callBehaviour) {
      case ANSWERING -> call.get();
      case FAILING -> CompletableFuture.failedFuture(new OriginUnavailable("scripted failure"));
      case SILENT -> new CompletableFuture<>();
      case HOLDING -> {
        CompletableFuture<T> later = new CompletableFuture<>();
        T value = call.get().toCompletableFuture().join();
        held.add(() -> later.complete(value));
        yield later;
      }
    };
  }

  /** Answers all held calls, in order, with the results from when they were made. */
  void release() {
    for (Runnable next = held.poll(); next != null; next = held.poll()) {
      next.run();
    }
  }

  /** Runs an action when the next publish arrives. */
  void beforePublish(Runnable action) {
    beforePublish = action;
  }

  /** Answers the oldest held call. */
  void releaseOne() {
    held.remove().run();
  }

  /** Starts again with an empty store of this much memory. */
  void limitTo(long bytes) {
    store = new InMemoryOrigin(clock, bytes);
  }

  /** Loses every count without any notification, as when a store evicts a cell unnoticed by the processes. */
  void loseSilently() {
    store = new InMemoryOrigin(clock);
  }

  InMemoryOrigin store() {
    return store;
  }

  synchronized List<List<Query>> reads() {
    return List.copyOf(reads);
  }

  synchronized List<List<Publication>> publishes() {
    return List.copyOf(publishes);
  }

  /** Returns every publication so far, of all batches. */
  List<Publication> publications() {
    return publishes().stream().flatMap(List::stream).toList();
  }

  /** Clears the recorded calls. */
  synchronized void forgetCalls() {
    reads.clear();
    publishes.clear();
    beats = 0;
  }

  int beats() {
    return beats;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** A ledger that a test can break, and that remembers what it was asked. */
final class ScriptedLedger implements Ledger {
  private final InMemoryLedger store;
  private final List<Component> pushed = new ArrayList<>();
  private final List<Long> pulledSince = new ArrayList<>();
  private Predicate<Component> rejects = component -> false;
  private boolean failingPushes;
  private boolean failingPulls;
  private boolean silent;

  ScriptedLedger(EpochClock clock) {
    this.store = new InMemoryLedger(clock);
  }

  void reject(Predicate<Component> which) {
    rejects = which;
  }

  void failPushes(boolean fail) {
    failingPushes = fail;
  }

  void failPulls(boolean fail) {
    failingPulls = fail;
  }

  /** Does nothing and answers nothing. */
  void beSilent(boolean silence) {
    silent = silence;
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    if (silent) {
      return new CompletableFuture<>();
    }
    if (failingPushes) {
      return CompletableFuture.failedFuture(new LedgerUnavailable("told to fail"));
    }
    pushed.addAll(components);
    List<Rejection> rejections = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      if (rejects.test(components.get(i))) {
        rejections.add(new Rejection(i, "told to reject"));
      }
    }
    return store
        .push(components.stream().filter(rejects.negate()).toList())
        .thenApply(none -> rejections);
  }

  @Override
  public CompletionStage<Page> pull(String region, long since) {
    pulledSince.add(since);
    if (silent) {
      return new CompletableFuture<>();
    }
    return failingPulls
        ? CompletableFuture.failedFuture(new LedgerUnavailable("told to fail"))
        : store.pull(region, since);
  }

  @Override
  public CompletionStage<Pulse> beat(String region, String incarnation) {
    return silent ? new CompletableFuture<>() : store.beat(region, incarnation);
  }

  InMemoryLedger store() {
    return store;
  }

  /** Every component that was ever pushed, in order. */
  List<Component> pushed() {
    return List.copyOf(pushed);
  }

  /** The watermark of every pull. */
  List<Long> pulledSince() {
    return List.copyOf(pulledSince);
  }

  @Override
  public void close() {}
}

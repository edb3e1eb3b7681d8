// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A ledger that a test can break, and that records its calls. */
final class ScriptedLedger implements Ledger {
  private final EpochClock clock;
  private final Map<Long, List<Component>> delayed = new TreeMap<>();
  private InMemoryLedger store;
  private long behind;
  private boolean delaying;
  private final List<Component> pushed = new ArrayList<>();
  private final List<Long> pulledSince = new ArrayList<>();
  private Predicate<Component> rejects = component -> false;
  private Predicate<Component> locked = component -> false;
  private int pageSize = Integer.MAX_VALUE;
  private int pages;
  private Runnable betweenPages = () -> {};
  private boolean failingPushes;
  private boolean failingPulls;
  private boolean failingFullPulls;
  private boolean silent;
  private boolean closed;

  /** Held replies; null while none are held. Guarded by this, since a test releases them from another thread. */
  private @Nullable List<Runnable> held;

  ScriptedLedger(EpochClock clock) {
    this.clock = clock;
    this.store = new InMemoryLedger(() -> clock.epochMillis() - behind);
  }

  /** Sets the ledger's own clock back. */
  void setClockBack(long millis) {
    behind = millis;
  }

  /** Sets whether further pushes are stamped and answered, but not visible yet. */
  void delayCommits(boolean delay) {
    delaying = delay;
  }

  /** Makes the delayed pushes visible, with their original stamps. */
  void commitDelayed() {
    long now = clock.epochMillis();
    delayed.forEach((stamp, components) -> {
      behind = now - stamp;
      store.push(components).toCompletableFuture().join();
    });
    behind = 0;
  }

  /** Loses every count, as a server that is restored from an old backup. */
  void loseEverything() {
    store = new InMemoryLedger(() -> clock.epochMillis() - behind);
  }

  /** Adds three units of another region for each of many identifiers of a workspace, in the current cell. */
  void fill(String workspace, int identifiers, LimitPolicy limitPolicy) {
    long sequence = clock.epochMillis() / limitPolicy.durationMillis();
    for (int i = 0; i < identifiers; i++) {
      SubjectKey subject =
          new SubjectKey(workspace, "n", "filled-" + i, limitPolicy.durationMillis());
      store
          .push(List.of(new Component(new CellKey(subject, sequence), "elsewhere", "", 3)))
          .toCompletableFuture()
          .join();
    }
  }

  void reject(Predicate<Component> which) {
    rejects = which;
  }

  void failPushes(boolean fail) {
    failingPushes = fail;
  }

  void failFullPulls(boolean fail) {
    failingFullPulls = fail;
  }

  void failPulls(boolean fail) {
    failingPulls = fail;
  }

  /** Answers pulls in pages of at most this many cells. */
  void answerInPages(int cells) {
    pageSize = cells;
  }

  /** Runs an action before each page of a pull except the first. */
  void betweenPages(Runnable action) {
    betweenPages = action;
  }

  /** Returns how many pages were requested. */
  int pages() {
    return pages;
  }

  /** Fails each push that contains such a component. */
  void lock(Predicate<Component> which) {
    locked = which;
  }

  /** Sets whether calls are neither executed nor answered. */
  void beSilent(boolean isSilent) {
    silent = isSilent;
  }

  /** Executes further pushes, but answers them only after {@link #release}. */
  synchronized void hold() {
    held = new ArrayList<>();
  }

  /** Sends the held replies, and holds no more. */
  synchronized void release() {
    List<Runnable> answers = held == null ? List.of() : held;
    held = null;
    answers.forEach(Runnable::run);
  }

  private synchronized CompletionStage<List<Rejection>> heldBack(List<Rejection> rejections) {
    CompletableFuture<List<Rejection>> answer = new CompletableFuture<>();
    if (held == null) {
      answer.complete(rejections);
    } else {
      held.add(() -> answer.complete(rejections));
    }
    return answer;
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    if (silent) {
      return new CompletableFuture<>();
    }
    if (failingPushes || components.stream().anyMatch(locked)) {
      return CompletableFuture.failedFuture(new LedgerUnavailable("scripted failure"));
    }
    pushed.addAll(components);
    if (delaying) {
      delayed.put(clock.epochMillis(), components);
      return CompletableFuture.completedFuture(List.of());
    }
    List<Rejection> rejections = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      if (rejects.test(components.get(i))) {
        rejections.add(new Rejection(i, "scripted rejection"));
      }
    }
    return store
        .push(components.stream().filter(rejects.negate()).toList())
        .thenCompose(none -> heldBack(rejections));
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    if (from.isAtBeginning()) {
      pulledSince.add(from.since());
    } else {
      betweenPages.run();
    }
    pages++;
    if (silent) {
      return new CompletableFuture<>();
    }
    return failingPulls || (failingFullPulls && from.isFull())
        ? CompletableFuture.failedFuture(new LedgerUnavailable("scripted failure"))
        : store.pull(pullRequester, from, Math.min(limit, pageSize));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return silent ? new CompletableFuture<>() : store.heartbeat(ledgerHeartbeat);
  }

  InMemoryLedger store() {
    return store;
  }

  /** Returns every component that was ever pushed, in order. */
  List<Component> pushed() {
    return List.copyOf(pushed);
  }

  /** Returns the watermark of every pull. */
  List<Long> pulledSince() {
    return List.copyOf(pulledSince);
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import io.weir.sql.call.DatabaseExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The ledger's calls: one lane per kind, so that none holds up another. */
final class LedgerExecutors implements AutoCloseable {
  /** Callers wait for an answer before they ask again: a longer queue would only hold what they gave up. */
  private static final int MAX_WAITING = 16;

  private static final DatabaseExecutor.Owner OWNER =
      new DatabaseExecutor.Owner("ledger", LedgerUnavailable.class, LedgerUnavailable::new);

  private final DatabaseExecutor push;
  private final DatabaseExecutor pull;
  private final DatabaseExecutor heartbeat;
  private final DatabaseExecutor reset;

  private LedgerExecutors(
      DatabaseExecutor push,
      DatabaseExecutor pull,
      DatabaseExecutor heartbeat,
      DatabaseExecutor reset) {
    this.push = push;
    this.pull = pull;
    this.heartbeat = heartbeat;
    this.reset = reset;
  }

  /** On threads of their own, which end by themselves when nothing is asked for a while. */
  static LedgerExecutors create() {
    return new LedgerExecutors(
        DatabaseExecutor.singleThread(OWNER, "push", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "pull", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "beat", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "reset", MAX_WAITING));
  }

  /** On somebody else's threads. */
  static LedgerExecutors over(Executor executor) {
    return new LedgerExecutors(
        DatabaseExecutor.on(OWNER, executor),
        DatabaseExecutor.on(OWNER, executor),
        DatabaseExecutor.on(OWNER, executor),
        DatabaseExecutor.on(OWNER, executor));
  }

  <T> CompletableFuture<T> push(Supplier<T> work) {
    return push.call(work);
  }

  <T> CompletableFuture<T> pull(Supplier<T> work) {
    return pull.call(work);
  }

  <T> CompletableFuture<T> heartbeat(Supplier<T> work) {
    return heartbeat.call(work);
  }

  <T> CompletableFuture<T> reset(Supplier<T> work) {
    return reset.call(work);
  }

  /** Fails what was not answered yet, and whatever is asked later. Does not wait. */
  @Override
  public void close() {
    push.close();
    pull.close();
    heartbeat.close();
    reset.close();
  }
}

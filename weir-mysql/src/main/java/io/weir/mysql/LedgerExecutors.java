// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import io.weir.sql.call.DatabaseExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The executors of the ledger's calls: one per kind of call, so that none delays another. */
final class LedgerExecutors implements AutoCloseable {
  /**
   * Callers wait for a result before they call again, so a longer queue would only hold calls that they have
   * abandoned.
   */
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

  /** Creates executors with threads of their own, which end when they are idle for a while. */
  static LedgerExecutors create() {
    return new LedgerExecutors(
        DatabaseExecutor.singleThread(OWNER, "push", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "pull", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "beat", MAX_WAITING),
        DatabaseExecutor.singleThread(OWNER, "reset", MAX_WAITING));
  }

  /** Creates executors that use the caller's threads. */
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

  /** Fails all open and later calls. Does not wait. */
  @Override
  public void close() {
    push.close();
    pull.close();
    heartbeat.close();
    reset.close();
  }
}

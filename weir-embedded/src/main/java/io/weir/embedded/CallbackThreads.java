// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A pool of daemon threads, created on demand, for the application's continuations of asynchronous answers.
 *
 * <p>The thread that first knows such an answer carries Redis replies or is the engine's own. A continuation may
 * block, also on a further answer: on those threads it would wait for itself and stop the engine. The pool is
 * unbounded, since with a bound such waits could use up all threads.
 */
final class CallbackThreads {
  private static final long IDLE_SECONDS = 10;
  private static final long CLOSE_SECONDS = 2;

  private final ThreadGroup group = new ThreadGroup("weir-embedded-answers");
  private final AtomicInteger created = new AtomicInteger();
  private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
      0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>());

  CallbackThreads() {
    pool.setThreadFactory(task -> {
      Thread thread = new Thread(group, task, "weir-embedded-answer-" + created.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    });
    // Answers can still arrive after the end. Running them on the current thread is better than
    // never completing
    // them.
    pool.setRejectedExecutionHandler((task, closed) -> task.run());
  }

  /** Converts a decision: immediately if it is complete, otherwise on one of these threads. */
  <D, R> CompletableFuture<R> answer(CompletableFuture<D> decision, Function<D, R> toResult) {
    return decision.isDone()
        ? decision.thenApply(toResult)
        : decision.thenApplyAsync(toResult, pool);
  }

  /** Waits briefly until the running tasks have ended, unless the caller is one of these threads. */
  void close() {
    pool.shutdown();
    try {
      boolean unusedEnded = group.equals(Thread.currentThread().getThreadGroup())
          || pool.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

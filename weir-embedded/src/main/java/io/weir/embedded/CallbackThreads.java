// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Threads for what the application does with answers that had to be waited for: daemons, made when they are needed.
 *
 * <p>Such an answer is known first to a thread that carries replies of Redis, or to the engine's own. What the application
 * does then may wait, for a further answer too: on those threads it would wait for itself, and the engine with it. There is no
 * bound, since with one such waits could use up all threads.
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
    // After the end an answer is still one: it is better given late on any thread than never.
    pool.setRejectedExecutionHandler((task, closed) -> task.run());
  }

  /** What this makes of a decision: at once if it is there, else on one of these threads. */
  <D, R> CompletableFuture<R> answer(CompletableFuture<D> decision, Function<D, R> reading) {
    return decision.isDone() ? decision.thenApply(reading) : decision.thenApplyAsync(reading, pool);
  }

  /** Waits for a moment until what was begun here has ended, unless one of these threads asks for it. */
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Registry.Unavailable;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Threads that wait for the database so that callers need not, and the calls that wait for them. Owners of calls take turns. */
final class Calls implements AutoCloseable {
  /** All changes wait for one row anyway; the second thread serves those who only look. */
  private static final int THREADS = 2;

  /** A second's worth of one owner. Whoever comes when it is full is better told so at once. */
  private static final int WAITING_OF_ONE = 256;

  /** Of all owners, each of whom holds a request open that has its own bounds. */
  private static final int WAITING_OF_ALL = 8_192;

  /**
   * How long a caller waits for an answer, whatever its thread waits for. Many times what a healthy database takes at the
   * other end of the world.
   */
  private static final long ANSWER_MILLIS = 2_000;

  /** How long closing may wait for calls: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  private static final String CLOSED = "the directory is closed";

  /** For each call that waits, there is one task which takes whatever call's turn it is then. */
  private final ThreadPoolExecutor threads;

  private final FairQueue<Call<?>> waiting = new FairQueue<>(WAITING_OF_ONE, WAITING_OF_ALL);
  private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();

  Calls() {
    AtomicInteger number = new AtomicInteger();
    this.threads = new ThreadPoolExecutor(
        THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
          Thread thread = new Thread(task, "weir-directory-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
    threads.allowCoreThreadTimeOut(true);
  }

  /** The answer of the work, or why there is none. */
  <T> CompletableFuture<T> call(String owner, Supplier<T> work) {
    Call<T> call = new Call<>(work);
    open.add(call);
    if (!waiting.tryAdd(owner, call)) {
      open.remove(call);
      call.fail("too many calls are waiting for the directory's database");
      return call.answer;
    }
    try {
      threads.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      open.remove(call);
      call.fail(CLOSED);
    }
    return within(call);
  }

  /** Whether somebody waits for a thread. */
  boolean hasWaiting() {
    return waiting.size() > 0;
  }

  private void runNext() {
    Call<?> next = waiting.poll();
    if (next != null) {
      next.run();
    }
  }

  private static <T> CompletableFuture<T> within(Call<T> call) {
    CompletableFuture.delayedExecutor(ANSWER_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
        .execute(() -> call.fail("the directory's database did not respond within " + ANSWER_MILLIS
            + " ms; it is unknown whether the change was made"));
    return call.answer;
  }

  /** One call, from the moment it was asked for until it is answered. */
  private final class Call<T> {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Supplier<T> work;

    private Call(Supplier<T> work) {
      this.work = work;
    }

    private void run() {
      try {
        if (!answer.isDone()) {
          answer.complete(work.get());
        }
      } catch (Unavailable | Error e) {
        answer.completeExceptionally(e);
      } catch (RuntimeException e) {
        // Of a driver or a pool; without its text, which might hold what they were given.
        fail("the directory's database failed: " + e.getClass().getName());
      } finally {
        open.remove(this);
      }
    }

    private void fail(String reason) {
      answer.completeExceptionally(new Unavailable(reason));
    }
  }

  /** Fails what was not answered yet, and whatever is asked later. Interrupts nobody, for the sake of an embedded file. */
  @Override
  public void close() {
    threads.shutdown();
    open.forEach(call -> call.fail(CLOSED));
    open.clear();
    try {
      boolean unusedEnd = threads.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

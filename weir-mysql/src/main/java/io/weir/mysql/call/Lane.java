// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.call;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thread that waits for a database so that callers need not, and the calls that wait for it, in order. */
public final class Lane implements AutoCloseable {
  /**
   * Whose calls they are.
   *
   * @param name a noun for sentences and threads, such as ledger
   * @param kind of exception that calls fail with; other exceptions of the work are replaced
   * @param unavailable makes one
   */
  public record Owner(
      String name,
      Class<? extends RuntimeException> kind,
      Function<String, ? extends RuntimeException> unavailable) {}

  private final Owner owner;
  private final Executor executor;

  /** What ends with the lane; null if the thread is somebody else's. */
  private final @Nullable ThreadPoolExecutor own;

  private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();

  /** Written by close(), read by every call. */
  private volatile boolean closed;

  private Lane(Owner owner, Executor executor, @Nullable ThreadPoolExecutor own) {
    this.owner = owner;
    this.executor = executor;
    this.own = own;
  }

  /**
   * On a thread of its own, which ends by itself when nothing is asked for a while.
   *
   * @param name of the thread, behind the owner's
   * @param waiting how many calls may wait before further ones fail
   */
  public static Lane create(Owner owner, String name, int waiting) {
    ThreadPoolExecutor executor = new ThreadPoolExecutor(
        1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), task -> {
          Thread thread = new Thread(task, "weir-" + owner.name() + "-" + name);
          thread.setDaemon(true);
          return thread;
        });
    executor.allowCoreThreadTimeOut(true);
    return new Lane(owner, executor, executor);
  }

  /** On somebody else's threads. */
  public static Lane on(Owner owner, Executor executor) {
    return new Lane(owner, executor, null);
  }

  /** The answer of the work, or why there is none. */
  public <T> CompletableFuture<T> call(Supplier<T> work) {
    Call<T> call = new Call<>(work);
    open.add(call);
    try {
      executor.execute(call);
    } catch (RejectedExecutionException e) {
      open.remove(call);
      call.fail(
          closed
              ? "the " + owner.name() + " is closed"
              : "the " + owner.name() + "'s database has not responded to earlier calls");
    }
    return call.answer;
  }

  /** One call, from the moment it was asked for until it is answered. */
  private final class Call<T> implements Runnable {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Supplier<T> work;

    private Call(Supplier<T> work) {
      this.work = work;
    }

    @Override
    public void run() {
      try {
        if (closed) {
          fail("the " + owner.name() + " is closed");
        } else {
          answer.complete(work.get());
        }
      } catch (Error e) {
        answer.completeExceptionally(e);
      } catch (RuntimeException e) {
        if (owner.kind().isInstance(e)) {
          answer.completeExceptionally(e);
        } else {
          // Of a driver or a pool; without its text, which might hold what they were given.
          fail("the " + owner.name() + "'s database failed: " + e.getClass().getName());
        }
      } finally {
        open.remove(this);
      }
    }

    private void fail(String reason) {
      answer.completeExceptionally(owner.unavailable().apply(reason));
    }
  }

  /** Fails what was not answered yet, and whatever is asked later. Does not wait. Interrupts nobody. */
  @Override
  public void close() {
    closed = true;
    if (own != null) {
      own.shutdown();
    }
    open.forEach(call -> call.fail("the " + owner.name() + " is closed"));
    open.clear();
  }

  /** Waits until the thread has ended, after {@link #close}; at most so long. */
  public void awaitEnd(long millis) {
    if (own != null) {
      try {
        boolean unusedEnd = own.awaitTermination(millis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

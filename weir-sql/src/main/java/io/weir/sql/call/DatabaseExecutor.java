// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.call;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs database calls on threads that may block, so that callers do not. The number of waiting calls is bounded. */
public final class DatabaseExecutor implements AutoCloseable {
  private static final long IDLE_SECONDS = 30;

  /**
   * The owner of the calls.
   *
   * @param name a noun for messages and thread names, such as ledger
   * @param kind the type of exception that calls fail with; other exceptions of the work are replaced
   * @param unavailable creates one
   */
  public record Owner(
      String name,
      Class<? extends RuntimeException> kind,
      Function<String, ? extends RuntimeException> unavailable) {}

  /**
   * Limits of an executor whose callers take turns.
   *
   * @param threads how many calls run at the same time
   * @param waitingPerCaller how many calls of one caller may wait
   * @param waiting how many calls may wait in total
   * @param timeout how long a caller waits for a result, even if the database does not respond
   */
  public record Limits(int threads, int waitingPerCaller, int waiting, Duration timeout) {}

  private final Owner owner;
  private final Executor executor;

  /** The threads of this executor; null if they belong to the caller. */
  private final @Nullable ThreadPoolExecutor own;

  /** The waiting calls by caller, with one task in {@link #own} for each; null if callers do not take turns. */
  private final @Nullable FairQueue<QueuedCall<?>> turns;

  private final @Nullable Duration timeout;

  private final Set<QueuedCall<?>> open = ConcurrentHashMap.newKeySet();

  /** Written by close(), read by every call. */
  private volatile boolean closed;

  private DatabaseExecutor(Owner owner, Executor executor, @Nullable ThreadPoolExecutor own) {
    this.owner = owner;
    this.executor = executor;
    this.own = own;
    this.turns = null;
    this.timeout = null;
  }

  private DatabaseExecutor(Owner owner, ThreadPoolExecutor own, Limits limits) {
    this.owner = owner;
    this.executor = own;
    this.own = own;
    this.turns = new FairQueue<>(limits.waitingPerCaller(), limits.waiting());
    this.timeout = limits.timeout();
  }

  /**
   * Runs calls in order on one thread, which ends when it is idle.
   *
   * @param name of the thread, after the owner's
   * @param waiting how many calls may wait before further ones fail
   */
  public static DatabaseExecutor singleThread(Owner owner, String name, int waiting) {
    ThreadPoolExecutor threads =
        threads(1, waiting, task -> daemon(task, "weir-" + owner.name() + "-" + name));
    return new DatabaseExecutor(owner, threads, threads);
  }

  /** Runs calls on threads that end when they are idle. Callers take turns, so that none waits for another's backlog. */
  public static DatabaseExecutor fair(Owner owner, Limits limits) {
    AtomicInteger number = new AtomicInteger();
    // The fair queue bounds how many tasks there are.
    ThreadPoolExecutor threads = threads(
        limits.threads(),
        Integer.MAX_VALUE,
        task -> daemon(task, "weir-" + owner.name() + "-" + number.incrementAndGet()));
    return new DatabaseExecutor(owner, threads, limits);
  }

  /** Runs calls on threads of the caller. */
  public static DatabaseExecutor on(Owner owner, Executor executor) {
    return new DatabaseExecutor(owner, executor, null);
  }

  private static ThreadPoolExecutor threads(int count, int waiting, ThreadFactory factory) {
    ThreadPoolExecutor threads = new ThreadPoolExecutor(
        count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), factory);
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Runs the work. The future has its result, or why there is none. */
  public <T> CompletableFuture<T> call(Supplier<T> work) {
    return call("", work);
  }

  /** Runs the work on behalf of a caller, who takes turns with the others if this executor is fair. */
  public <T> CompletableFuture<T> call(String caller, Supplier<T> work) {
    QueuedCall<T> queuedCall = new QueuedCall<>(work);
    open.add(queuedCall);
    try {
      submit(caller, queuedCall);
      failLate(queuedCall);
    } catch (RejectedExecutionException e) {
      open.remove(queuedCall);
      queuedCall.fail(closed ? closedReason() : fullReason());
    }
    return queuedCall.answer;
  }

  private void submit(String caller, QueuedCall<?> queuedCall) {
    if (turns == null) {
      executor.execute(queuedCall);
    } else if (turns.tryAdd(caller, queuedCall)) {
      executor.execute(this::runNext);
    } else {
      throw new RejectedExecutionException();
    }
  }

  private void runNext() {
    QueuedCall<?> next = turns == null ? null : turns.poll();
    if (next != null) {
      next.run();
    }
  }

  private void failLate(QueuedCall<?> queuedCall) {
    if (timeout != null) {
      long millis = timeout.toMillis();
      CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run)
          .execute(
              () -> queuedCall.fail("the " + owner.name() + "'s database did not respond within "
                  + millis + " ms; it is unknown whether the change was made"));
    }
  }

  private String closedReason() {
    return "the " + owner.name() + " is closed";
  }

  private String fullReason() {
    return turns == null
        ? "the " + owner.name() + "'s database has not responded to earlier calls"
        : "too many calls are waiting for the " + owner.name() + "'s database";
  }

  /** Returns whether a fair executor has calls that wait for a thread. */
  public boolean hasWaiting() {
    return turns != null && turns.size() > 0;
  }

  /** One call, from its submission until it completes. */
  private final class QueuedCall<T> implements Runnable {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Supplier<T> work;

    private QueuedCall(Supplier<T> work) {
      this.work = work;
    }

    @Override
    public void run() {
      try {
        if (closed) {
          fail(closedReason());
        } else if (!answer.isDone()) {
          answer.complete(work.get());
        }
      } catch (Error e) {
        answer.completeExceptionally(e);
      } catch (RuntimeException e) {
        if (owner.kind().isInstance(e)) {
          answer.completeExceptionally(e);
        } else {
          // From a driver or a pool. Its message is not used, because it might contain credentials.
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

  /**
   * Fails open and later calls. Does not wait, and interrupts no thread: what an interrupt does to a call that is under way
   * depends on the driver. Such a call runs to its end, and its result is dropped.
   */
  @Override
  public void close() {
    closed = true;
    if (own != null) {
      own.shutdown();
    }
    open.forEach(queuedCall -> queuedCall.fail(closedReason()));
    open.clear();
  }

  /** Waits until the threads have ended, after {@link #close}, for at most this long. */
  public void awaitEnd(long millis) {
    if (own != null) {
      try {
        boolean unusedTermination = own.awaitTermination(millis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

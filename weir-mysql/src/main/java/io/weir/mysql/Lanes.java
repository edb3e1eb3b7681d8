// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Threads that wait for the database so that callers need not: one per kind of call, so that none holds up another. */
final class Lanes implements AutoCloseable {
  /** Callers wait for an answer before they ask again: a longer queue would only hold what they gave up. */
  private static final int WAITING = 16;

  private static final String CLOSED = "the ledger is closed";

  private final Executor push;
  private final Executor pull;
  private final Executor beat;

  /** Those of the above that are to end with the ledger. */
  private final List<ExecutorService> own;

  private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();

  /** Written by close(), read by every call. */
  private volatile boolean closed;

  private Lanes(List<? extends Executor> lanes, List<ExecutorService> own) {
    this.push = lanes.get(0);
    this.pull = lanes.get(1);
    this.beat = lanes.get(2);
    this.own = own;
  }

  /** On threads of their own, which end by themselves when nothing is asked for a while. */
  static Lanes create() {
    List<ExecutorService> lanes = List.of(thread("push"), thread("pull"), thread("beat"));
    return new Lanes(lanes, lanes);
  }

  /** On somebody else's threads. */
  static Lanes on(Executor executor) {
    return new Lanes(List.of(executor, executor, executor), List.of());
  }

  private static ExecutorService thread(String name) {
    ThreadPoolExecutor executor = new ThreadPoolExecutor(
        1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING), task -> {
          Thread thread = new Thread(task, "weir-ledger-" + name);
          thread.setDaemon(true);
          return thread;
        });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  <T> CompletableFuture<T> push(Supplier<T> work) {
    return call(push, work);
  }

  <T> CompletableFuture<T> pull(Supplier<T> work) {
    return call(pull, work);
  }

  <T> CompletableFuture<T> beat(Supplier<T> work) {
    return call(beat, work);
  }

  private <T> CompletableFuture<T> call(Executor lane, Supplier<T> work) {
    Call<T> call = new Call<>(work);
    open.add(call);
    try {
      lane.execute(call);
    } catch (RejectedExecutionException e) {
      open.remove(call);
      call.fail(closed ? CLOSED : "the ledger's database has not answered earlier calls");
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
          fail(CLOSED);
        } else {
          answer.complete(work.get());
        }
      } catch (LedgerUnavailable | Error e) {
        answer.completeExceptionally(e);
      } catch (RuntimeException e) {
        // Of a driver or a pool; without its text, which might hold what they were given.
        fail("the ledger's database failed: " + e.getClass().getName());
      } finally {
        open.remove(this);
      }
    }

    private void fail(String reason) {
      answer.completeExceptionally(new LedgerUnavailable(reason));
    }
  }

  /** Fails what was not answered yet, and whatever is asked later. Does not wait. */
  @Override
  public void close() {
    closed = true;
    own.forEach(
        ExecutorService
            ::shutdown); // an interrupt would close an embedded database's file under everybody
    open.forEach(call -> call.fail(CLOSED));
    open.clear();
  }
}

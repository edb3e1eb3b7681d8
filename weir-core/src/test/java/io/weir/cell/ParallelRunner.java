// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** A runner of real threads that start simultaneously, round after round. */
public final class ParallelRunner implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  /** Creates this many threads, which wait for their first round. */
  public ParallelRunner(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads);
  }

  /** Runs the task in every thread, with the thread's number, and returns when all have finished. */
  public void run(IntConsumer task) {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      ends.add(pool.submit(() -> {
        await(start);
        task.accept(number);
      }));
    }
    for (Future<?> end : ends) {
      try {
        end.get();
      } catch (ExecutionException e) {
        throw new AssertionError("a thread failed", e.getCause());
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while threads ran", e);
      }
    }
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await();
    } catch (BrokenBarrierException | InterruptedException e) {
      throw new AssertionError("a thread could not begin", e);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * Load at a fixed rate. Each request has its instant, fixed beforehand, and is timed from then: a server that makes callers
 * wait does not make them ask less.
 *
 * @param perSecond requests of all connections together
 * @param millis for how long
 */
public record Schedule(int perSecond, long millis) {
  private static final int CONNECTIONS = 16;

  /** The first part of a run is not counted: connections and compilers begin. */
  private static final double WARMING = 0.25;

  /** Nanoseconds from each request's instant to the end of its answer. */
  public long[] run(Site site, Question question) {
    ExecutorService callers = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      long begins = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
      List<Future<long[]>> each = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int caller = i;
        each.add(callers.submit(() -> ask(site, question, caller, begins)));
      }
      LongStream all = LongStream.empty();
      for (Future<long[]> times : each) {
        all = LongStream.concat(all, LongStream.of(times.get()));
      }
      return all.toArray();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a caller failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      callers.shutdownNow();
    }
  }

  private long[] ask(Site site, Question question, int caller, long begins) {
    long gap = TimeUnit.SECONDS.toNanos(1) / perSecond;
    int requests = (int) (millis * perSecond / 1_000 / CONNECTIONS);
    long[] times = new long[requests];
    try (Caller connection = new Caller(site, question)) {
      for (int i = 0; i < requests; i++) {
        long sequence = (long) i * CONNECTIONS + caller;
        byte[] request =
            connection.request(question.body((int) (sequence % question.identifiers()) + 1));
        long due = begins + sequence * gap;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(this, left);
        }
        connection.ask(request);
        times[i] = System.nanoTime() - due;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return LongStream.of(times).skip((long) (requests * WARMING)).toArray();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

import io.weir.benchmarks.redis.contender.RedisContender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/** Threads that check keys with one limiter. */
public final class CallerThreads {
  /*
   * Reading the clock costs as much as a decision in memory, so the clock is read only once per several checks. Checks
   * that go to Redis are slow, but so few of them still end in time.
   */

  private static final int CHECKS_PER_LOOK = 64;

  /** Enough samples above the 99th percentile, and few enough for the array to fit into a CPU cache. */
  private static final int SAMPLES = 200_000;

  private static final Executor THREADS = task -> new Thread(task, "caller").start();

  private final RedisContender redisContender;
  private final KeySequence keySequence;
  private final int threads;

  /** Callers on this number of threads. */
  public CallerThreads(RedisContender redisContender, KeySequence keySequence, int threads) {
    this.redisContender = redisContender;
    this.keySequence = keySequence;
    this.threads = threads;
  }

  /** Checks each key once, as fast as possible. */
  public CallerCounts visitAll() {
    long began = System.nanoTime();
    long admitted = all(this::visitShare).stream().mapToLong(Long::longValue).sum();
    return new CallerCounts(keySequence.count(), admitted, System.nanoTime() - began);
  }

  private long visitShare(int caller) {
    long admitted = 0;
    for (int i = keySequence.start(caller, threads);
        i < keySequence.start(caller + 1, threads);
        i++) {
      admitted += redisContender.allow(keySequence.at(i)) ? 1 : 0;
    }
    return admitted;
  }

  /** Checks as fast as possible for this time. */
  public CallerCounts hurry(long millis) {
    long began = System.nanoTime();
    long end = began + millis * 1_000_000;
    List<CallerCounts> each = all(caller -> hurry(keySequence.start(caller, threads), end));
    return new CallerCounts(
        each.stream().mapToLong(CallerCounts::checks).sum(),
        each.stream().mapToLong(CallerCounts::admitted).sum(),
        System.nanoTime() - began);
  }

  private CallerCounts hurry(int start, long end) {
    long began = System.nanoTime();
    long place = start;
    long admitted = 0;
    do {
      for (int i = 0; i < CHECKS_PER_LOOK; i++) {
        admitted += redisContender.allow(keySequence.at(place++)) ? 1 : 0;
      }
    } while (System.nanoTime() < end);
    return new CallerCounts(place - start, admitted, System.nanoTime() - began);
  }

  /**
   * Times single calls at full speed, in nanoseconds. Includes the time of reading the clock.
   *
   * @param perSecond the expected number of calls, which decides how many of them are timed
   */
  public long[] time(long millis, double perSecond) {
    long end = System.nanoTime() + millis * 1_000_000;
    int stride = Math.max(1, (int) (perSecond * millis / 1_000 / threads / SAMPLES));
    return all(caller -> time(keySequence.start(caller, threads), stride, end)).stream()
        .flatMapToLong(LongStream::of)
        .toArray();
  }

  private long[] time(int start, int stride, long end) {
    long[] nanos = new long[SAMPLES];
    int taken = 0;
    long place = start;
    long after = System.nanoTime();
    while (taken < SAMPLES && after < end) {
      for (int i = 1; i < stride; i++) {
        redisContender.allow(keySequence.at(place++));
      }
      String key = keySequence.at(place++);
      long before = System.nanoTime();
      redisContender.allow(key);
      after = System.nanoTime();
      nanos[taken++] = after - before;
    }
    return Arrays.copyOf(nanos, taken);
  }

  /** Checks at an even rate on one thread, until all checks are made. Makes late checks immediately, to catch up. */
  public CallerCounts pace(double perSecond, long checks) {
    long began = System.nanoTime();
    long admitted = 0;
    for (long i = 0; i <= checks; i++) {
      long target = began + (long) (i * 1e9 / perSecond);
      for (long now = System.nanoTime(); now < target; now = System.nanoTime()) {
        LockSupport.parkNanos(this, target - now);
      }
      admitted += i < checks && redisContender.allow(keySequence.at(i)) ? 1 : 0;
    }
    return new CallerCounts(checks, admitted, System.nanoTime() - began);
  }

  /** Samples of what two successive clock readings cost, in nanoseconds. */
  public static long[] timerNanos() {
    long[] nanos = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long before = System.nanoTime();
      nanos[i] = System.nanoTime() - before;
    }
    return nanos;
  }

  private <T> List<T> all(IntFunction<T> work) {
    List<CompletableFuture<T>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int caller = i;
      running.add(CompletableFuture.supplyAsync(() -> work.apply(caller), THREADS));
    }
    return running.stream().map(CompletableFuture::join).toList();
  }
}

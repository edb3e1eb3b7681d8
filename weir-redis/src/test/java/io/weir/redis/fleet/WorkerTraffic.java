// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import io.weir.Decision;
import io.weir.engine.Limiter;
import io.weir.time.NanoClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Checks of one identifier, and their totals. They are counted when answered, on the thread that answers. */
final class WorkerTraffic {
  /**
   * Shorter than the publish interval, so that a process's checks are spread evenly instead of bunched between two
   * publishes.
   */
  private static final long PAUSE_NANOS = 500_000;

  /** Far above the read deadline: an answer that takes longer never arrives. */
  private static final long MAX_REPLY_SECONDS = 20;

  private final Limiter limiter;
  private final String identifier;
  private final NanoClock clock = NanoClock.system();
  private final LongAdder offered = new LongAdder();
  private final LongAdder admitted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder degraded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final AtomicLong slowestNanos = new AtomicLong();

  WorkerTraffic(Limiter limiter, String identifier) {
    this.limiter = limiter;
    this.identifier = identifier;
  }

  /**
   * Sends this many checks at this rate, each at its own instant: a late one is sent immediately, and none waits for
   * the answer to another. So the rate is the offered rate, however slow the answers are.
   */
  void pace(long checks, long perSecond) {
    long start = clock.nanoTime();
    for (long started = 0; started < checks; ) {
      long due = 1 + (clock.nanoTime() - start) * perSecond / TimeUnit.SECONDS.toNanos(1);
      for (; started < Math.min(due, checks); started++) {
        startCheck();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    awaitAnswers();
  }

  /** Sends this many checks, one after the other. */
  void spend(long checks) {
    for (long started = 0; started < checks; started++) {
      checkAndWait();
    }
  }

  /** Sends checks, each after the previous answer, until the engine accepts no more. */
  void untilClosed() {
    while (checkAndWait()) {
      Thread.onSpinWait();
    }
  }

  private void startCheck() {
    offered.increment();
    long started = clock.nanoTime();
    try {
      CompletableFuture<?> unused = limiter
          .checkAsync(identifier, 1)
          .whenComplete((decision, failure) -> answered(decision, started));
    } catch (IllegalStateException e) {
      answered(null, started);
    }
  }

  /** Returns false if there was no answer. */
  private boolean checkAndWait() {
    offered.increment();
    long started = clock.nanoTime();
    try {
      answered(limiter.check(identifier), started);
      return true;
    } catch (IllegalStateException e) {
      answered(null, started);
      return false;
    }
  }

  private void answered(@Nullable Decision decision, long started) {
    slowestNanos.accumulateAndGet(clock.nanoTime() - started, Math::max);
    if (decision == null) {
      failed.increment();
      return;
    }
    if (decision.degraded()) {
      degraded.increment();
    }
    (decision.allowed() ? admitted : refused).increment();
  }

  private void awaitAnswers() {
    long start = clock.nanoTime();
    while (admitted.sum() + refused.sum() + failed.sum() < offered.sum()) {
      if (clock.nanoTime() - start > TimeUnit.SECONDS.toNanos(MAX_REPLY_SECONDS)) {
        throw new IllegalStateException("checks without an answer: " + tally());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  CheckTotals tally() {
    return new CheckTotals(
        offered.sum(),
        admitted.sum(),
        refused.sum(),
        degraded.sum(),
        failed.sum(),
        TimeUnit.NANOSECONDS.toMicros(slowestNanos.get()));
  }
}

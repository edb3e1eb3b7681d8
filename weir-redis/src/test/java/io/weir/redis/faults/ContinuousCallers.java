// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Callers that check continuously, one per process, until they are stopped. */
final class ContinuousCallers implements AutoCloseable {
  /** Some thousand checks per second: more than a batch can hold, and few enough for two cores. */
  private static final long PAUSE_NANOS = 300_000;

  private final List<Thread> callers = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final LongAdder checks = new LongAdder();
  private final LongAdder degraded = new LongAdder();
  private final AtomicLong longestNanos = new AtomicLong();
  private volatile boolean stopped;

  private ContinuousCallers() {}

  static ContinuousCallers start(List<RegionProcess> members, List<String> identifiers) {
    ContinuousCallers continuousCallers = new ContinuousCallers();
    for (RegionProcess regionProcess : members) {
      Thread caller =
          new Thread(() -> continuousCallers.call(regionProcess, identifiers), "caller");
      continuousCallers.callers.add(caller);
      caller.start();
    }
    return continuousCallers;
  }

  private void call(RegionProcess regionProcess, List<String> identifiers) {
    try {
      for (int i = 0; !stopped; i++) {
        long start = NanoClock.system().nanoTime();
        Decision decision = regionProcess.check(identifiers.get(i % identifiers.size()));
        longestNanos.accumulateAndGet(NanoClock.system().nanoTime() - start, Math::max);
        checks.increment();
        if (decision.degraded()) {
          degraded.increment();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }

  long checks() {
    return checks.sum();
  }

  long degraded() {
    return degraded.sum();
  }

  long longestMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
  }

  /** Waits until degraded decisions were made, and then for some more decisions of any kind. */
  void goesOnDegraded() {
    long before = degraded();
    Eventually.until("decisions continue, degraded", () -> degraded() > before || hasFailed());
    goesOn();
  }

  /** Waits for some more decisions. */
  void goesOn() {
    long before = checks();
    Eventually.until("decisions continue", () -> checks() > before + 100 || hasFailed());
    assertThat(failures).isEmpty();
  }

  private boolean hasFailed() {
    return !failures.isEmpty();
  }

  /** Ends when every caller has its answer. No call may have failed. */
  @Override
  public void close() {
    stopped = true;
    for (Thread caller : callers) {
      Eventually.until("a caller is answered", () -> !caller.isAlive());
    }
    assertThat(failures).isEmpty();
  }
}

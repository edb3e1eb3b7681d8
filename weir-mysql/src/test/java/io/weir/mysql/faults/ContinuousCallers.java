// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Callers that make checks without a pause until they are stopped, one per process. */
final class ContinuousCallers implements AutoCloseable {
  /** A thousand checks per second: enough that something is always unpublished, few enough for two cores. */
  private static final long PAUSE_NANOS = 1_000_000;

  /**
   * A check takes microseconds. This allows for an overloaded machine, but not for a caller that waits for a
   * database.
   */
  private static final long MAX_MILLIS = 3_000;

  private final List<Thread> callers = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final LongAdder checks = new LongAdder();
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
        regionProcess.check(identifiers.get(i % identifiers.size()));
        longestNanos.accumulateAndGet(NanoClock.system().nanoTime() - start, Math::max);
        checks.increment();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }

  /** Waits for some more decisions. */
  void goesOn() {
    long before = checks.sum();
    Eventually.until("decisions go on", () -> checks.sum() > before + 100 || !failures.isEmpty());
    assertThat(failures).isEmpty();
  }

  /** Stops when every caller has its decision. None may have failed or waited. */
  @Override
  public void close() {
    stopped = true;
    for (Thread caller : callers) {
      Eventually.until("a caller is answered", () -> !caller.isAlive());
    }
    assertThat(failures).isEmpty();
    assertThat(TimeUnit.NANOSECONDS.toMillis(longestNanos.get())).isLessThan(MAX_MILLIS);
  }
}

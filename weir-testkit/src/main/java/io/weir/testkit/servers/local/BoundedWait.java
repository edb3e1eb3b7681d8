// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition outside of this process, with a time-out. */
public final class BoundedWait {
  /** Short compared to the time a server takes to start, and long compared to the cost of a check. */
  private static final long PAUSE_NANOS = 2_000_000;

  private BoundedWait() {}

  /** Returns whether the condition became true in time. An interrupt ends the wait. */
  public static boolean until(Duration timeout, BooleanSupplier condition) {
    NanoClock clock = NanoClock.system();
    long start = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      long left = timeout.toNanos() - (clock.nanoTime() - start);
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(Math.min(left, PAUSE_NANOS));
    }
    return true;
  }
}

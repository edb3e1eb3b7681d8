// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something outside of this process, and never for ever. */
public final class BoundedWait {
  /** Short beside the time a server takes to start, long beside the cost of asking. */
  private static final long PAUSE_NANOS = 2_000_000;

  private BoundedWait() {}

  /** Whether the condition came true in time. An interrupt ends the wait. */
  public static boolean until(Duration most, BooleanSupplier condition) {
    NanoClock clock = NanoClock.system();
    long start = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      long left = most.toNanos() - (clock.nanoTime() - start);
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(Math.min(left, PAUSE_NANOS));
    }
    return true;
  }
}

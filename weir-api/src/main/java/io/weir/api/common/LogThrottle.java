// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A counter of frequent events that allows one log record per minute. */
public final class LogThrottle {
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long NEVER = Long.MIN_VALUE;

  private final LongSupplier nanos;

  /** When events were last logged. The thread that changes it by compare-and-set writes the log record. */
  private final AtomicLong loggedNanos = new AtomicLong(NEVER);

  private final AtomicLong unlogged = new AtomicLong();

  /**
   * Creates a throttle that has not logged yet.
   *
   * @param nanos the time; it may step back
   */
  public LogThrottle(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Counts an event. If a log record is due, returns the number of events since the last one; else 0. */
  public long add() {
    unlogged.incrementAndGet();
    long now = nanos.getAsLong();
    long last = loggedNanos.get();
    long passed = now - last; // correct even if the nano clock has overflowed
    // A clock that was set back must not suppress records for long.
    boolean isDue = last == NEVER || passed >= MINUTE_NANOS || passed < 0;
    return isDue && loggedNanos.compareAndSet(last, now) ? unlogged.getAndSet(0) : 0;
  }
}

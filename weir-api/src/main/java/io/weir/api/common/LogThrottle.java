// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Counts events that come more often than anybody reads, and says once a minute at most that they may be logged. */
public final class LogThrottle {
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long NEVER = Long.MIN_VALUE;

  private final LongSupplier nanos;

  /** When events were last logged; whoever changes it logs. */
  private final AtomicLong loggedNanos = new AtomicLong(NEVER);

  private final AtomicLong unlogged = new AtomicLong();

  /**
   * Has logged nothing yet.
   *
   * @param nanos the time; it may step back
   */
  public LogThrottle(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Counts an event. If it is time to log, gives how many there were since the last time; else 0. */
  public long add() {
    unlogged.incrementAndGet();
    long now = nanos.getAsLong();
    long last = loggedNanos.get();
    long passed = now - last; // right even if a nano clock has wrapped around
    // A clock that was set back must not silence anything for long.
    boolean isDue = last == NEVER || passed >= MINUTE_NANOS || passed < 0;
    return isDue && loggedNanos.compareAndSet(last, now) ? unlogged.getAndSet(0) : 0;
  }
}

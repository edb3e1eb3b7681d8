// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Tells the log that the limiter fails, once a minute at most: calls come more often than anybody reads. */
public final class FailureLog {
  private static final System.Logger LOG = System.getLogger(FailureLog.class.getName());
  private static final long MINUTE = 60_000;

  private final InstantSource time;

  /** When it was last told of a failure; whoever changes it tells. */
  private final AtomicLong toldMillis = new AtomicLong(Long.MIN_VALUE);

  /** Failures that were not told of yet. */
  private final AtomicLong failures = new AtomicLong();

  /** Nothing told yet, by this clock. */
  public FailureLog(InstantSource time) {
    this.time = time;
  }

  void add(RuntimeException cause) {
    failures.incrementAndGet();
    long now = time.millis();
    long told = toldMillis.get();
    // Before that, too: a clock that was set back must not silence anything for long.
    boolean isDue = told == Long.MIN_VALUE || now - told >= MINUTE || now < told;
    if (isDue && toldMillis.compareAndSet(told, now)) {
      LOG.log(
          Level.WARNING,
          "The limiter failed, and calls were answered with 503: calls=" + failures.getAndSet(0),
          cause);
    }
  }
}

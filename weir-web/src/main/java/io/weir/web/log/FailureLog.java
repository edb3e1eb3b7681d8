// SPDX-License-Identifier: Apache-2.0
package io.weir.web.log;

import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Tells the log that a limiter fails, once a minute at most: requests come more often than anybody reads. */
public final class FailureLog {
  private static final long MINUTE = 60_000;

  private final System.Logger log;
  private final InstantSource time;
  private final String consequence;

  /** When it was last told of a failure; whoever changes it tells. */
  private final AtomicLong loggedMillis = new AtomicLong(Long.MIN_VALUE);

  /** Failures that were not told of yet. */
  private final AtomicLong unloggedFailures = new AtomicLong();

  /**
   * Nothing told yet.
   *
   * @param teller in whose name it is told
   * @param consequence what became of the requests
   */
  public FailureLog(Class<?> teller, InstantSource time, String consequence) {
    this.log = System.getLogger(teller.getName());
    this.time = time;
    this.consequence = consequence;
  }

  /** The limiter failed a request. */
  public void record(RuntimeException cause) {
    unloggedFailures.incrementAndGet();
    long now = time.millis();
    long told = loggedMillis.get();
    // Before that, too: a clock that was set back must not silence anything for long.
    boolean isDue = told == Long.MIN_VALUE || now - told >= MINUTE || now < told;
    if (isDue && loggedMillis.compareAndSet(told, now)) {
      log.log(
          Level.WARNING,
          "The limiter failed; " + consequence + ": requests=" + unloggedFailures.getAndSet(0),
          cause);
    }
  }
}

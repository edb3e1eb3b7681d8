// SPDX-License-Identifier: Apache-2.0
package io.weir.web.log;

import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Logs that a limiter fails, at most once a minute: requests are too frequent to log each one. */
public final class FailureLog {
  private static final long MINUTE = 60_000;

  private final System.Logger log;
  private final InstantSource time;
  private final String consequence;

  /** When the last line was logged. The thread that changes it writes the line. */
  private final AtomicLong loggedMillis = new AtomicLong(Long.MIN_VALUE);

  /** The number of failures since the last log line. */
  private final AtomicLong unloggedFailures = new AtomicLong();

  /**
   * Creates a log without entries.
   *
   * @param loggerClass the class whose name is the logger's name
   * @param consequence how the requests were answered
   */
  public FailureLog(Class<?> loggerClass, InstantSource time, String consequence) {
    this.log = System.getLogger(loggerClass.getName());
    this.time = time;
    this.consequence = consequence;
  }

  /** Records that the limiter failed for a request. */
  public void record(RuntimeException cause) {
    unloggedFailures.incrementAndGet();
    long now = time.millis();
    long lastLogged = loggedMillis.get();
    // An earlier time is due as well: a clock that was set back must not suppress the log for long.
    boolean isDue = lastLogged == Long.MIN_VALUE || now - lastLogged >= MINUTE || now < lastLogged;
    if (isDue && loggedMillis.compareAndSet(lastLogged, now)) {
      log.log(
          Level.WARNING,
          "The limiter failed; " + consequence + ": requests=" + unloggedFailures.getAndSet(0),
          cause);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.common.LogThrottle;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** Logs that a limiter fails, at most once a minute: requests are too frequent to log each one. */
public final class FailureLog {
  private final System.Logger log;
  private final String consequence;
  private final LogThrottle throttle;

  /**
   * Creates a log without entries.
   *
   * @param loggerClass the class whose name is the logger's name
   * @param consequence how the requests were answered
   */
  public FailureLog(Class<?> loggerClass, InstantSource time, String consequence) {
    this.log = System.getLogger(loggerClass.getName());
    this.consequence = consequence;
    this.throttle = new LogThrottle(() -> TimeUnit.MILLISECONDS.toNanos(time.millis()));
  }

  /** Records that the limiter failed for a request. */
  public void record(RuntimeException cause) {
    long failures = throttle.add();
    if (failures > 0) {
      log.log(
          Level.WARNING, "The limiter failed; " + consequence + ": requests=" + failures, cause);
    }
  }
}

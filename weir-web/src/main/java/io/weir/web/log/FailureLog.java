// SPDX-License-Identifier: Apache-2.0
package io.weir.web.log;

import io.weir.api.common.LogThrottle;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** Tells the log that a limiter fails, once a minute at most: requests come more often than anybody reads. */
public final class FailureLog {
  private final System.Logger log;
  private final String consequence;
  private final LogThrottle throttle;

  /**
   * Nothing told yet.
   *
   * @param teller in whose name it is told
   * @param consequence what became of the requests
   */
  public FailureLog(Class<?> teller, InstantSource time, String consequence) {
    this.log = System.getLogger(teller.getName());
    this.consequence = consequence;
    this.throttle = new LogThrottle(() -> TimeUnit.MILLISECONDS.toNanos(time.millis()));
  }

  /** The limiter failed a request. */
  public void record(RuntimeException cause) {
    long failures = throttle.add();
    if (failures > 0) {
      log.log(
          Level.WARNING, "The limiter failed; " + consequence + ": requests=" + failures, cause);
    }
  }
}

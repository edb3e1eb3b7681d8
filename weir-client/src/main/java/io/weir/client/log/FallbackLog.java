// SPDX-License-Identifier: Apache-2.0
package io.weir.client.log;

import io.weir.api.common.LogThrottle;
import io.weir.client.time.Timer;
import java.lang.System.Logger.Level;

/** Tells the log that the fallback answers, once a minute at most: checks come more often than anybody reads. */
public final class FallbackLog {
  private static final System.Logger LOG = System.getLogger("io.weir.client");

  private final LogThrottle throttle;

  /** None yet. */
  public FallbackLog(Timer timer) {
    throttle = new LogThrottle(timer::nanoTime);
  }

  /** A check was answered by the fallback for this reason, which has no secret in it. */
  public void record(String reason) {
    long checks = throttle.add();
    if (checks > 0) {
      LOG.log(
          Level.WARNING,
          "No usable response from the server; used the fallback: checks=" + checks
              + ", last reason: " + reason);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.client.log;

import io.weir.api.common.LogThrottle;
import io.weir.client.time.Timer;
import java.lang.System.Logger.Level;

/** Tells the log that the fallback answers, once a minute at most: checks come more often than anybody reads. */
public final class Complaints {
  private static final System.Logger LOG = System.getLogger("io.weir.client");

  private final LogThrottle throttle;

  /** None yet. */
  public Complaints(Timer timer) {
    throttle = new LogThrottle(timer::nanoTime);
  }

  /** A check was answered by the fallback for this reason, which has no secret in it. */
  public void add(String reason) {
    long checks = throttle.add();
    if (checks > 0) {
      LOG.log(
          Level.WARNING,
          "No usable response from the server; used the fallback: checks=" + checks
              + ", last reason: " + reason);
    }
  }
}

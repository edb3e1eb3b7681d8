// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.common.LogThrottle;
import io.weir.client.time.Timer;
import java.lang.System.Logger.Level;

/** Logs that the fallback was used, at most once a minute: checks are too frequent to log each one. */
final class FallbackLog {
  private static final System.Logger LOG = System.getLogger("io.weir.client");

  private final LogThrottle throttle;

  /** Creates a log without entries. */
  public FallbackLog(Timer timer) {
    throttle = new LogThrottle(timer::nanoTime);
  }

  /** Records that the fallback answered a check. {@code reason} must not contain a secret. */
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

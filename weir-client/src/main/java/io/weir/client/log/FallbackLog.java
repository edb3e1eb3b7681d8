// SPDX-License-Identifier: Apache-2.0
package io.weir.client.log;

import io.weir.client.time.Timer;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Logs that the fallback was used, at most once a minute: checks are too frequent to log each one. */
public final class FallbackLog {
  private static final System.Logger LOG = System.getLogger("io.weir.client");
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final Timer timer;

  /** The number of checks since the last log line. */
  private final AtomicLong unloggedChecks = new AtomicLong();

  /** When the next line may be logged. The thread that advances it writes the line. */
  private final AtomicLong dueNanos;

  /** Creates a log without entries. */
  public FallbackLog(Timer timer) {
    this.timer = timer;
    this.dueNanos = new AtomicLong(timer.nanoTime());
  }

  /** Records that the fallback answered a check. {@code reason} must not contain a secret. */
  public void record(String reason) {
    unloggedChecks.incrementAndGet();
    long now = timer.nanoTime();
    long due = dueNanos.get();
    if (now - due >= 0 && dueNanos.compareAndSet(due, now + MINUTE)) {
      LOG.log(
          Level.WARNING,
          "No usable response from the server; used the fallback: checks="
              + unloggedChecks.getAndSet(0) + ", last reason: " + reason);
    }
  }
}

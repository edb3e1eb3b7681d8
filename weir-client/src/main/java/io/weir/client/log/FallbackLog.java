// SPDX-License-Identifier: Apache-2.0
package io.weir.client.log;

import io.weir.client.time.Timer;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Tells the log that the fallback answers, once a minute at most: checks come more often than anybody reads. */
public final class FallbackLog {
  private static final System.Logger LOG = System.getLogger("io.weir.client");
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final Timer timer;

  /** Checks that were not told of yet. */
  private final AtomicLong unloggedChecks = new AtomicLong();

  /** From when on it may be told again; whoever moves it tells. */
  private final AtomicLong dueNanos;

  /** None yet. */
  public FallbackLog(Timer timer) {
    this.timer = timer;
    this.dueNanos = new AtomicLong(timer.nanoTime());
  }

  /** A check was answered by the fallback for this reason, which has no secret in it. */
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

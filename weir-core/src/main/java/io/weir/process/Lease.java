// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.time.NanoClock;

/** The period in which this process may write to its origin. Renewed by heartbeats, read by every writer. */
public final class Lease {
  /** A time that is long past, and far enough from overflow that durations can be added. */
  private static final long LONG_AGO = 1L << 50;

  private final NanoClock clock;
  private final long lengthMillis;

  private volatile long until;
  private volatile boolean wasHeld;

  /** Creates a lease of this length, not valid until it is renewed. */
  public Lease(NanoClock clock, long lengthMillis) {
    this.clock = clock;
    this.lengthMillis = lengthMillis;
  }

  /** Whether this process may write now. */
  public boolean isValid() {
    return wasHeld && clock.elapsedMillis() < until;
  }

  /** Whether the process may read: not if it wrote something that others may have restored meanwhile. */
  public boolean canRead() {
    return !wasHeld || isValid();
  }

  /** For how long the lease was expired at this instant; 0 if it was valid. */
  public long lapsedMillis(long elapsedMillis) {
    return wasHeld ? Math.max(0, elapsedMillis - until + 1) : LONG_AGO;
  }

  /** Renews the lease after a heartbeat that was sent at this instant was answered. */
  public void renew(long sentMillis) {
    until = sentMillis + lengthMillis;
    wasHeld = true;
  }

  /** Ends the lease: the origin must answer another heartbeat first. */
  public void end() {
    until = clock.elapsedMillis();
  }
}

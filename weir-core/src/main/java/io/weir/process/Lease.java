// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.time.NanoClock;

/** Until when this process may write into its origin. Renewed by heartbeats, read by everybody who writes. */
public final class Lease {
  /** So long ago that it does not matter, and so far from overflow that time can be added. */
  private static final long LONG_AGO = 1L << 50;

  private final NanoClock clock;
  private final long lengthMillis;

  private volatile long until;
  private volatile boolean wasHeld;

  /** Of this length, on this clock; not valid until it is renewed. */
  public Lease(NanoClock clock, long lengthMillis) {
    this.clock = clock;
    this.lengthMillis = lengthMillis;
  }

  /** Whether this process may write now. */
  public boolean isValid() {
    return wasHeld && clock.elapsedMillis() < until;
  }

  /** Whether it may read: not if it wrote something, and others may have restored that. */
  public boolean canRead() {
    return !wasHeld || isValid();
  }

  /** For how long it was not valid at this instant; 0 if it was. */
  public long lapsedMillis(long elapsedMillis) {
    return wasHeld ? Math.max(0, elapsedMillis - until + 1) : LONG_AGO;
  }

  /** A heartbeat that was sent at this instant was answered. */
  public void renew(long sentMillis) {
    until = sentMillis + lengthMillis;
    wasHeld = true;
  }

  /** Ends it: the origin has to be asked again first. */
  public void end() {
    until = clock.elapsedMillis();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.origin.Origin;

/** What one workspace has in the origin, as far as this process knows. Guarded by its budget, save the flag. */
final class OriginUsage {
  /** A workspace has room again when it uses so many of 16 parts of what it may: else each expired cell would be news. */
  private static final int RESUME_SIXTEENTHS = 14;

  /** What the origin said. */
  private long known;

  /** What this process created and the origin has not counted yet; and the part of it that is being reported. */
  private long added;

  private long reported;

  /** Until when nothing is created because the origin itself refused it, in elapsed milliseconds. */
  private long refusedUntil = Long.MIN_VALUE;

  /** When it was last asked for, in elapsed milliseconds. */
  private long touchedAt;

  /** Whether the origin was never asked about it. */
  private boolean isUnknown = true;

  /** Written under the budget's lock; read by whoever publishes. */
  private volatile boolean isUsedUp;

  boolean isUsedUp() {
    return isUsedUp;
  }

  boolean isUnknown() {
    return isUnknown;
  }

  void touch(long now) {
    touchedAt = now;
  }

  void add(Origin.OriginMemory originMemory) {
    added += originMemory.bytes();
  }

  /** All that was added so far is on its way to the origin. */
  void report() {
    reported = added;
  }

  /** The report was answered. */
  void reportSucceeded(Origin.OriginMemory originMemory) {
    known = originMemory.bytes();
    added -= reported;
    reported = 0;
    isUnknown = false;
  }

  void refused(long until) {
    refusedUntil = until;
  }

  /** What the workspace has. */
  long bytes() {
    return known + added;
  }

  /** Compares what it has with what it may have. True if that changes whether it has room. */
  boolean evaluate(long mostBytes, long now) {
    long enough = isUsedUp ? mostBytes / 16 * RESUME_SIXTEENTHS : mostBytes;
    boolean wasUsedUp = isUsedUp;
    isUsedUp = bytes() > enough || now < refusedUntil;
    return wasUsedUp != isUsedUp;
  }

  /** Whether nobody has asked for it since this instant, and nothing would be lost by forgetting it. */
  boolean isIdle(long since) {
    return touchedAt < since && added == 0 && !isUsedUp;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.origin.Origin;

/** What one workspace uses in the origin, as far as this process knows. Guarded by its budget, except for the flag. */
final class OriginUsage {
  /**
   * A workspace that used up its space may create again when it uses at most this many 16ths of its allowance. At 16,
   * each expired cell would change the state.
   */
  private static final int RESUME_SIXTEENTHS = 14;

  /** The usage that the origin reported. */
  private long known;

  /** What this process created and the origin has not counted yet, and the part of it that is being reported. */
  private long added;

  private long reported;

  /** Until when nothing is created because the origin refused a creation, in elapsed milliseconds. */
  private long refusedUntil = Long.MIN_VALUE;

  /** When the workspace was last used, in elapsed milliseconds. */
  private long touchedAt;

  /** Whether the origin has never reported this workspace's usage. */
  private boolean isUnknown = true;

  /** Written under the budget's lock, read by any thread that publishes. */
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

  /** Marks everything added so far as being reported. */
  void report() {
    reported = added;
  }

  /** Records the origin's answer to the report. */
  void reportSucceeded(Origin.OriginMemory originMemory) {
    known = originMemory.bytes();
    added -= reported;
    reported = 0;
    isUnknown = false;
  }

  void refused(long until) {
    refusedUntil = until;
  }

  /** The bytes that the workspace uses. */
  long bytes() {
    return known + added;
  }

  /** Compares the usage with the allowance. True if this changes whether the workspace may create. */
  boolean evaluate(long mostBytes, long now) {
    long enough = isUsedUp ? mostBytes / 16 * RESUME_SIXTEENTHS : mostBytes;
    boolean wasUsedUp = isUsedUp;
    isUsedUp = bytes() > enough || now < refusedUntil;
    return wasUsedUp != isUsedUp;
  }

  /** Whether the workspace was not used since this instant and no information is lost by removing it. */
  boolean isIdle(long since) {
    return touchedAt < since && added == 0 && !isUsedUp;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** The smoothed duration of calls to a store: it rises at once and falls slowly. */
public final class RoundTrip {
  /** The divisor by which it falls: larger means slower. */
  private static final long SMOOTHING = 8;

  /** A lost update is corrected by the next answer. */
  private volatile long millis;

  /** Records that an answer took this long. */
  public void record(long tookMillis) {
    long known = millis;
    millis =
        tookMillis >= known ? tookMillis : known - Math.max(1, (known - tookMillis) / SMOOTHING);
  }

  /** The smoothed duration, close to the recent maximum. */
  public long millis() {
    return millis;
  }
}

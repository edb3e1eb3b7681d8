// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** How long answers of a store take, smoothed: it rises at once and falls slowly. */
public final class RoundTrip {
  /** How slowly it falls. */
  private static final long SMOOTHING = 8;

  /** A lost update is made good by the next answer. */
  private volatile long millis;

  /** An answer took this long. */
  public void record(long tookMillis) {
    long known = millis;
    millis =
        tookMillis >= known ? tookMillis : known - Math.max(1, (known - tookMillis) / SMOOTHING);
  }

  /** How long an answer takes, or took lately at worst. */
  public long millis() {
    return millis;
  }
}

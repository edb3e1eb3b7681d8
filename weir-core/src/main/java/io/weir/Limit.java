// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much may be spent in how long.
 *
 * @param amount the most that a sliding window may hold; 0 refuses everything, looks too
 * @param durationMillis the window's length in milliseconds, 1 s to 30 days
 * @param whenDegraded what to do while the region's shared counts can't be had
 */
public record Limit(long amount, long durationMillis, WhenDegraded whenDegraded) {

  /** One second: below it, clocks of different machines disagree by more than the window is worth. */
  public static final long MIN_DURATION_MILLIS = 1_000;

  /** Thirty days, as in the v2 API. */
  public static final long MAX_DURATION_MILLIS = 2_592_000_000L;

  public Limit {
    if (amount < 0) {
      throw new IllegalArgumentException(
          "limit must be 0 to " + Long.MAX_VALUE + ", but was " + amount);
    }
    if (durationMillis < MIN_DURATION_MILLIS || durationMillis > MAX_DURATION_MILLIS) {
      throw outOfRange(durationMillis + " ms", null);
    }
  }

  /** A limit that decides from local counts when degraded. */
  public static Limit of(long amount, Duration duration) {
    return new Limit(amount, millis(duration), WhenDegraded.LOCAL);
  }

  /** The same limit with another choice for degraded times. */
  public Limit withWhenDegraded(WhenDegraded choice) {
    return new Limit(amount, durationMillis, choice);
  }

  private static long millis(Duration duration) {
    if (duration.toNanosPart() % 1_000_000 != 0) {
      throw new IllegalArgumentException(
          "duration must be whole milliseconds, but was " + duration);
    }
    try {
      return duration.toMillis();
    } catch (ArithmeticException e) {
      throw outOfRange(duration.toString(), e);
    }
  }

  private static IllegalArgumentException outOfRange(
      String duration, @Nullable ArithmeticException overflow) {
    return new IllegalArgumentException(
        "duration must be " + MIN_DURATION_MILLIS + " to " + MAX_DURATION_MILLIS
            + " ms (1 s to 30 days), but was " + duration,
        overflow);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir;

import io.weir.window.AdmissionLog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a subject: how much may be spent in a sliding window.
 *
 * @param amount the most that a sliding window may hold; 0 refuses everything, including looks
 * @param durationMillis the window's length in milliseconds, 1 s to 30 days
 * @param whenDegraded what to do while the region's shared counts are unavailable
 * @param exactWindow whether every trailing window is limited to the amount, instead of an estimate from two fixed
 *     windows
 */
public record LimitPolicy(
    long amount, long durationMillis, WhenDegraded whenDegraded, boolean exactWindow) {

  /** One second: for shorter windows, the clock differences between machines are too large. */
  public static final long MIN_DURATION_MILLIS = 1_000;

  /** Thirty days, as in the v2 API. */
  public static final long MAX_DURATION_MILLIS = 2_592_000_000L;

  /** The largest amount that may have an exact window, which keeps this many instants for each identifier. */
  public static final long MAX_EXACT_AMOUNT = AdmissionLog.MAX_LIMIT;

  public LimitPolicy {
    if (amount < 0) {
      throw new IllegalArgumentException(
          "limit must be 0 to " + Long.MAX_VALUE + ", but was " + amount);
    }
    if (durationMillis < MIN_DURATION_MILLIS || durationMillis > MAX_DURATION_MILLIS) {
      throw outOfRange(durationMillis + " ms", null);
    }
    if (exactWindow && amount > MAX_EXACT_AMOUNT) {
      throw new IllegalArgumentException(
          "a limit with an exact window must be 0 to " + MAX_EXACT_AMOUNT + ", but was " + amount);
    }
  }

  /** Creates a limit without an exact window. */
  public LimitPolicy(long amount, long durationMillis, WhenDegraded whenDegraded) {
    this(amount, durationMillis, whenDegraded, false);
  }

  /** Creates a limit that is decided from local counts when degraded. */
  public static LimitPolicy of(long amount, Duration duration) {
    return new LimitPolicy(amount, millis(duration), WhenDegraded.LOCAL);
  }

  /** Returns the same limit with another behaviour when degraded. */
  public LimitPolicy withWhenDegraded(WhenDegraded choice) {
    return new LimitPolicy(amount, durationMillis, choice, exactWindow);
  }

  /**
   * Returns the same limit, enforced in every trailing window instead of by the estimate from two fixed windows. For
   * amounts up to {@link #MAX_EXACT_AMOUNT}. What that means for several processes: docs/consistency.md.
   */
  public LimitPolicy withExactWindow() {
    return new LimitPolicy(amount, durationMillis, whenDegraded, true);
  }

  /** Returns the same limit, with an exact window if the amount may have one. */
  public LimitPolicy withExactWindowIfSmall() {
    return amount <= MAX_EXACT_AMOUNT ? withExactWindow() : this;
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

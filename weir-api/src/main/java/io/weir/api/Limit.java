// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;

/**
 * A rate limit: the amount that may be spent per window.
 *
 * @param amount the maximum amount per window; 0 refuses everything
 * @param duration the length of the window, in whole milliseconds, 1 s to 30 days
 */
public record Limit(long amount, Duration duration) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  public Limit {
    if (amount < 0) {
      throw new IllegalArgumentException(
          "limit must be 0 to " + Long.MAX_VALUE + ", but was " + amount);
    }
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "duration must be 1000 to 2592000000 ms (1 s to 30 days), but was " + duration);
    }
    if (duration.toNanosPart() % 1_000_000 != 0) {
      throw new IllegalArgumentException(
          "duration must be whole milliseconds, but was " + duration);
    }
  }

  /** Returns a limit of {@code amount} per {@code duration}. */
  public static Limit of(long amount, Duration duration) {
    return new Limit(amount, duration);
  }

  /**
   * Returns a limit whose duration is written like {@code "500ms"}, {@code "60s"}, {@code "5m"}, {@code "1h"} or
   * {@code "30d"}.
   */
  public static Limit of(long amount, String duration) {
    return new Limit(amount, DurationParser.parse("duration", duration));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.LimitPolicy;

/**
 * The whole numbers that a field or an option takes.
 *
 * @param min the smallest
 * @param max the largest
 * @param unit what they count, for messages; empty when it goes without saying
 */
record LongRange(long min, long max, String unit) {

  /**
   * Instants: from 1970 to the largest integer that every JSON reader keeps exact. Any clock's Unix milliseconds are in
   * here; seconds and nanoseconds mostly are too, so they can't be told apart.
   */
  static final LongRange TIME = new LongRange(0, (1L << 53) - 1, " (Unix milliseconds)");

  static final LongRange COST = new LongRange(0, Long.MAX_VALUE, "");

  static final LongRange LIMIT = new LongRange(0, Long.MAX_VALUE, "");

  static final LongRange DURATION = new LongRange(
      LimitPolicy.MIN_DURATION_MILLIS, LimitPolicy.MAX_DURATION_MILLIS, " milliseconds");

  /** The number that is written here. Only plain digits will do: 1.5, 1e3 and +1 are not whole numbers as users count. */
  long parse(String text) throws InvalidInput {
    if (!isInteger(text)) {
      throw fault(text.isEmpty() ? "\"\"" : DisplayedValue.truncated(text));
    }
    try {
      return check(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw fault(DisplayedValue.truncated(text)); // more than 64 bits
    }
  }

  private long check(long number) throws InvalidInput {
    if (!contains(number)) {
      throw fault(String.valueOf(number));
    }
    return number;
  }

  boolean contains(long number) {
    return number >= min && number <= max;
  }

  /** What to say of a value that is not in here. */
  InvalidInput fault(String shown) {
    return new InvalidInput(
        "must be an integer from " + min + " to " + max + unit + ", but was " + shown);
  }

  private static boolean isInteger(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}

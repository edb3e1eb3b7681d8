// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.LimitPolicy;

/**
 * The range of an integer field or option.
 *
 * @param min the smallest valid value
 * @param max the largest valid value
 * @param unit the unit for messages; empty if none is needed
 */
record LongRange(long min, long max, String unit) {

  /**
   * Timestamps: from 1970 to the largest integer that every JSON reader represents exactly. Contains the Unix
   * milliseconds of any clock. Most timestamps in seconds and nanoseconds are in the range too, so they can't be
   * detected.
   */
  static final LongRange TIME = new LongRange(0, (1L << 53) - 1, " (Unix milliseconds)");

  static final LongRange COST = new LongRange(0, Long.MAX_VALUE, "");

  static final LongRange LIMIT = new LongRange(0, Long.MAX_VALUE, "");

  static final LongRange DURATION = new LongRange(
      LimitPolicy.MIN_DURATION_MILLIS, LimitPolicy.MAX_DURATION_MILLIS, " milliseconds");

  /** Parses a number. Accepts only plain digits: users do not write an integer as 1.5, 1e3 or +1. */
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

  /** The error for a value that is not in the range. */
  InvalidInput fault(String shown) {
    return new InvalidInput(
        "must be an integer from " + min + " to " + max + unit + ", but was " + shown);
  }

  private static boolean isInteger(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}

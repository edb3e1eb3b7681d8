// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.Limit;

/**
 * The whole numbers that a field or an option takes.
 *
 * @param least the smallest
 * @param most the largest
 * @param unit what they count, for messages; empty when it goes without saying
 */
record Range(long least, long most, String unit) {

  /**
   * Instants: from 1970 to the largest integer that every JSON reader keeps exact. Any clock's Unix milliseconds are in
   * here; seconds and nanoseconds mostly are too, so they can't be told apart.
   */
  static final Range T = new Range(0, (1L << 53) - 1, " (Unix milliseconds)");

  static final Range COST = new Range(0, Long.MAX_VALUE, "");

  static final Range LIMIT = new Range(0, Long.MAX_VALUE, "");

  static final Range DURATION =
      new Range(Limit.MIN_DURATION_MILLIS, Limit.MAX_DURATION_MILLIS, " milliseconds");

  /** The number that is written here. Only plain digits will do: 1.5, 1e3 and +1 are not whole numbers as users count. */
  long parse(String text) throws WrongInput {
    if (!isInteger(text)) {
      throw fault(text.isEmpty() ? "\"\"" : Shown.cut(text));
    }
    try {
      return check(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw fault(Shown.cut(text)); // more than 64 bits
    }
  }

  private long check(long number) throws WrongInput {
    if (!contains(number)) {
      throw fault(String.valueOf(number));
    }
    return number;
  }

  boolean contains(long number) {
    return number >= least && number <= most;
  }

  /** What to say of a value that is not in here. */
  WrongInput fault(String shown) {
    return new WrongInput(
        "must be an integer from " + least + " to " + most + unit + ", but was " + shown);
  }

  private static boolean isInteger(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import java.nio.ByteBuffer;

/** Counts as they stand in Redis: decimal text, or a sum in two parts. What is too large for a long stays the largest. */
final class Counts {
  private static final long HIGH_UNIT = 1_000_000_000;

  private Counts() {}

  static long parse(ByteBuffer digits) {
    long value = 0;
    for (int i = digits.position(); i < digits.limit(); i++) {
      int digit = digits.get(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new NumberFormatException("a count in Redis is not a whole number");
      }
      if (value > (Long.MAX_VALUE - digit) / 10) {
        return Long.MAX_VALUE;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  static long join(long high, long low) {
    return high > Long.MAX_VALUE / HIGH_UNIT ? Long.MAX_VALUE : plus(high * HIGH_UNIT, low);
  }

  static long plus(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.output;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Counts as they are stored in Redis: decimal text, or a sum in two parts. What is too large for a long stays the largest. */
final class CountCodec {
  private static final long HIGH_UNIT = 1_000_000_000;

  /** What {@link #parse} makes of a text that is no whole number. */
  static final long NONE = -1;

  /** Enough of a value to recognize it. */
  private static final int EXCERPT_LENGTH = 40;

  private CountCodec() {}

  static long parse(ByteBuffer digits) {
    long value = digits.hasRemaining() ? 0 : NONE;
    for (int i = digits.position(); i < digits.limit(); i++) {
      int digit = digits.get(i) - '0';
      if (digit < 0 || digit > 9) {
        return NONE;
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

  /** The beginning of a value that is no count, for people to read. */
  static String excerpt(ByteBuffer bytes) {
    byte[] start = new byte[Math.min(EXCERPT_LENGTH, bytes.remaining())];
    bytes.duplicate().get(start);
    return new String(start, StandardCharsets.UTF_8);
  }
}

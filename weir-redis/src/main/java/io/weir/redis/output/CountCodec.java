// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.output;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The encoding of counts in Redis: decimal text, or a sum in two parts. Values too large for a long become the
 * largest long.
 */
final class CountCodec {
  private static final long HIGH_UNIT = 1_000_000_000;

  /** The result of {@link #parse} for a text that is not a whole number. */
  static final long NONE = -1;

  /** Long enough to recognize a value. */
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

  /** Returns the start of a value that is not a count, for log messages. */
  static String excerpt(ByteBuffer bytes) {
    byte[] start = new byte[Math.min(EXCERPT_LENGTH, bytes.remaining())];
    bytes.duplicate().get(start);
    return new String(start, StandardCharsets.UTF_8);
  }
}

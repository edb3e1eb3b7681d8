// SPDX-License-Identifier: Apache-2.0
package io.weir.server.id;

/** The digits of base 62, in the order of their ASCII codes: ids of one length sort as the numbers that they stand for. */
public final class Base62 {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** How many digits there are. */
  public static final int RADIX = DIGITS.length();

  private Base62() {}

  /** Returns the digit for a value from 0 to 61. */
  public static char digit(int value) {
    return DIGITS.charAt(value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.id;

/**
 * The digits of base 62, in the order of their ASCII codes, so that ids of equal length sort like the numbers that
 * they encode.
 */
public final class Base62 {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** The number of digits. */
  public static final int RADIX = DIGITS.length();

  private Base62() {}

  /** Returns the digit for a value from 0 to 61. */
  public static char digit(int value) {
    return DIGITS.charAt(value);
  }
}

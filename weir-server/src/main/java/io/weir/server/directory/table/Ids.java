// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Names that the server gives: a prefix, and letters and digits that stand for 16 bytes. */
public final class Ids {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private static final BigInteger RADIX = BigInteger.valueOf(ALPHABET.length());

  /** Nobody guesses them, and no two are drawn alike. */
  private static final int BYTES = 16;

  /** As many as 16 bytes can need. All ids have the same length, so that their order is that of their bytes. */
  private static final int LENGTH = 22;

  private Ids() {}

  /** One that nobody has. */
  public static String random(String prefix, RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return prefix + letters(bytes);
  }

  /** The one of an override: the same whoever sets it, and when. */
  static String ofOverride(String namespaceId, String identifier) {
    return "rlor_" + letters(Arrays.copyOf(Digests.ofOverride(namespaceId, identifier), BYTES));
  }

  private static String letters(byte[] bytes) {
    char[] letters = new char[LENGTH];
    BigInteger rest = new BigInteger(1, bytes);
    for (int i = LENGTH - 1; i >= 0; i--) {
      BigInteger[] parts = rest.divideAndRemainder(RADIX);
      letters[i] = ALPHABET.charAt(parts[1].intValue());
      rest = parts[0];
    }
    return new String(letters);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.server.id.Base62;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Names that the server gives: a prefix, and letters and digits that stand for 16 bytes. */
public final class Ids {
  private static final BigInteger RADIX = BigInteger.valueOf(Base62.RADIX);

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
    return "rlor_" + letters(Arrays.copyOf(NameDigests.ofOverride(namespaceId, identifier), BYTES));
  }

  /** The one of the workspace that servers make by themselves: the same on every server, with or without the database. */
  public static String ofWorkspace(String name) {
    return "ws_" + letters(Arrays.copyOf(NameDigests.ofWorkspaceName(name), BYTES));
  }

  /** The one of a key that servers were given: likewise. */
  public static String ofKey(KeyHash hash) {
    return "key_" + letters(Arrays.copyOf(NameDigests.ofKey(hash), BYTES));
  }

  private static String letters(byte[] bytes) {
    char[] letters = new char[LENGTH];
    BigInteger rest = new BigInteger(1, bytes);
    for (int i = LENGTH - 1; i >= 0; i--) {
      BigInteger[] parts = rest.divideAndRemainder(RADIX);
      letters[i] = Base62.digit(parts[1].intValue());
      rest = parts[0];
    }
    return new String(letters);
  }
}

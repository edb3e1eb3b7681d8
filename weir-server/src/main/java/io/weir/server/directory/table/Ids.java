// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.server.id.Base62;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Ids that the server generates: a prefix, and letters and digits that encode 16 bytes. */
public final class Ids {
  private static final BigInteger RADIX = BigInteger.valueOf(Base62.RADIX);

  /** Enough that ids cannot be guessed, and that no two random ids are equal. */
  private static final int BYTES = 16;

  /** As many as 16 bytes can need. All ids have the same length, so that they sort like their bytes. */
  private static final int LENGTH = 22;

  private Ids() {}

  /** Returns a new random id. */
  public static String random(String prefix, RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return prefix + letters(bytes);
  }

  /** Returns the id of an override: the same regardless of who sets it, and when. */
  static String ofOverride(String namespaceId, String identifier) {
    return "rlor_" + letters(Arrays.copyOf(NameDigests.ofOverride(namespaceId, identifier), BYTES));
  }

  /**
   * Returns the id of the workspace that servers create by themselves: the same on every server, with or without the
   * database.
   */
  public static String ofWorkspace(String name) {
    return "ws_" + letters(Arrays.copyOf(NameDigests.ofWorkspaceName(name), BYTES));
  }

  /** Returns the id of a preset key: the same on every server, with or without the database. */
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

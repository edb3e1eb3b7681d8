// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The hash of a root key, which is stored in place of the key. The key cannot be recovered from it, and comparing two
 * hashes takes constant time.
 */
public final class KeyHash {
  /** The length of a hash in bytes. */
  public static final int LENGTH = 32;

  private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(() -> {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
  });

  private final byte[] bytes;

  private KeyHash(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the hash of a key. */
  public static KeyHash of(String key) {
    return new KeyHash(SHA_256.get().digest(key.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns a hash that was stored. */
  public static KeyHash ofBytes(byte[] stored) {
    if (stored.length != LENGTH) {
      throw new IllegalArgumentException(
          "a key's hash must have " + LENGTH + " bytes, but had " + stored.length);
    }
    return new KeyHash(stored.clone());
  }

  /** Returns the hash for storage. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyHash that && MessageDigest.isEqual(bytes, that.bytes);
  }

  /** Returns four bytes of the hash, which somebody who guesses keys cannot choose. */
  @Override
  public int hashCode() {
    return (bytes[0] << 24)
        | ((bytes[1] & 0xff) << 16)
        | ((bytes[2] & 0xff) << 8)
        | (bytes[3] & 0xff);
  }

  @Override
  public String toString() {
    return "KeyHash[hidden]";
  }
}

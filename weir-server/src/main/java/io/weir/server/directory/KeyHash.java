// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What is kept of a root key. The key can't be had back from it, and comparing two takes the same time whatever they hold. */
public final class KeyHash {
  /** Bytes in a hash. */
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

  /** The hash of a key. */
  public static KeyHash of(String key) {
    return new KeyHash(SHA_256.get().digest(key.getBytes(StandardCharsets.UTF_8)));
  }

  /** A hash that was kept. */
  public static KeyHash ofBytes(byte[] kept) {
    if (kept.length != LENGTH) {
      throw new IllegalArgumentException(
          "a key's hash must have " + LENGTH + " bytes, but had " + kept.length);
    }
    return new KeyHash(kept.clone());
  }

  /** The hash, to be kept. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyHash that && MessageDigest.isEqual(bytes, that.bytes);
  }

  /** Four bytes of the hash: whoever guesses keys can't steer them. */
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

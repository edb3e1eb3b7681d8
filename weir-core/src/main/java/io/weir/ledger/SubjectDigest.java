// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.SubjectKey;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A subject's identity in 16 bytes: the first half of a SHA-256 over its parts, each preceded by its length, so that
 * different subjects never encode to the same text.
 *
 * @param high the first eight bytes
 * @param low the next eight bytes
 */
public record SubjectDigest(long high, long low) {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** Returns the digest of this subject. */
  public static SubjectDigest of(SubjectKey key) {
    MessageDigest sha = sha256();
    update(sha, key.workspace());
    update(sha, key.namespace());
    update(sha, key.identifier());
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key.durationMillis()));
    if (key.epoch() != 0) { // without a reset, the epoch is not part of the digest
      sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key.epoch()));
    }
    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
    return new SubjectDigest(digest.getLong(), digest.getLong());
  }

  private static void update(MessageDigest sha, String part) {
    // Every char is encoded as it is: UTF-8 would turn all unpaired surrogates into the same byte.
    char[] chars = part.toCharArray();
    byte[] bytes = new byte[Integer.BYTES + Character.BYTES * chars.length];
    INTS.set(bytes, 0, chars.length);
    // Arrays instead of a buffer: names may have kilobytes, and every new identifier is hashed
    // here.
    for (int i = 0; i < chars.length; i++) {
      bytes[Integer.BYTES + 2 * i] = (byte) (chars[i] >> 8);
      bytes[Integer.BYTES + 2 * i + 1] = (byte) chars[i];
    }
    sha.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}

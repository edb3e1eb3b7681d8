// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.SubjectKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A subject's identity in 16 bytes: the first half of a SHA-256 over its parts, each with its length before it, so that
 * different subjects never read as the same text.
 *
 * @param high the first eight bytes
 * @param low the next eight bytes
 */
public record SubjectDigest(long high, long low) {

  /** The digest of this subject. */
  public static SubjectDigest of(SubjectKey key) {
    MessageDigest sha = sha256();
    update(sha, key.workspace());
    update(sha, key.namespace());
    update(sha, key.identifier());
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key.durationMillis()));
    if (key.epoch() != 0) { // one that was not reset has the digest that it always had
      sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key.epoch()));
    }
    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
    return new SubjectDigest(digest.getLong(), digest.getLong());
  }

  private static void update(MessageDigest sha, String part) {
    // Every char as it is: UTF-8 would turn all unpaired surrogates into the same byte.
    ByteBuffer chars = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * part.length());
    chars.putInt(part.length());
    for (int i = 0; i < part.length(); i++) {
      chars.putChar(part.charAt(i));
    }
    sha.update(chars.flip());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}

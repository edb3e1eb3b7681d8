// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.SubjectDigest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;

/**
 * Names as 16 bytes, so that no database compares text: collations pad, fold and normalise, each in its own way.
 *
 * <p>The first half of a SHA-256 over the parts, each with its length before it. What it is of is the first part, so
 * that a region and an owner of the same name differ.
 *
 * @param high the first eight bytes
 * @param low the next eight bytes
 */
record Digest(long high, long low) {

  /** The order in which databases sort them: byte by byte, without signs. */
  static final Comparator<Digest> BYTE_ORDER = Comparator.comparing(
          Digest::high, Long::compareUnsigned)
      .thenComparing(Digest::low, Long::compareUnsigned);

  static Digest of(SubjectDigest subject) {
    return new Digest(subject.high(), subject.low());
  }

  static Digest ofRegion(String region) {
    return of("region", region);
  }

  /** Of whoever writes a component: a region, or one writer in it. */
  static Digest ofOwner(String region, String writer) {
    return of("owner", region, writer);
  }

  static Digest ofProcess(String region, String incarnation) {
    return of("process", region, incarnation);
  }

  private static Digest of(String... parts) {
    MessageDigest sha = sha256();
    for (String part : parts) {
      // Readable text loses nothing; plain UTF-8 would turn all halves of surrogate pairs into the
      // same byte.
      byte[] text = ReadableText.encode(part).getBytes(StandardCharsets.UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
      sha.update(text);
    }
    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
    return new Digest(digest.getLong(), digest.getLong());
  }

  static Digest of(byte[] bytes) {
    ByteBuffer digest = ByteBuffer.wrap(bytes);
    return new Digest(digest.getLong(), digest.getLong());
  }

  byte[] bytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}

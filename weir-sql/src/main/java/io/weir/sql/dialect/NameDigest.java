// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes digests of names, so that no database compares text: collations pad, fold and normalise, each in its own
 * way.
 */
public final class NameDigest {
  private NameDigest() {}

  /**
   * Returns the SHA-256 of the parts, each preceded by its length, so that no two lists of parts give the same bytes.
   * The first part should be the kind of thing that is named, so that different things of the same name differ.
   */
  public static byte[] of(String... parts) {
    MessageDigest sha = sha256();
    for (String part : parts) {
      // Readable text loses nothing; plain UTF-8 would encode all unpaired surrogates as the same
      // byte.
      byte[] text = ReadableText.encode(part).getBytes(StandardCharsets.UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
      sha.update(text);
    }
    return sha.digest();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}

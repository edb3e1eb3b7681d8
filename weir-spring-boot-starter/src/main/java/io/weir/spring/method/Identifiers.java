// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Turns the value of a key into an identifier that a limiter takes, so that different values stay apart: backslashes are
 * doubled, and single ones mark what is not a value.
 */
final class Identifiers {
  /** Of calls whose key is null or empty: the same mark as for requests that do not say whose they are. */
  static final String UNKNOWN = "\\?";

  /** As in the v2 API: code points. */
  private static final int LONGEST = 512;

  /** Comes before the digest of what was too long. */
  private static final String DIGEST_MARK = "\\#";

  /** Leaves room for the mark and the 64 digits of SHA-256. */
  private static final int KEPT = LONGEST - 66;

  private Identifiers() {}

  static String of(String value) {
    if (value.isEmpty()) {
      return UNKNOWN;
    }
    String escaped = value.indexOf('\\') < 0 ? value : value.replace("\\", "\\\\");
    if (escaped.length() <= LONGEST || escaped.codePointCount(0, escaped.length()) <= LONGEST) {
      return escaped;
    }
    // The mark need not be told from a cut escape: the digest alone keeps long values apart, and
    // short ones are shorter.
    String kept = escaped.substring(0, escaped.offsetByCodePoints(0, KEPT));
    return kept + DIGEST_MARK + HexFormat.of().formatHex(digest(escaped));
  }

  private static byte[] digest(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

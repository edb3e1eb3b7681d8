// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An encoding of any text as a valid identifier, so that different texts never yield the same identifier.
 *
 * <p>A backslash begins every escape: {@code \\} and {@code \:} are the characters themselves, {@code \}{@code uXXXX}
 * is a control character or an unpaired surrogate, {@code \?} stands for a missing value, and {@code \#} precedes the
 * digest of a value that was too long. Backslashes in values are escaped, so no value can look like the last two.
 */
public final class IdentifierText {
  /** The identifier of requests that have none. */
  public static final String UNKNOWN = "\\?";

  /** The maximum of the v2 API, in code points. */
  private static final int MAX_LENGTH = 512;

  private static final String DIGEST_MARK = "\\#";

  /**
   * Leaves room for the mark and 64 digits of SHA-256, and is long enough for override patterns that match a prefix.
   */
  private static final int KEPT_LENGTH = MAX_LENGTH - 66;

  private IdentifierText() {}

  /** Encodes a single value as an identifier. */
  public static String of(String value) {
    return value.isEmpty() ? UNKNOWN : bounded(escape(value, ""));
  }

  /** Encodes one of several values that are separated by colons. */
  public static String part(String value) {
    return escape(value, ":");
  }

  private static String escape(String value, String separator) {
    int plain = 0;
    while (plain < value.length() && isPlain(value, plain, separator)) {
      plain++;
    }
    if (plain == value.length()) {
      return value;
    }
    StringBuilder escaped = new StringBuilder(value.length() + 16).append(value, 0, plain);
    for (int i = plain; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' || separator.indexOf(c) >= 0) {
        escaped.append('\\').append(c);
      } else if (isPlain(value, i, separator)) {
        escaped.append(c);
      } else {
        escaped.append("\\u").append(HexFormat.of().toHexDigits(c));
      }
    }
    return escaped.toString();
  }

  /**
   * Returns whether a character needs no escape. An unpaired surrogate does: it would be lost when text is encoded as
   * bytes.
   */
  private static boolean isPlain(String value, int at, String separator) {
    char c = value.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
    }
    return c != '\\' && separator.indexOf(c) < 0 && !Character.isISOControl(c);
  }

  /** Shortens text that is too long: its beginning is kept, and a digest of the whole text replaces the rest. */
  public static String bounded(String escaped) {
    if (escaped.length() <= MAX_LENGTH
        || escaped.codePointCount(0, escaped.length()) <= MAX_LENGTH) {
      return escaped;
    }
    int end = escaped.offsetByCodePoints(0, KEPT_LENGTH);
    // No escape is cut in the middle: its backslash would corrupt the mark.
    int backslashes = 0;
    while (backslashes < end && escaped.charAt(end - 1 - backslashes) == '\\') {
      backslashes++;
    }
    end -= backslashes % 2;
    return escaped.substring(0, end) + DIGEST_MARK + HexFormat.of().formatHex(digest(escaped));
  }

  private static byte[] digest(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available in this Java runtime", e);
    }
  }
}

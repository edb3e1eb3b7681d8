// SPDX-License-Identifier: Apache-2.0
package io.weir.web.identifier;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Writes any text as an identifier that a limiter takes, so that different texts never meet in one.
 *
 * <p>A backslash begins every escape: {@code \\} and {@code \:} are the characters themselves, {@code \}{@code uXXXX}
 * is a control character or half a surrogate pair, {@code \?} stands for no value, and {@code \#} comes before the
 * digest of what was too long. Values have their backslashes escaped, so none of them can look like the last two.
 */
public final class IdentifierText {
  /** Of whoever does not say who it is. */
  public static final String UNKNOWN = "\\?";

  /** As in the v2 API: code points. */
  private static final int MAX_LENGTH = 512;

  private static final String DIGEST_MARK = "\\#";

  /**
   * Leaves room for the mark and 64 digits of SHA-256, and is long enough for patterns of overrides that begin with
   * it.
   */
  private static final int KEPT_LENGTH = MAX_LENGTH - 66;

  private IdentifierText() {}

  /** One value that stands alone, as an identifier. */
  public static String of(String value) {
    return value.isEmpty() ? UNKNOWN : bounded(escape(value, ""));
  }

  /** One value among others that are set apart by colons. */
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

  /** Whether a character stands for itself. Half a surrogate pair does not: it is lost when text becomes bytes. */
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

  /** What is too long keeps its beginning; a digest of the whole stands for the rest. */
  public static String bounded(String escaped) {
    if (escaped.length() <= MAX_LENGTH
        || escaped.codePointCount(0, escaped.length()) <= MAX_LENGTH) {
      return escaped;
    }
    int end = escaped.offsetByCodePoints(0, KEPT_LENGTH);
    // No escape is cut in two: the backslash of one would spoil the mark.
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

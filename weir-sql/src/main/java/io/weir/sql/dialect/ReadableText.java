// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

/**
 * Encodes any Java string as text that every database preserves and a person can read. A backslash is doubled;
 * control characters and unpaired surrogates become <code>&#92;uXXXX</code>. Nothing is lost.
 */
public final class ReadableText {
  /**
   * The maximum number of characters that one character can become. Columns have this much room, even if each half of
   * a surrogate pair counts as a character.
   */
  public static final int MAX_GROWTH = 6;

  private ReadableText() {}

  /** Encodes a text. */
  public static String encode(String text) {
    int i = plainPrefix(text);
    if (i == text.length()) {
      return text; // nearly always
    }
    StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        out.append("\\\\");
      } else if (isHighOfPair(text, i)) {
        out.append(c).append(text.charAt(++i));
      } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        out.append("\\u").append(Character.forDigit(c >> 12, 16));
        out.append(Character.forDigit((c >> 8) & 15, 16));
        out.append(Character.forDigit((c >> 4) & 15, 16)).append(Character.forDigit(c & 15, 16));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** How many characters at the beginning stay as they are. */
  private static int plainPrefix(String text) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (isHighOfPair(text, i)) {
        i += 2;
      } else if (c == '\\' || Character.isISOControl(c) || Character.isSurrogate(c)) {
        return i;
      } else {
        i++;
      }
    }
    return i;
  }

  private static boolean isHighOfPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  /** Decodes a text. Text that was not encoded is returned unchanged, as far as possible. */
  public static String decode(String text) {
    int next = text.indexOf('\\');
    if (next < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    while (next >= 0 && next + 1 < text.length()) {
      out.append(text, done, next);
      int code = text.charAt(next + 1) == 'u' ? hex(text, next + 2) : -1;
      if (code >= 0) {
        out.append((char) code);
        done = next + MAX_GROWTH;
      } else {
        out.append(text.charAt(next + 1));
        done = next + 2;
      }
      next = text.indexOf('\\', done);
    }
    return out.append(text, done, text.length()).toString();
  }

  private static int hex(String text, int from) {
    if (from + 4 > text.length()) {
      return -1;
    }
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      code = 16 * code + digit;
    }
    return code;
  }
}

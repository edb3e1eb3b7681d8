// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.reset;

/**
 * An encoding of any Java string as a part of a Redis key: without separators, control characters and unpaired
 * surrogates.
 */
public final class EscapedText {
  private static final int HEX = 16;

  private EscapedText() {}

  /**
   * Appends the escaped text. Separators become a percent sign and two digits, unpaired surrogates %u and four
   * digits.
   */
  public static void append(StringBuilder key, String part) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == '%' || c == ':' || c == '{' || c == '}' || c < ' ') {
        key.append('%')
            .append(Character.forDigit(c >> 4, HEX))
            .append(Character.forDigit(c & 15, HEX));
      } else if (!Character.isSurrogate(c)) {
        key.append(c);
      } else if (i + 1 < part.length() && Character.isSurrogatePair(c, part.charAt(i + 1))) {
        key.append(c).append(part.charAt(++i));
      } else {
        key.append("%u").append(Integer.toHexString(c)); // always four digits: d800 to dfff
      }
    }
  }

  /** Returns the escaped text. */
  public static String of(String part) {
    StringBuilder key = new StringBuilder(part.length());
    append(key, part);
    return key.toString();
  }

  /** Decodes an escaped text. */
  static String read(String escaped) {
    StringBuilder text = new StringBuilder(escaped.length());
    int i = 0;
    while (i < escaped.length()) {
      char c = escaped.charAt(i);
      if (c != '%') {
        text.append(c);
        i++;
      } else if (escaped.charAt(i + 1) == 'u') {
        text.append((char) Integer.parseInt(escaped.substring(i + 2, i + 6), HEX));
        i += 6;
      } else {
        text.append((char) Integer.parseInt(escaped.substring(i + 1, i + 3), HEX));
        i += 3;
      }
    }
    return text.toString();
  }
}

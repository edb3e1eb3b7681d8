// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

/** Checks for text that every store and every client can represent. */
final class UnicodeText {
  private static final char REPLACEMENT = '\uFFFD';

  private UnicodeText() {}

  /** Returns whether it contains no unpaired surrogate, which JSON can express but UTF-8 cannot. */
  static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return hasWholePairs(text, i);
      }
    }
    return true;
  }

  private static boolean hasWholePairs(String text, int from) {
    int next = from;
    while (next < text.length()) {
      int point = text.codePointAt(next);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return false;
      }
      next += Character.charCount(point);
    }
    return true;
  }

  /** Returns the text with unpaired surrogates replaced, for people. */
  static String wellFormed(String text) {
    return isWellFormed(text) ? text : repaired(text);
  }

  private static String repaired(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(each ->
            each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE ? REPLACEMENT : each)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}

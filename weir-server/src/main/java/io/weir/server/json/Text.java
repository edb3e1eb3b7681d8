// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

/** Texts that every store and every client can hold. */
final class Text {
  private static final char REPLACEMENT = '\uFFFD';

  private Text() {}

  /** The text with halves of surrogate pairs, which JSON can write and nothing else can hold, replaced. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return repaired(text);
      }
    }
    return text;
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

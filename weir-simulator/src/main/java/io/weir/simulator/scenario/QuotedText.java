// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

/** Quotes external values for messages: short, and without terminal control characters. */
public final class QuotedText {

  /** The maximum number of characters: enough to recognize a value, few enough to keep the message readable. */
  private static final int MAX_LENGTH = 60;

  private QuotedText() {}

  /** Returns the text in quotes. */
  public static String quoted(String text) {
    StringBuilder shown = new StringBuilder("\"");
    text.codePoints().limit(MAX_LENGTH).forEach(c -> {
      if (Character.isISOControl(c)
          || !Character.isDefined(c)
          || Character.getType(c) == Character.FORMAT) {
        shown.append(String.format("\\u%04x", c));
      } else {
        shown.appendCodePoint(c);
      }
    });
    return shown.append(text.codePoints().count() > MAX_LENGTH ? "...\"" : "\"").toString();
  }
}

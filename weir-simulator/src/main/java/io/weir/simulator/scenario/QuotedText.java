// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

/** Values from outside, as they may stand in a message: short, and without characters that steer a terminal. */
public final class QuotedText {

  /** Long enough to recognise a value, short enough to leave the message readable. */
  private static final int MAX_LENGTH = 60;

  private QuotedText() {}

  /** The text in quotes. */
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

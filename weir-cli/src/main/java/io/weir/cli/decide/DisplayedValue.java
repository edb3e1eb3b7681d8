// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.weir.cli.command.TerminalText;
import java.io.IOException;

/** Values from outside, as they may stand in a message: short, and without characters that steer a terminal. */
final class DisplayedValue {

  /** Long enough to recognise a value, short enough to leave the message readable. */
  private static final int MAX_LENGTH = 60;

  private DisplayedValue() {}

  /** The value at which the parser stands. */
  static String value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> quoted(json.getText());
      default -> truncated(json.getText());
    };
  }

  /** A text in quotes. */
  static String quoted(String text) {
    return '"' + truncated(text) + '"';
  }

  /** A text without quotes. */
  static String truncated(String text) {
    String head = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    char[] json = JsonStringEncoder.getInstance().quoteAsString(head);
    return TerminalText.escaped(String.valueOf(json));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.weir.cli.command.TerminalText;
import java.io.IOException;

/** Formats values from outside for messages: shortens them and escapes control characters. */
final class DisplayedValue {

  /** Long enough to recognize a value, short enough to keep the message readable. */
  private static final int MAX_LENGTH = 60;

  private DisplayedValue() {}

  /** The value of the parser's current token. */
  static String value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> quoted(json.getText());
      default -> truncated(json.getText());
    };
  }

  /** The text in quotes. */
  static String quoted(String text) {
    return '"' + truncated(text) + '"';
  }

  /** The text without quotes. */
  static String truncated(String text) {
    String head = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    char[] json = JsonStringEncoder.getInstance().quoteAsString(head);
    return TerminalText.escaped(String.valueOf(json));
  }
}

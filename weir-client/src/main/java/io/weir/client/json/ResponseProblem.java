// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The problem that an error response reports. Missing parts are empty.
 *
 * @param type the problem type
 * @param title its title
 * @param detail what happened
 * @param errors locations and messages
 * @param requestId the id by which the server's operators find the request
 */
public record ResponseProblem(
    String type, String title, String detail, List<String> errors, String requestId) {
  private static final ResponseProblem UNKNOWN = new ResponseProblem("", "", "", List.of(), "");

  /** Longer messages are not useful, and the application's log must not be flooded. */
  private static final int MAX_LENGTH = 500;

  private static final int MAX_ERRORS = 10;

  /**
   * Reads the problem as far as the body describes one.
   *
   * @param redaction removes secrets from each text before it is shortened: a shortened secret would not be
   *     recognized
   */
  public static ResponseProblem read(byte[] body, UnaryOperator<String> redaction) {
    JsonValue whole;
    try {
      whole = JsonValue.parse(body);
    } catch (MalformedBodyException e) {
      return UNKNOWN;
    }
    JsonValue error = at(whole, "error");
    List<String> errors = new ArrayList<>();
    for (JsonValue each : items(at(error, "errors"))) {
      if (errors.size() < MAX_ERRORS) {
        errors.add(
            text(at(each, "location"), redaction) + ": " + text(at(each, "message"), redaction));
      }
    }
    return new ResponseProblem(
        text(at(error, "type"), redaction),
        text(at(error, "title"), redaction),
        text(at(error, "detail"), redaction),
        List.copyOf(errors),
        text(at(at(whole, "meta"), "requestId"), redaction));
  }

  private static JsonValue at(JsonValue jsonValue, String name) {
    try {
      return jsonValue.field(name);
    } catch (MalformedBodyException e) {
      return new JsonValue("", null);
    }
  }

  private static List<JsonValue> items(JsonValue jsonValue) {
    try {
      return jsonValue.items();
    } catch (MalformedBodyException e) {
      return List.of();
    }
  }

  /** Returns the text on a single line. */
  private static String text(JsonValue jsonValue, UnaryOperator<String> redaction) {
    if (!(jsonValue.value() instanceof String text)) {
      return "";
    }
    String line = redaction.apply(text).replaceAll("\\p{Cntrl}", " ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...";
  }
}

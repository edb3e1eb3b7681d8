// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What an answer says went wrong, as far as it says so. Whatever is missing is empty.
 *
 * @param type which problem it is
 * @param title its name
 * @param detail what happened
 * @param errors places and messages
 * @param requestId by which the server's operators find the request
 */
public record Problem(
    String type, String title, String detail, List<String> errors, String requestId) {
  private static final Problem UNTOLD = new Problem("", "", "", List.of(), "");

  /** Nobody reads more of a message, and a log that gets it is somebody else's. */
  private static final int LONGEST = 500;

  private static final int MOST_ERRORS = 10;

  /**
   * Reads what there is.
   *
   * @param redaction takes secrets out of each text, before it is cut: half a secret is not found
   */
  public static Problem read(byte[] body, UnaryOperator<String> redaction) {
    Node whole;
    try {
      whole = Node.parse(body);
    } catch (MisshapenException e) {
      return UNTOLD;
    }
    Node error = at(whole, "error");
    List<String> errors = new ArrayList<>();
    for (Node each : items(at(error, "errors"))) {
      if (errors.size() < MOST_ERRORS) {
        errors.add(
            text(at(each, "location"), redaction) + ": " + text(at(each, "message"), redaction));
      }
    }
    return new Problem(
        text(at(error, "type"), redaction),
        text(at(error, "title"), redaction),
        text(at(error, "detail"), redaction),
        List.copyOf(errors),
        text(at(at(whole, "meta"), "requestId"), redaction));
  }

  private static Node at(Node node, String name) {
    try {
      return node.at(name);
    } catch (MisshapenException e) {
      return new Node("", null);
    }
  }

  private static List<Node> items(Node node) {
    try {
      return node.items();
    } catch (MisshapenException e) {
      return List.of();
    }
  }

  /** A text in one line. */
  private static String text(Node node, UnaryOperator<String> redaction) {
    if (!(node.value() instanceof String text)) {
      return "";
    }
    String line = redaction.apply(text).replaceAll("\\p{Cntrl}", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A writer of markup that is valid both as HTML and as XML. It escapes all text and attribute values, so callers do
 * not have to.
 */
public final class Markup {
  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element. Attributes are alternating names and values. */
  public Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Closes the most recently opened element. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Writes an element without content. Use it only for HTML void elements and for SVG. */
  public Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** Writes an element that contains only text. */
  public Markup leaf(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Writes text. */
  public Markup text(String text) {
    escape(text);
    return this;
  }

  /** Writes a line break, for readability of the source. */
  public Markup line() {
    out.append('\n');
    return this;
  }

  /** Writes a style sheet. HTML does not unescape it, so a style sheet that would need escaping is refused. */
  public Markup style(String sheet) {
    if (sheet.indexOf('<') >= 0 || sheet.indexOf('&') >= 0) {
      throw new IllegalArgumentException("a style sheet may contain neither < nor &");
    }
    out.append("<style>\n").append(sheet).append("</style>");
    return this;
  }

  /** Returns the markup. All elements must be closed. */
  public String finish() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }

  /** Formats a coordinate with one decimal: more would be invisible and make the page larger. */
  public static String at(double coordinate) {
    long tenths = Math.round(coordinate * 10);
    String whole = (tenths < 0 ? "-" : "") + Math.abs(tenths / 10);
    return tenths % 10 == 0 ? whole : whole + "." + Math.abs(tenths % 10);
  }

  private void start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  private void escape(String text) {
    text.codePoints().forEach(point -> {
      switch (point) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> {
          if (isAllowed(point)) {
            out.appendCodePoint(point);
          } else {
            out.append(REPLACEMENT);
          }
        }
      }
    });
  }

  /**
   * Returns whether XML can represent a code point. Others, such as control characters and unpaired surrogates, are
   * shown as a replacement character.
   */
  private static boolean isAllowed(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= ' ' && point < 0x7F)
        || (point >= 0xA0 && point < Character.MIN_SURROGATE)
        || (point > Character.MAX_SURROGATE && point < 0xFFFE)
        || point > 0xFFFF;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Text with tags that reads the same as HTML and as XML. Everything that is given as text or as the value of an attribute is
 * escaped here, so nobody else has to think of it.
 */
public final class Markup {
  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element. Attributes are names and values in turn. */
  public Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Closes the element that was opened last. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element without content. Only for those that HTML knows as such, and for SVG. */
  public Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** An element with text alone. */
  public Markup leaf(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Text between tags. */
  public Markup text(String text) {
    escape(text);
    return this;
  }

  /** A new line, for those who read the source. */
  public Markup line() {
    out.append('\n');
    return this;
  }

  /** A style sheet, which HTML reads as it stands: one that would have to be escaped is refused. */
  public Markup style(String sheet) {
    if (sheet.indexOf('<') >= 0 || sheet.indexOf('&') >= 0) {
      throw new IllegalArgumentException("a style sheet may contain neither < nor &");
    }
    out.append("<style>\n").append(sheet).append("</style>");
    return this;
  }

  /** All of it. Every element has to be closed by now. */
  public String finish() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }

  /** A coordinate, to the tenth: finer is not seen, and makes the page larger. */
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

  /** What XML has no way to write is shown as a replacement: control characters and halves of pairs. */
  private static boolean isAllowed(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= ' ' && point < 0x7F)
        || (point >= 0xA0 && point < Character.MIN_SURROGATE)
        || (point > Character.MAX_SURROGATE && point < 0xFFFE)
        || point > 0xFFFF;
  }
}

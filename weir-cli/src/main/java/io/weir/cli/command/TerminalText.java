// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import java.time.Instant;
import java.util.List;

/**
 * Formats text for a terminal. Escapes values from outside, so that they can neither control the terminal nor break a
 * line.
 */
public final class TerminalText {
  // Uses loops: the first streams and lambdas in a process add milliseconds to the start of a
  // command.

  private TerminalText() {}

  /** The value with every control character escaped. */
  public static String escaped(String value) {
    StringBuilder out = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
      int c = value.codePointAt(i);
      int type = Character.getType(c);
      boolean isControl = type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.SURROGATE
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR;
      if (isControl) {
        out.append("\\u%04x".formatted(c));
      } else {
        out.appendCodePoint(c);
      }
    }
    return out.toString();
  }

  /** The escaped value in quotes. */
  public static String quoted(String value) {
    return '"' + escaped(value) + '"';
  }

  /** Aligns rows of equal length in columns. Omits a column that is empty in every row. */
  public static String columns(List<List<String>> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(escaped(row.get(i))));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String shown = escaped(row.get(i));
        String padding = " ".repeat(widths[i] - length(shown));
        line.append(shown).append(padding).append(widths[i] == 0 ? "" : "  ");
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** A time, followed by how many seconds remain until then. */
  public static String timestamp(long epochMillis, long nowMillis) {
    long seconds = Math.max(0, -Math.floorDiv(nowMillis - epochMillis, 1_000L));
    return Instant.ofEpochMilli(epochMillis) + " (in " + seconds + " s)";
  }
}

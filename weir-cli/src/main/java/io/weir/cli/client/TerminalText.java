// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lines and columns for people. Values come from outside: none of them may steer the terminal or break a line. */
final class TerminalText {
  private TerminalText() {}

  /** The value with every control character spelled out. */
  static String escaped(String value) {
    StringBuilder shown = new StringBuilder(value.length());
    value.codePoints().forEach(c -> {
      int type = Character.getType(c);
      boolean isSteering = type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.SURROGATE
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR;
      if (isSteering) {
        shown.append("\\u%04x".formatted(c));
      } else {
        shown.appendCodePoint(c);
      }
    });
    return shown.toString();
  }

  /** The value in quotes. */
  static String quoted(String value) {
    return '"' + escaped(value) + '"';
  }

  /** Rows with as many cells each, as columns that stand apart. A column that is empty in every row is left out. */
  static String columns(List<List<String>> rows) {
    List<List<String>> shown = rows.stream()
        .map(row -> row.stream().map(TerminalText::escaped).toList())
        .toList();
    int columns = shown.get(0).size();
    List<Integer> widths = new ArrayList<>(Collections.nCopies(columns, 0));
    for (List<String> row : shown) {
      for (int i = 0; i < columns; i++) {
        widths.set(i, Math.max(widths.get(i), length(row.get(i))));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : shown) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths.get(i) - length(row.get(i)));
        line.append(row.get(i)).append(padding).append(widths.get(i) == 0 ? "" : "  ");
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** A time, and how far away it is. */
  static String timestamp(long epochMillis, long nowMillis) {
    long seconds = Math.max(0, -Math.floorDiv(nowMillis - epochMillis, 1_000L));
    return Instant.ofEpochMilli(epochMillis) + " (in " + seconds + " s)";
  }
}

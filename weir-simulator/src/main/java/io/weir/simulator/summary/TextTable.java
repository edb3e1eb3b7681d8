// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import java.util.ArrayList;
import java.util.List;

/** A text table: the first two columns are left-aligned, the others right-aligned. */
final class TextTable {
  /** The number of left-aligned columns: the load and the contender. */
  private static final int NAMES = 2;

  private static final String GAP = "  ";

  private final String title;
  private final List<List<String>> lines = new ArrayList<>();

  TextTable(String title, String... columns) {
    this.title = title;
    lines.add(List.of(columns));
  }

  void line(String... cells) {
    if (cells.length != lines.get(0).size()) {
      throw new IllegalArgumentException(
          "a line must have " + lines.get(0).size() + " cells, but had " + cells.length);
    }
    lines.add(List.of(cells));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(title).append('\n');
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < line.size(); i++) {
        String padding = " ".repeat(width(i) - line.get(i).length());
        row.append(GAP).append(i < NAMES ? line.get(i) + padding : padding + line.get(i));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }
}

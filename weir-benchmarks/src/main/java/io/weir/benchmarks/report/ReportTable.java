// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Markdown table that is also readable in a terminal. */
public final class ReportTable {
  private final String question;
  private final List<String> notes = new ArrayList<>();
  private final List<List<String>> lines = new ArrayList<>();

  /** Creates a table that answers one question. */
  public ReportTable(String question, String... columns) {
    this.question = question;
    lines.add(List.of(columns));
  }

  /** Adds a row with one cell per column. */
  public void line(String... cells) {
    if (cells.length != columns()) {
      throw new IllegalArgumentException(
          "a line must have " + columns() + " cells, but had " + cells.length);
    }
    lines.add(List.of(cells));
  }

  /** Adds a sentence below the table. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  /** The question, the table and its notes. */
  public String text() {
    StringBuilder text = new StringBuilder("### ").append(question).append("\n\n");
    text.append(line(lines.get(0))).append(rule());
    lines.stream().skip(1).map(this::line).forEach(text::append);
    if (!notes.isEmpty()) {
      text.append('\n');
      notes.forEach(note -> text.append(note).append('\n'));
    }
    return text.toString();
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(width(i) - cells.get(i).length());
      line.append(' ').append(isNumeric(i) ? padding + cells.get(i) : cells.get(i) + padding);
      line.append(" |");
    }
    return line.append('\n').toString();
  }

  private String rule() {
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < columns(); i++) {
      String dashes = "-".repeat(width(i));
      rule.append(isNumeric(i) ? "-" + dashes + ":|" : ":" + dashes + "-|");
    }
    return rule.append('\n').toString();
  }

  private int columns() {
    return lines.get(0).size();
  }

  private int width(int column) {
    return lines.stream().mapToInt(cells -> cells.get(column).length()).max().orElse(0);
  }

  /** Whether the column is right-aligned: no cell starts with a letter. */
  private boolean isNumeric(int column) {
    return lines.size() > 1
        && lines.stream()
            .skip(1)
            .map(cells -> cells.get(column))
            .allMatch(cell -> cell.isEmpty() || !Character.isLetter(cell.charAt(0)));
  }

  /** The text of several tables. */
  public static String text(List<ReportTable> tables) {
    return tables.stream().map(ReportTable::text).collect(Collectors.joining("\n"));
  }
}

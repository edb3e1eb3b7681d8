// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes rows as a JSON array with one row per line, so that two runs can be compared with a line diff. */
public final class RowsFile {
  private RowsFile() {}

  /** Writes the rows and replaces the file if it exists. */
  public static void write(Path file, List<ReportRow> rows) {
    try {
      Files.writeString(file, json(rows), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file, e);
    }
  }

  /** The rows as text. */
  public static String json(List<ReportRow> rows) {
    return rows.stream().map(RowsFile::json).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  private static String json(ReportRow reportRow) {
    return "{\"case\":" + quoted(reportRow.scenario()) + ",\"peer\":" + quoted(reportRow.peer())
        + ",\"value\":"
        + number(reportRow.value()) + ",\"unit\":" + quoted(reportRow.unit()) + ",\"ratio\":"
        + number(reportRow.ratio()) + "}";
  }

  /** JSON has neither infinity nor NaN, so such a value is omitted. */
  private static String number(@Nullable Double value) {
    return value == null || !Double.isFinite(value)
        ? "null"
        : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}

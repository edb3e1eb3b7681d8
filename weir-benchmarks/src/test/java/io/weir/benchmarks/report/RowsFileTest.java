// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsFileTest {
  @Test
  void eachRowIsALineOfFiveFields() {
    List<ReportRow> rows = List.of(
        new ReportRow("hot, allow", "Weir", 12.3456, "ns/op", 3.0),
        ReportRow.alone("hot, allow", "Weir", 0, "B/op"));

    assertThat(RowsFile.json(rows)).isEqualTo("""
        [
        {"case":"hot, allow","peer":"Weir","value":12.346,"unit":"ns/op","ratio":3.000},
        {"case":"hot, allow","peer":"Weir","value":0.000,"unit":"B/op","ratio":null}
        ]
        """);
  }

  @Test
  void valuesThatJsonCannotExpressAreNull() {
    assertThat(RowsFile.json(
            List.of(new ReportRow("a", "b", Double.NaN, "ns", Double.POSITIVE_INFINITY))))
        .contains("\"value\":null", "\"ratio\":null");
  }

  @Test
  void quotesBackslashesAndControlCharactersAreEscaped() {
    assertThat(RowsFile.json(List.of(ReportRow.alone("a\"b\\c\nd", "é", 1, "ns"))))
        .contains("\"case\":\"a\\\"b\\\\c\\u000ad\"", "\"peer\":\"é\"");
  }

  @Test
  void theFileIsReplaced(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("rows.json");
    Files.writeString(file, "something much longer that was there before ".repeat(20));
    List<ReportRow> rows = List.of(ReportRow.alone("a", "b", 1, "ns"));

    RowsFile.write(file, rows);

    assertThat(file).hasContent(RowsFile.json(rows));
  }

  @Test
  void aFileThatCanNotBeWrittenIsNamed(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("rows.json");

    assertThatThrownBy(() -> RowsFile.write(file, List.of()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void textIsLeftAlignedAndNumbersAreRightAligned() {
    ReportTable reportTable = new ReportTable("How fast?", "who", "ns/op", "ratio");
    reportTable.line("Weir", "9.5", "10.00x");
    reportTable.line("floor", "12.0", "-");
    reportTable.note("Smaller is better.");

    assertThat(reportTable.text()).isEqualTo("""
        ### How fast?

        | who   | ns/op |  ratio |
        |:------|------:|-------:|
        | Weir  |   9.5 | 10.00x |
        | floor |  12.0 |      - |

        Smaller is better.
        """);
  }

  @Test
  void aTableWithoutLinesStillHasItsHeader() {
    assertThat(new ReportTable("Nothing?", "who", "what").text()).isEqualTo("""
        ### Nothing?

        | who | what |
        |:----|:-----|
        """);
  }

  @Test
  void tablesOfAReportAreSeparated() {
    ReportTable reportTable = new ReportTable("Q", "a");
    reportTable.line("1");

    assertThat(ReportTable.text(List.of(reportTable, reportTable)))
        .isEqualTo(reportTable.text() + "\n" + reportTable.text());
  }

  @Test
  void aLineWithAWrongNumberOfCellsIsRejected() {
    ReportTable reportTable = new ReportTable("Q", "a", "b");

    assertThatThrownBy(() -> reportTable.line("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a line must have 2 cells, but had 1");
  }
}

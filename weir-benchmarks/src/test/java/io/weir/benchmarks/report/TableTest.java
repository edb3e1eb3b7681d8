// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void wordsStandLeftAndNumbersRight() {
    Table table = new Table("How fast?", "who", "ns/op", "ratio");
    table.line("Weir", "9.5", "10.00x");
    table.line("floor", "12.0", "-");
    table.note("Smaller is better.");

    assertThat(table.text()).isEqualTo("""
        ### How fast?

        | who   | ns/op |  ratio |
        |:------|------:|-------:|
        | Weir  |   9.5 | 10.00x |
        | floor |  12.0 |      - |

        Smaller is better.
        """);
  }

  @Test
  void aTableWithoutLinesStillHasItsHead() {
    assertThat(new Table("Nothing?", "who", "what").text()).isEqualTo("""
        ### Nothing?

        | who | what |
        |:----|:-----|
        """);
  }

  @Test
  void tablesOfAReportAreSetApart() {
    Table table = new Table("Q", "a");
    table.line("1");

    assertThat(Table.text(List.of(table, table))).isEqualTo(table.text() + "\n" + table.text());
  }

  @Test
  void aLineOfAnotherLengthIsRejected() {
    Table table = new Table("Q", "a", "b");

    assertThatThrownBy(() -> table.line("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a line must have 2 cells, but had 1");
  }
}

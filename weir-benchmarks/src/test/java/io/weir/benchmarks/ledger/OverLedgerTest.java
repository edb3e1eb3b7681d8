// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OverLedgerTest {
  private static final Scale TINY = new Scale(0.02, 10_000, 10_000);

  @Test
  @DisplayName("A small fleet is measured under every policy, and the same again the next time")
  void aSmallFleetIsMeasured() {
    List<Row> rows = measure();

    assertThat(rows).extracting(Row::peer).contains("rfc", "upstream", "weir");
    assertThat(rows)
        .filteredOn(row -> row.peer().equals("weir"))
        .filteredOn(row -> row.scenario().endsWith("rows written")
            || row.scenario().endsWith("rows read")
            || row.scenario().endsWith("propagation p99"))
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(measure()).isEqualTo(rows);
  }

  private static List<Row> measure() {
    OverLedger run = new OverLedger(what -> {});
    run.simulate(TINY, Store::inMemory);
    Report report =
        run.report(new PushSteps.Finding(new Table("What does nothing cost?", "us"), List.of()));
    assertThat(Table.text(report.tables())).contains("Goal, 480 windows");
    return report.rows();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverLedgerTest {
  private static final Scale TINY = new Scale(0.02, 10_000, 10_000);

  @Test
  void aSmallFleetIsMeasuredReproduciblyUnderEveryPolicy() {
    List<ReportRow> rows = measure();

    assertThat(rows).extracting(ReportRow::peer).contains("rfc", "upstream", "weir");
    assertThat(rows)
        .filteredOn(reportRow -> reportRow.peer().equals("weir"))
        .filteredOn(reportRow -> reportRow.scenario().endsWith("rows written")
            || reportRow.scenario().endsWith("rows read")
            || reportRow.scenario().endsWith("propagation p99"))
        .hasSize(3)
        .allSatisfy(reportRow -> assertThat(reportRow.value()).isPositive());
    assertThat(measure()).isEqualTo(rows);
  }

  private static List<ReportRow> measure() {
    OverLedger run = new OverLedger(step -> {});
    run.simulate(TINY, Store::inMemory);
    SuiteReport suiteReport = run.report(
        new PushSteps.Finding(new ReportTable("What does nothing cost?", "us"), List.of()));
    assertThat(ReportTable.text(suiteReport.tables())).contains("Goal, 480 windows");
    return suiteReport.rows();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.RunSet;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * A table with one row for each contender, which shows its maximum over all loads.
 *
 * @param runs the runs to show
 */
record OverviewTable(RunSet runs) {

  /** A column: its name, the value of a run, and the formatted value. */
  private record OverviewColumn(
      String name, ToDoubleFunction<Run> value, DoubleFunction<String> text) {}

  void write(Markup page) {
    List<OverviewColumn> columns = columns();
    page.open("section", "class", "glance", "id", "glance");
    page.open("div", "class", "scroll").open("table");
    String loads =
        runs.loads().size() > 1 ? "At a glance: the highest of all loads" : "At a glance";
    page.leaf("caption", loads).open("thead").open("tr");
    page.leaf("th", "contender", "scope", "col", "class", "text");
    columns.forEach(overviewColumn -> page.leaf("th", overviewColumn.name(), "scope", "col"));
    page.close().close().open("tbody").line();
    for (String contender : runs.contenders()) {
      page.open("tr", "class", runs.styleOf(contender).style());
      page.leaf("th", contender, "scope", "row", "class", "text");
      columns.forEach(overviewColumn -> page.leaf("td", highest(contender, overviewColumn)));
      page.close().line();
    }
    page.close().close().close().close().line();
  }

  private List<OverviewColumn> columns() {
    return List.of(
        new OverviewColumn(
            "over-admission, worst", run -> run.excess().worst(), ChartFormat::above),
        new OverviewColumn("p99", run -> run.excess().p99(), ChartFormat::above),
        new OverviewColumn("mean", run -> run.excess().mean(), ChartFormat::above),
        new OverviewColumn("wrongly refused", RunTables::wronglyRefused, ChartFormat::percent),
        new OverviewColumn(
            "propagation delay, p50", run -> shared(run, run.delays().p50()), ChartFormat::millis),
        new OverviewColumn("p99", run -> shared(run, run.delays().p99()), ChartFormat::millis),
        new OverviewColumn(
            "ledger rows written per s", run -> rate(run.cost().rowsWritten()), ChartFormat::brief),
        new OverviewColumn("read per s", run -> rate(run.cost().rowsRead()), ChartFormat::brief),
        new OverviewColumn(
            "origin calls per admitted check", RunSet::callsPerAdmitted, ChartFormat::brief));
  }

  private double rate(long count) {
    return runs.perSecond(count);
  }

  /** Returns a delay, or NaN if nothing was shared. */
  static double shared(Run run, double delay) {
    return run.delays().units() > 0 ? delay : Double.NaN;
  }

  private String highest(String contender, OverviewColumn overviewColumn) {
    OptionalDouble highest = runs.of(contender).stream()
        .mapToDouble(overviewColumn.value())
        .filter(Double::isFinite)
        .max();
    return highest.isPresent()
        ? overviewColumn.text().apply(highest.getAsDouble())
        : ChartFormat.NONE;
  }
}

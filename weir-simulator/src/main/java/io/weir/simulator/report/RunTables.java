// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.RunSet;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.Function;

/**
 * The tables with all figures of every run.
 *
 * @param runs the runs to show
 */
record RunTables(RunSet runs) {

  /** A column: its group heading, its name, and the formatted value of a run. */
  private record RunColumn(String group, String name, Function<Run, String> text) {}

  void write(Markup page) {
    page.open("section", "class", "tables", "id", "runs");
    page.leaf("h2", "Every run in numbers").line();
    table(page, "Exactness", exactness());
    table(page, "Cost", costs());
    page.close().line();
  }

  /** Returns the fraction of checks that were refused although they would have fit. */
  static double wronglyRefused(Run run) {
    long checks = run.volume().checks();
    return checks > 0 ? (double) run.volume().wronglyRefused() / checks : Double.NaN;
  }

  private static List<RunColumn> exactness() {
    return List.of(
        new RunColumn("checks", "made", run -> brief(run.volume().checks())),
        new RunColumn("checks", "admitted", run -> brief(run.volume().admittedChecks())),
        new RunColumn("checks", "wrongly refused", run -> ChartFormat.percent(wronglyRefused(run))),
        new RunColumn(
            "above the limit", "worst", run -> ChartFormat.above(run.excess().worst())),
        new RunColumn(
            "above the limit", "p99", run -> ChartFormat.above(run.excess().p99())),
        new RunColumn(
            "above the limit", "mean", run -> ChartFormat.above(run.excess().mean())),
        new RunColumn("above the limit", "bound", run -> ChartFormat.above(run.bound())),
        new RunColumn("propagation delay", "p50", run -> delay(run, run.delays().p50())),
        new RunColumn("propagation delay", "p99", run -> delay(run, run.delays().p99())),
        new RunColumn(
            "propagation delay", "worst", run -> delay(run, run.delays().worst())),
        new RunColumn("propagation delay", "hidden at first", RunTables::hidden),
        new RunColumn("propagation delay", "never", RunTables::unknown));
  }

  private List<RunColumn> costs() {
    return List.of(
        new RunColumn("origin calls", "total", run -> brief(run.cost().originCalls())),
        new RunColumn(
            "origin calls", "per admitted", run -> ChartFormat.brief(RunSet.callsPerAdmitted(run))),
        new RunColumn("ledger, per s", "rows written", run -> rate(run.cost().rowsWritten())),
        new RunColumn("ledger, per s", "rows read", run -> rate(run.cost().rowsRead())),
        new RunColumn("ledger, per s", "calls", run -> rate(run.cost().ledgerCalls())),
        new RunColumn(
            "peak per process", "subjects", run -> brief(run.footprint().subjects())),
        new RunColumn("peak per process", "sums", run -> brief(run.footprint().foreignSums())),
        new RunColumn("peak in stores", "fields", run -> brief(run.footprint().originFields())),
        new RunColumn("peak in stores", "rows", run -> brief(run.footprint().ledgerRows())));
  }

  private static String delay(Run run, double millis) {
    return run.delays().units() > 0 ? ChartFormat.millis(millis) : ChartFormat.NONE;
  }

  /** Returns whether there was anything that other regions should have known. */
  private static boolean isShared(Run run) {
    return run.delays().units() + run.delays().hidden() + run.delays().unknown() > 0;
  }

  private static String hidden(Run run) {
    return isShared(run) ? brief(run.delays().hidden()) : ChartFormat.NONE;
  }

  private static String unknown(Run run) {
    return isShared(run) ? brief(run.delays().unknown()) : ChartFormat.NONE;
  }

  private String rate(long count) {
    return ChartFormat.brief(runs.perSecond(count));
  }

  private static String brief(long count) {
    return ChartFormat.brief((double) count);
  }

  private void table(Markup page, String caption, List<RunColumn> columns) {
    page.open("div", "class", "scroll").open("table").leaf("caption", caption);
    page.open("thead");
    groups(page, columns);
    page.open("tr").leaf("th", "load", "scope", "col");
    page.leaf("th", "contender", "scope", "col", "class", "text");
    columns.forEach(runColumn -> page.leaf("th", runColumn.name(), "scope", "col"));
    page.close().close().open("tbody").line();
    for (double load : runs.loads()) {
      boolean first = true;
      for (Run run : runs.under(load)) {
        page.open(
            "tr",
            "class",
            (first ? "first " : "") + runs.styleOf(run.contender()).style());
        page.leaf("td", first ? ChartFormat.brief(load) : "", "class", "load");
        page.leaf("th", run.contender(), "scope", "row", "class", "text");
        columns.forEach(runColumn -> page.leaf("td", runColumn.text().apply(run)));
        page.close().line();
        first = false;
      }
    }
    page.close().close().close().line();
  }

  private static void groups(Markup page, List<RunColumn> columns) {
    page.open("tr", "class", "groups").open("th", "colspan", "2").close();
    int from = 0;
    while (from < columns.size()) {
      String group = columns.get(from).group();
      int to = from;
      while (to < columns.size() && columns.get(to).group().equals(group)) {
        to++;
      }
      page.leaf("th", group, "colspan", Integer.toString(to - from), "scope", "colgroup");
      from = to;
    }
    page.close();
  }
}

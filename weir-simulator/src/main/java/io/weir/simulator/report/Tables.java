// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.Field;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.Function;

/**
 * Every run in numbers.
 *
 * @param field the runs
 */
record Tables(Field field) {

  /** A column: what it is called, what stands above several of them, and the text for a run. */
  private record Column(String group, String name, Function<Run, String> text) {}

  void write(Markup page) {
    page.open("section", "class", "tables", "id", "runs");
    page.leaf("h2", "Every run in numbers").line();
    table(page, "Exactness", exactness());
    table(page, "Cost", costs());
    page.close().line();
  }

  /** The part of all checks that were refused although they would have fit. */
  static double wronglyRefused(Run run) {
    long checks = run.volume().checks();
    return checks > 0 ? (double) run.volume().wronglyRefused() / checks : Double.NaN;
  }

  private static List<Column> exactness() {
    return List.of(
        new Column("checks", "made", run -> brief(run.volume().checks())),
        new Column("checks", "admitted", run -> brief(run.volume().admittedChecks())),
        new Column("checks", "wrongly refused", run -> Figures.percent(wronglyRefused(run))),
        new Column("above the limit", "worst", run -> Figures.above(run.excess().worst())),
        new Column("above the limit", "p99", run -> Figures.above(run.excess().p99())),
        new Column("above the limit", "mean", run -> Figures.above(run.excess().mean())),
        new Column("above the limit", "bound", run -> Figures.above(run.bound())),
        new Column("propagation delay", "p50", run -> delay(run, run.delays().p50())),
        new Column("propagation delay", "p99", run -> delay(run, run.delays().p99())),
        new Column("propagation delay", "worst", run -> delay(run, run.delays().worst())),
        new Column("propagation delay", "hidden at first", Tables::hidden),
        new Column("propagation delay", "never", Tables::unknown));
  }

  private List<Column> costs() {
    return List.of(
        new Column("origin calls", "total", run -> brief(run.cost().originCalls())),
        new Column(
            "origin calls", "per admitted", run -> Figures.brief(Field.callsPerAdmitted(run))),
        new Column("ledger, per s", "rows written", run -> rate(run.cost().rowsWritten())),
        new Column("ledger, per s", "rows read", run -> rate(run.cost().rowsRead())),
        new Column("ledger, per s", "calls", run -> rate(run.cost().ledgerCalls())),
        new Column("peak per process", "subjects", run -> brief(run.footprint().subjects())),
        new Column("peak per process", "sums", run -> brief(run.footprint().foreignSums())),
        new Column("peak in stores", "fields", run -> brief(run.footprint().originFields())),
        new Column("peak in stores", "rows", run -> brief(run.footprint().ledgerRows())));
  }

  private static String delay(Run run, double millis) {
    return run.delays().units() > 0 ? Figures.millis(millis) : Figures.NONE;
  }

  /** Whether there was anything that other regions should have known. */
  private static boolean isShared(Run run) {
    return run.delays().units() + run.delays().hidden() + run.delays().unknown() > 0;
  }

  private static String hidden(Run run) {
    return isShared(run) ? brief(run.delays().hidden()) : Figures.NONE;
  }

  private static String unknown(Run run) {
    return isShared(run) ? brief(run.delays().unknown()) : Figures.NONE;
  }

  private String rate(long count) {
    return Figures.brief(field.perSecond(count));
  }

  private static String brief(long count) {
    return Figures.brief((double) count);
  }

  private void table(Markup page, String caption, List<Column> columns) {
    page.open("div", "class", "scroll").open("table").leaf("caption", caption);
    page.open("thead");
    groups(page, columns);
    page.open("tr").leaf("th", "load", "scope", "col");
    page.leaf("th", "contender", "scope", "col", "class", "text");
    columns.forEach(column -> page.leaf("th", column.name(), "scope", "col"));
    page.close().close().open("tbody").line();
    for (double load : field.loads()) {
      boolean first = true;
      for (Run run : field.under(load)) {
        page.open(
            "tr", "class", (first ? "first " : "") + field.ink(run.contender()).style());
        page.leaf("td", first ? Figures.brief(load) : "", "class", "load");
        page.leaf("th", run.contender(), "scope", "row", "class", "text");
        columns.forEach(column -> page.leaf("td", column.text().apply(run)));
        page.close().line();
        first = false;
      }
    }
    page.close().close().close().line();
  }

  private static void groups(Markup page, List<Column> columns) {
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.Field;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * One row for each contender, with the highest of all its loads.
 *
 * @param field the runs
 */
record Glance(Field field) {

  /** A column: its name, the number of a run, and its text. */
  private record Column(String name, ToDoubleFunction<Run> value, DoubleFunction<String> text) {}

  void write(Markup page) {
    List<Column> columns = columns();
    page.open("section", "class", "glance", "id", "glance");
    page.open("div", "class", "scroll").open("table");
    String loads =
        field.loads().size() > 1 ? "At a glance: the highest of all loads" : "At a glance";
    page.leaf("caption", loads).open("thead").open("tr");
    page.leaf("th", "contender", "scope", "col", "class", "text");
    columns.forEach(column -> page.leaf("th", column.name(), "scope", "col"));
    page.close().close().open("tbody").line();
    for (String contender : field.contenders()) {
      page.open("tr", "class", field.ink(contender).style());
      page.leaf("th", contender, "scope", "row", "class", "text");
      columns.forEach(column -> page.leaf("td", highest(contender, column)));
      page.close().line();
    }
    page.close().close().close().close().line();
  }

  private List<Column> columns() {
    return List.of(
        new Column("over-admission, worst", run -> run.excess().worst(), Figures::above),
        new Column("p99", run -> run.excess().p99(), Figures::above),
        new Column("mean", run -> run.excess().mean(), Figures::above),
        new Column("wrongly refused", Tables::wronglyRefused, Figures::percent),
        new Column(
            "propagation delay, p50", run -> shared(run, run.delays().p50()), Figures::millis),
        new Column("p99", run -> shared(run, run.delays().p99()), Figures::millis),
        new Column(
            "ledger rows written per s", run -> rate(run.cost().rowsWritten()), Figures::brief),
        new Column("read per s", run -> rate(run.cost().rowsRead()), Figures::brief),
        new Column("origin calls per admitted check", Field::callsPerAdmitted, Figures::brief));
  }

  private double rate(long count) {
    return field.perSecond(count);
  }

  /** A delay, or not a number if nothing was shared. */
  static double shared(Run run, double delay) {
    return run.delays().units() > 0 ? delay : Double.NaN;
  }

  private String highest(String contender, Column column) {
    OptionalDouble highest = field.of(contender).stream()
        .mapToDouble(column.value())
        .filter(Double::isFinite)
        .max();
    return highest.isPresent() ? column.text().apply(highest.getAsDouble()) : Figures.NONE;
  }
}

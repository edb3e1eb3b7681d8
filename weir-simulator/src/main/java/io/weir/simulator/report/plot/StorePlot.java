// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.Scale;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the stores had to do, by contender and load.
 *
 * @param field the runs
 */
public record StorePlot(Field field) implements Plot {

  @Override
  public String title() {
    return "Load on the stores";
  }

  @Override
  public String text() {
    return "Rows written to and read from the ledger, which all regions share, per second; and calls to an origin, the store"
        + " of one region, per admitted check. Shorter is better.";
  }

  @Override
  public boolean isEmpty() {
    return field.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    out.open("div", "class", "panels three");
    bars(out, "ledger: rows written per s", run -> field.perSecond(run.cost().rowsWritten()));
    bars(out, "ledger: rows read per s", run -> field.perSecond(run.cost().rowsRead()));
    bars(out, "origin: calls per admitted check", Field::callsPerAdmitted);
    out.close();
  }

  private void bars(Markup out, String title, ToDoubleFunction<Run> value) {
    Rows rows = new Rows(field);
    double most =
        field.runs().stream().mapToDouble(value).filter(Double::isFinite).max().orElse(1);
    Scale scale = Scale.between(0, most, 1);
    XyChart chart =
        new XyChart(out, new Axis("", scale.marked(List.of()), Figures::brief), rows.axis());
    chart.open(title() + ", " + title, rows.height(), "rows");
    chart.heading(title, 0, "axis");
    chart.vertical(0, "base");
    rows.draw(chart, (run, y) -> {
      double shown = value.applyAsDouble(run);
      ChartPoint end = new ChartPoint(Double.isFinite(shown) ? shown : 0, y);
      chart.bar(end);
      chart.label(Figures.brief(shown), end, 6, "value");
    });
    chart.close();
  }
}

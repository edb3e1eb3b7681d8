// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A plot of the load on the stores, by contender and load.
 *
 * @param runs the runs to show
 */
public record StorePlot(RunSet runs) implements Plot {

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
    return runs.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    out.open("div", "class", "panels three");
    bars(out, "ledger: rows written per s", run -> runs.perSecond(run.cost().rowsWritten()));
    bars(out, "ledger: rows read per s", run -> runs.perSecond(run.cost().rowsRead()));
    bars(out, "origin: calls per admitted check", RunSet::callsPerAdmitted);
    out.close();
  }

  private void bars(Markup out, String title, ToDoubleFunction<Run> value) {
    PlotRows plotRows = new PlotRows(runs);
    double most =
        runs.runs().stream().mapToDouble(value).filter(Double::isFinite).max().orElse(1);
    AxisScale axisScale = AxisScale.between(0, most, 1);
    XyChart chart = new XyChart(
        out, new ChartAxis("", axisScale.marked(List.of()), ChartFormat::brief), plotRows.axis());
    chart.open(title() + ", " + title, plotRows.height(), "rows");
    chart.heading(title, 0, "axis");
    chart.vertical(0, "base");
    plotRows.draw(chart, (run, y) -> {
      double shown = value.applyAsDouble(run);
      ChartPoint end = new ChartPoint(Double.isFinite(shown) ? shown : 0, y);
      chart.bar(end);
      chart.label(ChartFormat.brief(shown), end, 6, "value");
    });
    chart.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A plot of over-admission by contender and load, with the published bound.
 *
 * @param runs the runs to show
 */
public record ExcessPlot(RunSet runs) implements Plot {
  /** One ten-thousandth of a limit; smaller values are not distinguished. */
  private static final double MIN = 1e-4;

  private static final String MEAN = "M0 -5V5";
  private static final String BOUND = "M0 -8V8";
  private static final String RING = "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z";

  @Override
  public String title() {
    return "Over-admission by contender and load";
  }

  @Override
  public String text() {
    return "Units admitted above the limit in one sliding window, in percent of the limit. The axis is logarithmic, with"
        + " zero at its left end."
        + (hasBounds() ? " A marker to the right of its bound is a violation." : "");
  }

  @Override
  public boolean isEmpty() {
    return runs.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    key(out);
    PlotRows plotRows = new PlotRows(runs);
    AxisScale axisScale = scale();
    XyChart chart = new XyChart(
        out, new ChartAxis("above the limit", axisScale, ChartFormat::percent), plotRows.axis());
    chart.open(title(), plotRows.height(), hasBounds() ? "rows bounds" : "rows");
    chart.axisX();
    chart.heading("worst", axisScale.max(), "axis worst end");
    if (hasBounds()) {
      chart.heading("bound", axisScale.max(), "axis bounded end");
    }
    plotRows.draw(chart, (run, y) -> row(chart, run, y));
    chart.close();
  }

  private void row(XyChart chart, Run run, double y) {
    ChartPoint worst = new ChartPoint(run.excess().worst(), y);
    ChartPoint end = new ChartPoint(Double.MAX_VALUE, y);
    if (run.excess().worst() > 0) {
      ChartPoint mean = new ChartPoint(run.excess().mean(), y);
      chart.line(List.of(mean, worst), "span");
      chart.shape(mean, MEAN, "mean");
      chart.shape(new ChartPoint(run.excess().p99(), y), RING, "ring");
    }
    chart.marker(runs.styleOf(run.contender()), worst, tip(run));
    if (Double.isFinite(run.bound())) {
      chart.shape(new ChartPoint(run.bound(), y), BOUND, "bound");
      chart.label(ChartFormat.above(run.bound()), end, 0, "bounded faint end");
    }
    chart.label(ChartFormat.above(run.excess().worst()), end, 0, "value worst end");
  }

  private static String tip(Run run) {
    return run.contender()
        + ", load "
        + ChartFormat.brief(run.load())
        + ": worst "
        + ChartFormat.above(run.excess().worst())
        + ", p99 "
        + ChartFormat.above(run.excess().p99())
        + ", mean "
        + ChartFormat.above(run.excess().mean())
        + ", over "
        + ChartFormat.count(run.excess().windows())
        + " windows";
  }

  private void key(Markup out) {
    out.open("ul", "class", "legend key");
    entry(out, MEAN, "mean", "mean");
    entry(out, RING, "ring", "p99");
    entry(out, SeriesStyle.MarkerShape.DISC.outline(), "mark", "worst");
    if (hasBounds()) {
      entry(out, BOUND, "bound", "published bound");
    }
    out.close().line();
  }

  private static void entry(Markup out, String path, String style, String name) {
    out.open("li");
    XyChart.symbol(out, path, style);
    out.text(name).close();
  }

  private boolean hasBounds() {
    return runs.runs().stream().anyMatch(run -> Double.isFinite(run.bound()));
  }

  private AxisScale scale() {
    double[] seen = runs.runs().stream()
        .flatMapToDouble(run -> DoubleStream.of(
            run.excess().worst(), run.excess().p99(), run.excess().mean(), run.bound()))
        .filter(value -> Double.isFinite(value) && value > 0)
        .toArray();
    double min = DoubleStream.of(seen).min().orElse(0.01);
    double max = DoubleStream.of(seen).max().orElse(1);
    return AxisScale.logarithmic(Math.max(MIN, min), Math.max(10 * MIN, max)).withZero();
  }
}

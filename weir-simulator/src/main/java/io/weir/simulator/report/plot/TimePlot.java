// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Sample;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A plot of usage or rate over time, with one panel for each load.
 *
 * @param runs the runs to show
 * @param quantity the quantity to show
 */
public record TimePlot(RunSet runs, Quantity quantity) implements Plot {
  /** The quantities that can be plotted over time. */
  public enum Quantity {
    /** The usage of the busiest spender's sliding window, in limits. */
    USAGE,
    /** Units per second. */
    RATE
  }

  @Override
  public String title() {
    return quantity == Quantity.USAGE
        ? "Admitted against the limit, over time"
        : "Offered and admitted, per second";
  }

  @Override
  public String text() {
    return quantity == Quantity.USAGE
        ? "The true count in the sliding window of the busiest spender, all regions together. The tinted band is what the"
            + " limit allows: everything above it is over-admission."
        : "Units admitted in each second, all regions together. The dotted line is what was offered; where that is far more"
            + " than any contender admitted, it is written above the panel instead.";
  }

  @Override
  public boolean isEmpty() {
    return runs.runs().stream().allMatch(run -> run.samples().isEmpty());
  }

  @Override
  public void draw(Markup out) {
    XyChart.legend(out, runs.contenders(), name -> "");
    List<Double> loads = runs.loads().stream()
        .filter(load -> runs.under(load).stream().anyMatch(run -> !run.samples().isEmpty()))
        .toList();
    out.open("div", "class", loads.size() > 1 ? "panels" : "panel").line();
    for (double load : loads) {
      panel(out, load, loads.size() > 1 ? 150 : 260);
    }
    out.close();
  }

  private void panel(Markup out, double load, int height) {
    List<Run> runs = this.runs.under(load);
    AxisScale values = values(runs);
    String heading = "load " + ChartFormat.brief(load);
    XyChart chart = new XyChart(out, time(runs), new ChartAxis("", values, label()));
    chart.open(title() + ", " + heading, height, "thin");
    if (quantity == Quantity.USAGE) {
      chart.area(new ChartPoint(Double.MAX_VALUE, 1), "allowed");
    }
    chart.axes();
    chart.heading(heading, 0, "heading");
    if (quantity == Quantity.USAGE) {
      chart.horizontal(1, "limit");
    } else {
      offered(chart, runs, values);
    }
    // Drawn in reverse order, so that the first contender is on top.
    for (int i = runs.size() - 1; i >= 0; i--) {
      Run run = runs.get(i);
      chart.series(this.runs.styleOf(run.contender()), () -> chart.line(points(run), "line"));
    }
    chart.close();
  }

  private static void offered(XyChart chart, List<Run> runs, AxisScale values) {
    List<ChartPoint> points = TimeSeries.averages(runs.get(0).samples(), Sample::offered);
    double most = highest(points);
    if (most <= values.max()) {
      chart.line(points, "offered");
      return;
    }
    double mean = points.stream().mapToDouble(ChartPoint::y).average().orElse(0);
    chart.heading("offered: " + ChartFormat.brief(mean) + " per s", Double.MAX_VALUE, "note end");
  }

  private static double highest(List<ChartPoint> points) {
    return points.stream().mapToDouble(ChartPoint::y).max().orElse(0);
  }

  private List<ChartPoint> points(Run run) {
    return quantity == Quantity.USAGE
        ? TimeSeries.peaks(run.samples(), Sample::usage)
        : TimeSeries.averages(run.samples(), Sample::admitted);
  }

  private static ChartAxis time(List<Run> runs) {
    double end = runs.stream()
        .flatMap(run -> run.samples().stream())
        .mapToDouble(sample -> sample.atMillis() / 1000.0)
        .max()
        .orElse(1);
    if (end <= 600) {
      return new ChartAxis("seconds", AxisScale.between(0, end, 6), ChartFormat::brief);
    }
    List<Double> minutes = AxisScale.between(0, end / 60, 6).ticks();
    AxisScale seconds = AxisScale.between(0, end, 6)
        .marked(minutes.stream().map(minute -> minute * 60).toList());
    return new ChartAxis("minutes", seconds, value -> ChartFormat.brief(value / 60));
  }

  private DoubleFunction<String> label() {
    return quantity == Quantity.USAGE ? ChartFormat::times : ChartFormat::brief;
  }

  private AxisScale values(List<Run> runs) {
    double most = runs.stream().mapToDouble(run -> highest(points(run))).max().orElse(1);
    if (quantity == Quantity.USAGE) {
      return AxisScale.upTo(Math.max(1.2, most), 4);
    }
    double offered = highest(TimeSeries.averages(runs.get(0).samples(), Sample::offered));
    return AxisScale.upTo(offered <= 2 * most ? Math.max(offered, most) : most, 4);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.ChartMarks.WIDTH;

import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.PlotFrame;
import io.weir.simulator.report.plot.TimeSeries.SeriesPoint;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened second by second, a panel for each load.
 *
 * @param runs the runs
 * @param quantity what is followed
 */
public record TimePlot(RunSet runs, Quantity quantity) implements Plot {
  private static final int MAX_PANELS = 6;
  private static final double LEFT = 52;
  private static final double TOP = 74;

  /** What can be followed. */
  public enum Quantity {
    /** What the sliding window of the busiest spender held, in limits. */
    USAGE,
    /** Units per second. */
    RATE
  }

  @Override
  public String id() {
    return quantity == Quantity.USAGE ? "usage" : "rate";
  }

  @Override
  public String title() {
    return quantity == Quantity.USAGE
        ? "Admitted against the limit, over time"
        : "Offered and admitted, per second";
  }

  @Override
  public String text() {
    String text = quantity == Quantity.USAGE
        ? "The true count in the sliding window of the busiest spender, all regions together. The tinted band is what the"
            + " limit allows: everything above it is over-admission."
        : "Units admitted in each second, all regions together. The dotted line is what was offered; where that is far more"
            + " than any contender admitted, it is written above the panel instead.";
    return runs.loads().size() > MAX_PANELS
        ? text + " Of the " + runs.loads().size() + " loads, " + MAX_PANELS + " are shown."
        : text;
  }

  @Override
  public boolean isEmpty() {
    return runs.runs().stream().allMatch(run -> run.samples().isEmpty());
  }

  @Override
  public void draw(Markup out) {
    List<Double> loads = shownLoads();
    boolean alone = loads.size() == 1;
    double width = alone ? WIDTH - LEFT - 12 : (WIDTH - 2 * LEFT - 36) / 2;
    double height = alone ? 260 : 130;
    double pitch = height + 70;
    int rows = alone ? 1 : (loads.size() + 1) / 2;
    ChartPosition legend = new ChartPosition(LEFT, 14);
    double start = TOP + ChartMarks.legend(new Markup(), runs.contenders(), legend);
    ChartMarks.begin(out, start + rows * pitch - 18, title());
    ChartMarks.legend(out, runs.contenders(), legend);
    for (int i = 0; i < loads.size(); i++) {
      double left = LEFT + (i % 2) * (width + LEFT + 24);
      double top = start + (alone ? 0 : i / 2) * pitch;
      List<Run> runs = this.runs.under(loads.get(i));
      panel(
          out,
          runs,
          new PlotFrame(left, top, width, height, time(runs, i + 2 >= loads.size()), values(runs)));
    }
    out.close();
  }

  /** The loads that get a panel: all, or the first, the last and some between. */
  private List<Double> shownLoads() {
    List<Double> loads = runs.loads().stream()
        .filter(load -> runs.under(load).stream().anyMatch(run -> !run.samples().isEmpty()))
        .toList();
    if (loads.size() <= MAX_PANELS) {
      return loads;
    }
    List<Double> some = new ArrayList<>();
    for (int i = 0; i < MAX_PANELS; i++) {
      some.add(loads.get(i * (loads.size() - 1) / (MAX_PANELS - 1)));
    }
    return some;
  }

  private void panel(Markup out, List<Run> runs, PlotFrame plotFrame) {
    out.open("g", "class", "panel");
    if (quantity == Quantity.USAGE) {
      ChartMarks.box(
          out,
          new ChartPosition(plotFrame.left(), plotFrame.py(1)),
          new ChartPosition(plotFrame.right(), plotFrame.bottom()),
          "allowed");
    }
    plotFrame.draw(out);
    String heading = "load " + ChartFormat.brief(runs.get(0).load());
    ChartMarks.label(
        out, heading, new ChartPosition(plotFrame.left(), plotFrame.top() - 14), "heading");
    if (quantity == Quantity.USAGE) {
      plotFrame.horizontal(out, plotFrame.py(1), "limit");
    } else {
      offered(out, runs, plotFrame);
    }
    // Whoever comes first lies on top.
    for (int i = runs.size() - 1; i >= 0; i--) {
      Run run = runs.get(i);
      out.open("g", "class", "series " + this.runs.styleOf(run.contender()).style());
      ChartMarks.line(out, spots(points(run), plotFrame), "line");
      out.close();
    }
    out.close().line();
  }

  private void offered(Markup out, List<Run> runs, PlotFrame plotFrame) {
    List<SeriesPoint> points = TimeSeries.averages(runs.get(0).samples(), Sample::offered);
    double most = points.stream().mapToDouble(SeriesPoint::value).max().orElse(0);
    if (most <= ((LinearScale) plotFrame.y().scale()).max()) {
      ChartMarks.line(out, spots(points, plotFrame), "offered");
      return;
    }
    double mean = points.stream().mapToDouble(SeriesPoint::value).average().orElse(0);
    ChartMarks.label(
        out,
        "offered: " + ChartFormat.brief(mean) + " per s",
        new ChartPosition(plotFrame.right(), plotFrame.top() - 14),
        "note end");
  }

  private List<SeriesPoint> points(Run run) {
    return quantity == Quantity.USAGE
        ? TimeSeries.peaks(run.samples(), Sample::usage)
        : TimeSeries.averages(run.samples(), Sample::admitted);
  }

  private static List<ChartPosition> spots(List<SeriesPoint> points, PlotFrame plotFrame) {
    return points.stream()
        .map(seriesPoint -> plotFrame.position(seriesPoint.seconds(), seriesPoint.value()))
        .toList();
  }

  /** Only the lowest panels say what it is. */
  private static ChartAxis time(List<Run> runs, boolean titled) {
    double end = runs.stream()
        .flatMap(run -> run.samples().stream())
        .mapToDouble(sample -> sample.atMillis() / 1000.0)
        .max()
        .orElse(1);
    if (end > 600) {
      LinearScale minutes = LinearScale.exactlyTo(end / 60, 6);
      LinearScale seconds = new LinearScale(0, end, minutes.step() * 60);
      return new ChartAxis(
          titled ? "minutes" : "", seconds, value -> ChartFormat.brief(value / 60));
    }
    return new ChartAxis(
        titled ? "seconds" : "", LinearScale.exactlyTo(end, 6), ChartFormat::brief);
  }

  private ChartAxis values(List<Run> runs) {
    double most = runs.stream()
        .flatMap(run -> points(run).stream())
        .mapToDouble(SeriesPoint::value)
        .max()
        .orElse(1);
    if (quantity == Quantity.USAGE) {
      return new ChartAxis("", LinearScale.upTo(Math.max(1.2, most), 4), ChartFormat::times);
    }
    double offered = TimeSeries.averages(runs.get(0).samples(), Sample::offered).stream()
        .mapToDouble(SeriesPoint::value)
        .max()
        .orElse(0);
    return new ChartAxis(
        "",
        LinearScale.upTo(offered <= 2 * most ? Math.max(offered, most) : most, 4),
        ChartFormat::brief);
  }
}

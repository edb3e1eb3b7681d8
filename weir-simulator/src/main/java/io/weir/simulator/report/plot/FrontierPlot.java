// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.FrontierPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A plot of the cost and the achieved value of many settings, with the Pareto front.
 *
 * @param frontier the settings
 */
public record FrontierPlot(Frontier frontier) implements Plot {
  /**
   * The ratio of the largest to the smallest value from which an axis is logarithmic; below it, a logarithmic axis
   * has no benefit.
   */
  private static final double LOG_SCALE_RATIO = 30;

  @Override
  public String title() {
    return frontier.title();
  }

  @Override
  public String text() {
    return "Each marker is a setting. Lower is better on both axes. The line joins the settings that no other setting beats"
        + " on both axes.";
  }

  @Override
  public boolean isEmpty() {
    return points().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    List<String> groups = points().stream().map(FrontierPoint::group).distinct().toList();
    XyChart.legend(out, groups, name -> "");
    XyChart chart = new XyChart(
        out,
        new ChartAxis(frontier.xLabel(), scale(FrontierPoint::x), ChartFormat::brief),
        new ChartAxis(frontier.yLabel(), scale(FrontierPoint::y), ChartFormat::brief));
    chart.open(title(), 350, "");
    chart.axes();
    List<FrontierPoint> best = paretoFront();
    chart.line(best.stream().map(FrontierPlot::place).toList(), "best");
    for (FrontierPoint frontierPoint : points()) {
      SeriesStyle seriesStyle = SeriesStyle.of(frontierPoint.group(), groups);
      String tip = frontierPoint.label() + ": " + ChartFormat.brief(frontierPoint.x()) + ", "
          + ChartFormat.brief(frontierPoint.y());
      chart.series(seriesStyle, () -> chart.marker(seriesStyle, place(frontierPoint), tip));
    }
    chart.close();
    table(out, groups, best);
  }

  /** Writes a table of the settings on the Pareto front, whose names do not fit into the chart. */
  private void table(Markup out, List<String> groups, List<FrontierPoint> best) {
    out.open("div", "class", "scroll").open("table");
    out.leaf("caption", "The settings on the line").open("thead").open("tr");
    out.leaf("th", "setting", "scope", "col", "class", "text");
    out.leaf("th", frontier.xLabel(), "scope", "col");
    out.leaf("th", frontier.yLabel(), "scope", "col");
    out.close().close().open("tbody").line();
    for (FrontierPoint frontierPoint : best) {
      out.open("tr", "class", SeriesStyle.of(frontierPoint.group(), groups).style());
      out.leaf("th", frontierPoint.label(), "scope", "row", "class", "text");
      out.leaf("td", ChartFormat.brief(frontierPoint.x()))
          .leaf("td", ChartFormat.brief(frontierPoint.y()));
      out.close().line();
    }
    out.close().close().close();
  }

  private static ChartPoint place(FrontierPoint frontierPoint) {
    return new ChartPoint(frontierPoint.x(), frontierPoint.y());
  }

  private List<FrontierPoint> points() {
    return frontier.points().stream()
        .filter(frontierPoint ->
            Double.isFinite(frontierPoint.x()) && Double.isFinite(frontierPoint.y()))
        .toList();
  }

  /** Returns the Pareto front: the settings that no other setting beats on both axes. */
  private List<FrontierPoint> paretoFront() {
    List<FrontierPoint> best = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    List<FrontierPoint> byCost = points().stream()
        .sorted(Comparator.comparingDouble(FrontierPoint::x).thenComparingDouble(FrontierPoint::y))
        .toList();
    for (FrontierPoint frontierPoint : byCost) {
      if (frontierPoint.y() < lowest) {
        best.add(frontierPoint);
        lowest = frontierPoint.y();
      }
    }
    return best;
  }

  private AxisScale scale(ToDoubleFunction<FrontierPoint> value) {
    double[] positive =
        points().stream().mapToDouble(value).filter(seen -> seen > 0).sorted().toArray();
    if (positive.length == 0) {
      return AxisScale.upTo(1, 5);
    }
    double least = positive[0];
    double most = positive[positive.length - 1];
    if (most / least < LOG_SCALE_RATIO) {
      return AxisScale.upTo(most, 6);
    }
    AxisScale axisScale = AxisScale.logarithmic(least, most);
    return positive.length < points().size() ? axisScale.withZero() : axisScale;
  }
}

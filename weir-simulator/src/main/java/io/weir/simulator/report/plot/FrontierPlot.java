// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Ink;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.Scale;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Many settings, what each costs and achieves, and those that no other beats in both.
 *
 * @param frontier the settings
 */
public record FrontierPlot(Frontier frontier) implements Plot {
  /** From this ratio of the largest to the smallest on, an axis is logarithmic: before, nothing would be gained. */
  private static final double WIDE = 30;

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
    List<String> groups = points().stream().map(Point::group).distinct().toList();
    XyChart.legend(out, groups, name -> "");
    XyChart chart = new XyChart(
        out,
        new Axis(frontier.xLabel(), scale(Point::x), Figures::brief),
        new Axis(frontier.yLabel(), scale(Point::y), Figures::brief));
    chart.open(title(), 350, "");
    chart.axes();
    List<Point> best = best();
    chart.line(best.stream().map(FrontierPlot::place).toList(), "best");
    for (Point point : points()) {
      Ink ink = Ink.of(point.group(), groups);
      String tip =
          point.label() + ": " + Figures.brief(point.x()) + ", " + Figures.brief(point.y());
      chart.series(ink, () -> chart.marker(ink, place(point), tip));
    }
    chart.close();
    table(out, groups, best);
  }

  /** The settings on the line, which would not find room for their names in the chart. */
  private void table(Markup out, List<String> groups, List<Point> best) {
    out.open("div", "class", "scroll").open("table");
    out.leaf("caption", "The settings on the line").open("thead").open("tr");
    out.leaf("th", "setting", "scope", "col", "class", "text");
    out.leaf("th", frontier.xLabel(), "scope", "col");
    out.leaf("th", frontier.yLabel(), "scope", "col");
    out.close().close().open("tbody").line();
    for (Point point : best) {
      out.open("tr", "class", Ink.of(point.group(), groups).style());
      out.leaf("th", point.label(), "scope", "row", "class", "text");
      out.leaf("td", Figures.brief(point.x())).leaf("td", Figures.brief(point.y()));
      out.close().line();
    }
    out.close().close().close();
  }

  private static ChartPoint place(Point point) {
    return new ChartPoint(point.x(), point.y());
  }

  private List<Point> points() {
    return frontier.points().stream()
        .filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.y()))
        .toList();
  }

  /** The settings that no other one beats in both. */
  private List<Point> best() {
    List<Point> best = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    List<Point> byCost = points().stream()
        .sorted(Comparator.comparingDouble(Point::x).thenComparingDouble(Point::y))
        .toList();
    for (Point point : byCost) {
      if (point.y() < lowest) {
        best.add(point);
        lowest = point.y();
      }
    }
    return best;
  }

  private Scale scale(ToDoubleFunction<Point> value) {
    double[] positive =
        points().stream().mapToDouble(value).filter(seen -> seen > 0).sorted().toArray();
    if (positive.length == 0) {
      return Scale.upTo(1, 5);
    }
    double least = positive[0];
    double most = positive[positive.length - 1];
    if (most / least < WIDE) {
      return Scale.upTo(most, 6);
    }
    Scale scale = Scale.logarithmic(least, most);
    return positive.length < points().size() ? scale.withZero() : scale;
  }
}

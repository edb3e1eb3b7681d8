// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.ChartMarks.WIDTH;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LabelPlacement;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.PlotFrame;
import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.FrontierPoint;
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
  private static final double LOG_SCALE_RATIO = 30;

  @Override
  public String id() {
    return "frontier";
  }

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
    ChartPosition legend = new ChartPosition(60, 14);
    PlotFrame plotFrame = new PlotFrame(
        60,
        74 + ChartMarks.legend(new Markup(), groups, legend),
        WIDTH - 60 - 30,
        350,
        new ChartAxis(frontier.xLabel(), scale(FrontierPoint::x), ChartFormat::brief),
        new ChartAxis(frontier.yLabel(), scale(FrontierPoint::y), ChartFormat::brief));
    ChartMarks.begin(out, plotFrame.bottom() + 48, title());
    ChartMarks.legend(out, groups, legend);
    plotFrame.draw(out);
    List<FrontierPoint> best = paretoFront();
    ChartMarks.line(
        out, best.stream().map(frontierPoint -> spot(plotFrame, frontierPoint)).toList(), "best");
    for (FrontierPoint frontierPoint : points()) {
      SeriesStyle seriesStyle = SeriesStyle.of(frontierPoint.group(), groups);
      out.open("g", "class", "series " + seriesStyle.style());
      String tip = frontierPoint.label() + ": " + ChartFormat.brief(frontierPoint.x()) + ", "
          + ChartFormat.brief(frontierPoint.y());
      ChartMarks.marker(out, seriesStyle, spot(plotFrame, frontierPoint), tip);
      out.close();
    }
    labels(out, plotFrame, best);
    out.close();
  }

  /** Writes the names that find room, those on the frontier first. The others show when the pointer rests on them. */
  private void labels(Markup out, PlotFrame plotFrame, List<FrontierPoint> best) {
    List<FrontierPoint> order = new ArrayList<>(best);
    points().stream().filter(frontierPoint -> !best.contains(frontierPoint)).forEach(order::add);
    LabelPlacement labelPlacement = new LabelPlacement(plotFrame);
    points().forEach(frontierPoint -> labelPlacement.occupy(spot(plotFrame, frontierPoint)));
    for (FrontierPoint frontierPoint : order) {
      String style = best.contains(frontierPoint) ? "note strong halo" : "note halo";
      labelPlacement
          .place(frontierPoint.label(), spot(plotFrame, frontierPoint))
          .ifPresent(place -> ChartMarks.label(out, frontierPoint.label(), place, style));
    }
  }

  private static ChartPosition spot(PlotFrame plotFrame, FrontierPoint frontierPoint) {
    return plotFrame.position(frontierPoint.x(), frontierPoint.y());
  }

  private List<FrontierPoint> points() {
    return frontier.points().stream()
        .filter(frontierPoint ->
            Double.isFinite(frontierPoint.x()) && Double.isFinite(frontierPoint.y()))
        .toList();
  }

  /** The settings that no other one beats in both. */
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
      return LinearScale.upTo(1, 5);
    }
    double least = positive[0];
    double most = positive[positive.length - 1];
    if (most / least < LOG_SCALE_RATIO) {
      return LinearScale.upTo(most, 6);
    }
    return positive.length < points().size()
        ? LogScale.withZero(least, most)
        : LogScale.of(least, most);
  }
}

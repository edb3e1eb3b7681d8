// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.ChartMarks.WIDTH;

import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.PlotFrame;
import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.report.plot.PlotRows.Row;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How far above their limits spenders got, by contender and load, with the published bound.
 *
 * @param runs the runs
 */
public record ExcessPlot(RunSet runs) implements Plot {
  /** A ten-thousandth of a limit: what is less is not worth a place of its own. */
  private static final double MIN = 1e-4;

  private static final double TOP = 62;

  @Override
  public String id() {
    return "excess";
  }

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
    PlotRows plotRows = new PlotRows(runs, TOP + 8);
    double values = hasBounds() ? 150 : 80;
    PlotFrame plotFrame = new PlotFrame(
        PlotRows.LEFT,
        TOP,
        WIDTH - PlotRows.LEFT - values,
        plotRows.bottom() + 8 - TOP,
        new ChartAxis("above the limit", scale(), ChartFormat::percent),
        new ChartAxis("", LinearScale.upTo(1, 1), ChartFormat::brief));
    ChartMarks.begin(out, plotFrame.bottom() + 46, title());
    key(out);
    plotFrame.drawX(out);
    plotRows.draw(out);
    ChartMarks.label(
        out, "worst", new ChartPosition(hasBounds() ? WIDTH - 76 : WIDTH, TOP - 8), "axis end");
    if (hasBounds()) {
      ChartMarks.label(out, "bound", new ChartPosition(WIDTH, TOP - 8), "axis end");
    }
    plotRows.all().forEach(row -> row(out, row, plotFrame));
    out.close();
  }

  private void row(Markup out, Row row, PlotFrame plotFrame) {
    Run run = row.run();
    double y = row.y();
    double worst = plotFrame.px(run.excess().worst());
    SeriesStyle seriesStyle = runs.styleOf(run.contender());
    out.open("g", "class", "series " + seriesStyle.style());
    if (run.excess().worst() > 0) {
      double mean = plotFrame.px(run.excess().mean());
      ChartMarks.line(
          out, List.of(new ChartPosition(mean, y), new ChartPosition(worst, y)), "span");
      tick(out, mean, y, "mean");
      ring(out, plotFrame.px(run.excess().p99()), y);
    }
    ChartMarks.marker(out, seriesStyle, new ChartPosition(worst, y), tip(run));
    if (Double.isFinite(run.bound())) {
      tick(out, plotFrame.px(run.bound()), y, "bound");
      ChartMarks.label(
          out, ChartFormat.above(run.bound()), new ChartPosition(WIDTH, y + 4), "value faint end");
    }
    String value = ChartFormat.above(run.excess().worst());
    ChartMarks.label(
        out, value, new ChartPosition(hasBounds() ? WIDTH - 76 : WIDTH, y + 4), "value end");
    out.close().line();
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
    double y = 14;
    out.open("g", "class", "key");
    tick(out, PlotRows.LEFT + 4, y, "mean");
    ChartMarks.label(out, "mean", new ChartPosition(PlotRows.LEFT + 14, y + 4), "note");
    ring(out, PlotRows.LEFT + 80, y);
    ChartMarks.label(out, "p99", new ChartPosition(PlotRows.LEFT + 92, y + 4), "note");
    ChartMarks.marker(
        out,
        new SeriesStyle("", SeriesStyle.MarkerShape.DISC),
        new ChartPosition(PlotRows.LEFT + 190, y),
        "worst");
    ChartMarks.label(out, "worst", new ChartPosition(PlotRows.LEFT + 202, y + 4), "note");
    if (hasBounds()) {
      tick(out, PlotRows.LEFT + 272, y, "bound");
      ChartMarks.label(
          out, "published bound", new ChartPosition(PlotRows.LEFT + 282, y + 4), "note");
    }
    out.close().line();
  }

  private static void tick(Markup out, double x, double y, String style) {
    double half = style.equals("bound") ? 8 : 5;
    ChartMarks.line(
        out, List.of(new ChartPosition(x, y - half), new ChartPosition(x, y + half)), style);
  }

  private static void ring(Markup out, double x, double y) {
    out.empty("circle", "class", "ring", "cx", Markup.at(x), "cy", Markup.at(y), "r", "3.6");
  }

  private boolean hasBounds() {
    return runs.runs().stream().anyMatch(run -> Double.isFinite(run.bound()));
  }

  private LogScale scale() {
    double[] seen = runs.runs().stream()
        .flatMapToDouble(run -> DoubleStream.of(
            run.excess().worst(), run.excess().p99(), run.excess().mean(), run.bound()))
        .filter(value -> Double.isFinite(value) && value > 0)
        .toArray();
    double least = DoubleStream.of(seen).min().orElse(0.01);
    double most = DoubleStream.of(seen).max().orElse(1);
    return LogScale.withZero(Math.max(MIN, least), Math.max(10 * MIN, most));
  }
}

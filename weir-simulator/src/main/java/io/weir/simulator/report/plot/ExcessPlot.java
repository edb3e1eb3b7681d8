// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.Marks.WIDTH;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Frame;
import io.weir.simulator.report.chart.Ink;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Marks;
import io.weir.simulator.report.chart.Marks.Spot;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.Rows.Row;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How far above their limits spenders got, by contender and load, with the published bound.
 *
 * @param field the runs
 */
public record ExcessPlot(Field field) implements Plot {
  /** A ten-thousandth of a limit: what is less is not worth a place of its own. */
  private static final double LEAST = 1e-4;

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
    return field.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    Rows rows = new Rows(field, TOP + 8);
    double values = hasBounds() ? 150 : 80;
    Frame frame = new Frame(
        Rows.LEFT,
        TOP,
        WIDTH - Rows.LEFT - values,
        rows.bottom() + 8 - TOP,
        new Axis("above the limit", scale(), Figures::percent),
        new Axis("", LinearScale.upTo(1, 1), Figures::brief));
    Marks.begin(out, frame.bottom() + 46, title());
    key(out);
    frame.drawX(out);
    rows.draw(out);
    Marks.label(out, "worst", new Spot(hasBounds() ? WIDTH - 76 : WIDTH, TOP - 8), "axis end");
    if (hasBounds()) {
      Marks.label(out, "bound", new Spot(WIDTH, TOP - 8), "axis end");
    }
    rows.all().forEach(row -> row(out, row, frame));
    out.close();
  }

  private void row(Markup out, Row row, Frame frame) {
    Run run = row.run();
    double y = row.y();
    double worst = frame.px(run.excess().worst());
    Ink ink = field.ink(run.contender());
    out.open("g", "class", "series " + ink.style());
    if (run.excess().worst() > 0) {
      double mean = frame.px(run.excess().mean());
      Marks.line(out, List.of(new Spot(mean, y), new Spot(worst, y)), "span");
      tick(out, mean, y, "mean");
      ring(out, frame.px(run.excess().p99()), y);
    }
    Marks.marker(out, ink, new Spot(worst, y), tip(run));
    if (Double.isFinite(run.bound())) {
      tick(out, frame.px(run.bound()), y, "bound");
      Marks.label(out, Figures.above(run.bound()), new Spot(WIDTH, y + 4), "value faint end");
    }
    String value = Figures.above(run.excess().worst());
    Marks.label(out, value, new Spot(hasBounds() ? WIDTH - 76 : WIDTH, y + 4), "value end");
    out.close().line();
  }

  private static String tip(Run run) {
    return run.contender()
        + ", load "
        + Figures.brief(run.load())
        + ": worst "
        + Figures.above(run.excess().worst())
        + ", p99 "
        + Figures.above(run.excess().p99())
        + ", mean "
        + Figures.above(run.excess().mean())
        + ", over "
        + Figures.count(run.excess().windows())
        + " windows";
  }

  private void key(Markup out) {
    double y = 14;
    out.open("g", "class", "key");
    tick(out, Rows.LEFT + 4, y, "mean");
    Marks.label(out, "mean", new Spot(Rows.LEFT + 14, y + 4), "note");
    ring(out, Rows.LEFT + 80, y);
    Marks.label(out, "p99", new Spot(Rows.LEFT + 92, y + 4), "note");
    Marks.marker(out, new Ink("", Ink.Shape.DISC), new Spot(Rows.LEFT + 190, y), "worst");
    Marks.label(out, "worst", new Spot(Rows.LEFT + 202, y + 4), "note");
    if (hasBounds()) {
      tick(out, Rows.LEFT + 272, y, "bound");
      Marks.label(out, "published bound", new Spot(Rows.LEFT + 282, y + 4), "note");
    }
    out.close().line();
  }

  private static void tick(Markup out, double x, double y, String style) {
    double half = style.equals("bound") ? 8 : 5;
    Marks.line(out, List.of(new Spot(x, y - half), new Spot(x, y + half)), style);
  }

  private static void ring(Markup out, double x, double y) {
    out.empty("circle", "class", "ring", "cx", Markup.at(x), "cy", Markup.at(y), "r", "3.6");
  }

  private boolean hasBounds() {
    return field.runs().stream().anyMatch(run -> Double.isFinite(run.bound()));
  }

  private LogScale scale() {
    double[] seen = field.runs().stream()
        .flatMapToDouble(run -> DoubleStream.of(
            run.excess().worst(), run.excess().p99(), run.excess().mean(), run.bound()))
        .filter(value -> Double.isFinite(value) && value > 0)
        .toArray();
    double least = DoubleStream.of(seen).min().orElse(0.01);
    double most = DoubleStream.of(seen).max().orElse(1);
    return LogScale.withZero(Math.max(LEAST, least), Math.max(10 * LEAST, most));
  }
}

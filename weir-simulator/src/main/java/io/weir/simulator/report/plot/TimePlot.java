// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.Marks.WIDTH;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Frame;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.Marks;
import io.weir.simulator.report.chart.Marks.Spot;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.Series.Point;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened second by second, a panel for each load.
 *
 * @param field the runs
 * @param subject what is followed
 */
public record TimePlot(Field field, Subject subject) implements Plot {
  private static final int MOST_PANELS = 6;
  private static final double LEFT = 52;
  private static final double TOP = 74;

  /** What can be followed. */
  public enum Subject {
    /** What the sliding window of the busiest spender held, in limits. */
    USAGE,
    /** Units per second. */
    RATE
  }

  @Override
  public String id() {
    return subject == Subject.USAGE ? "usage" : "rate";
  }

  @Override
  public String title() {
    return subject == Subject.USAGE
        ? "Admitted against the limit, over time"
        : "Offered and admitted, per second";
  }

  @Override
  public String text() {
    String text = subject == Subject.USAGE
        ? "The true count in the sliding window of the busiest spender, all regions together. The tinted band is what the"
            + " limit allows: everything above it is over-admission."
        : "Units admitted in each second, all regions together. The dotted line is what was offered; where that is far more"
            + " than any contender admitted, it is written above the panel instead.";
    return field.loads().size() > MOST_PANELS
        ? text + " Of the " + field.loads().size() + " loads, " + MOST_PANELS + " are shown."
        : text;
  }

  @Override
  public boolean isEmpty() {
    return field.runs().stream().allMatch(run -> run.samples().isEmpty());
  }

  @Override
  public void draw(Markup out) {
    List<Double> loads = shown();
    boolean alone = loads.size() == 1;
    double width = alone ? WIDTH - LEFT - 12 : (WIDTH - 2 * LEFT - 36) / 2;
    double height = alone ? 260 : 130;
    double pitch = height + 70;
    int rows = alone ? 1 : (loads.size() + 1) / 2;
    Spot legend = new Spot(LEFT, 14);
    double start = TOP + Marks.legend(new Markup(), field.contenders(), legend);
    Marks.begin(out, start + rows * pitch - 18, title());
    Marks.legend(out, field.contenders(), legend);
    for (int i = 0; i < loads.size(); i++) {
      double left = LEFT + (i % 2) * (width + LEFT + 24);
      double top = start + (alone ? 0 : i / 2) * pitch;
      List<Run> runs = field.under(loads.get(i));
      panel(
          out,
          runs,
          new Frame(left, top, width, height, time(runs, i + 2 >= loads.size()), values(runs)));
    }
    out.close();
  }

  /** The loads that get a panel: all, or the first, the last and some between. */
  private List<Double> shown() {
    List<Double> loads = field.loads().stream()
        .filter(
            load -> field.under(load).stream().anyMatch(run -> !run.samples().isEmpty()))
        .toList();
    if (loads.size() <= MOST_PANELS) {
      return loads;
    }
    List<Double> some = new ArrayList<>();
    for (int i = 0; i < MOST_PANELS; i++) {
      some.add(loads.get(i * (loads.size() - 1) / (MOST_PANELS - 1)));
    }
    return some;
  }

  private void panel(Markup out, List<Run> runs, Frame frame) {
    out.open("g", "class", "panel");
    if (subject == Subject.USAGE) {
      Marks.box(
          out,
          new Spot(frame.left(), frame.py(1)),
          new Spot(frame.right(), frame.bottom()),
          "allowed");
    }
    frame.draw(out);
    String heading = "load " + Figures.brief(runs.get(0).load());
    Marks.label(out, heading, new Spot(frame.left(), frame.top() - 14), "heading");
    if (subject == Subject.USAGE) {
      frame.horizontal(out, frame.py(1), "limit");
    } else {
      offered(out, runs, frame);
    }
    // Whoever comes first lies on top.
    for (int i = runs.size() - 1; i >= 0; i--) {
      Run run = runs.get(i);
      out.open("g", "class", "series " + field.ink(run.contender()).style());
      Marks.line(out, spots(points(run), frame), "line");
      out.close();
    }
    out.close().line();
  }

  private void offered(Markup out, List<Run> runs, Frame frame) {
    List<Point> points = Series.averages(runs.get(0).samples(), Sample::offered);
    double most = points.stream().mapToDouble(Point::value).max().orElse(0);
    if (most <= ((LinearScale) frame.y().scale()).most()) {
      Marks.line(out, spots(points, frame), "offered");
      return;
    }
    double mean = points.stream().mapToDouble(Point::value).average().orElse(0);
    Marks.label(
        out,
        "offered: " + Figures.brief(mean) + " per s",
        new Spot(frame.right(), frame.top() - 14),
        "note end");
  }

  private List<Point> points(Run run) {
    return subject == Subject.USAGE
        ? Series.peaks(run.samples(), Sample::usage)
        : Series.averages(run.samples(), Sample::admitted);
  }

  private static List<Spot> spots(List<Point> points, Frame frame) {
    return points.stream()
        .map(point -> frame.spot(point.seconds(), point.value()))
        .toList();
  }

  /** Only the lowest panels say what it is. */
  private static Axis time(List<Run> runs, boolean titled) {
    double end = runs.stream()
        .flatMap(run -> run.samples().stream())
        .mapToDouble(sample -> sample.atMillis() / 1000.0)
        .max()
        .orElse(1);
    if (end > 600) {
      LinearScale minutes = LinearScale.exactlyTo(end / 60, 6);
      LinearScale seconds = new LinearScale(0, end, minutes.step() * 60);
      return new Axis(titled ? "minutes" : "", seconds, value -> Figures.brief(value / 60));
    }
    return new Axis(titled ? "seconds" : "", LinearScale.exactlyTo(end, 6), Figures::brief);
  }

  private Axis values(List<Run> runs) {
    double most = runs.stream()
        .flatMap(run -> points(run).stream())
        .mapToDouble(Point::value)
        .max()
        .orElse(1);
    if (subject == Subject.USAGE) {
      return new Axis("", LinearScale.upTo(Math.max(1.2, most), 4), Figures::times);
    }
    double offered = Series.averages(runs.get(0).samples(), Sample::offered).stream()
        .mapToDouble(Point::value)
        .max()
        .orElse(0);
    return new Axis(
        "",
        LinearScale.upTo(offered <= 2 * most ? Math.max(offered, most) : most, 4),
        Figures::brief);
  }
}

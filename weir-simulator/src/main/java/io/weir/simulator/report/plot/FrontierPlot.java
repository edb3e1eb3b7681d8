// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.Marks.WIDTH;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Crowd;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Frame;
import io.weir.simulator.report.chart.Ink;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Marks;
import io.weir.simulator.report.chart.Marks.Spot;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.Scale;
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
    List<String> groups = points().stream().map(Point::group).distinct().toList();
    Spot legend = new Spot(60, 14);
    Frame frame = new Frame(
        60,
        74 + Marks.legend(new Markup(), groups, legend),
        WIDTH - 60 - 30,
        350,
        new Axis(frontier.xLabel(), scale(Point::x), Figures::brief),
        new Axis(frontier.yLabel(), scale(Point::y), Figures::brief));
    Marks.begin(out, frame.bottom() + 48, title());
    Marks.legend(out, groups, legend);
    frame.draw(out);
    List<Point> best = best();
    Marks.line(out, best.stream().map(point -> spot(frame, point)).toList(), "best");
    for (Point point : points()) {
      Ink ink = Ink.of(point.group(), groups);
      out.open("g", "class", "series " + ink.style());
      String tip =
          point.label() + ": " + Figures.brief(point.x()) + ", " + Figures.brief(point.y());
      Marks.marker(out, ink, spot(frame, point), tip);
      out.close();
    }
    labels(out, frame, best);
    out.close();
  }

  /** Writes the names that find room, those on the frontier first. The others show when the pointer rests on them. */
  private void labels(Markup out, Frame frame, List<Point> best) {
    List<Point> order = new ArrayList<>(best);
    points().stream().filter(point -> !best.contains(point)).forEach(order::add);
    Crowd crowd = new Crowd(frame);
    points().forEach(point -> crowd.occupy(spot(frame, point)));
    for (Point point : order) {
      String style = best.contains(point) ? "note strong halo" : "note halo";
      crowd
          .roomFor(point.label(), spot(frame, point))
          .ifPresent(place -> Marks.label(out, point.label(), place, style));
    }
  }

  private static Spot spot(Frame frame, Point point) {
    return frame.spot(point.x(), point.y());
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
      return LinearScale.upTo(1, 5);
    }
    double least = positive[0];
    double most = positive[positive.length - 1];
    if (most / least < WIDE) {
      return LinearScale.upTo(most, 6);
    }
    return positive.length < points().size()
        ? LogScale.withZero(least, most)
        : LogScale.of(least, most);
  }
}

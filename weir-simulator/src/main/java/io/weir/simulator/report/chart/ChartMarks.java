// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static io.weir.simulator.report.chart.Markup.at;

import java.util.List;
import java.util.Locale;

/** What stands for data: markers, lines, bars, labels. */
public final class ChartMarks {
  /** How wide every drawing is, in its own units: about the pixels that the page gives it. */
  public static final double WIDTH = 820;

  private static final double LEGEND_PITCH = 22;

  private ChartMarks() {}

  /**
   * A place in a drawing.
   *
   * @param x from the left
   * @param y from the top
   */
  public record ChartPosition(double x, double y) {}

  /** Opens a drawing. */
  public static void begin(Markup out, double height, String title) {
    out.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "plot",
        "viewBox",
        "0 0 " + at(WIDTH) + " " + at(height),
        "role",
        "img",
        "aria-label",
        title);
    out.line();
  }

  /** Draws a marker, with a text that shows when the pointer rests on it. */
  public static void marker(
      Markup out, SeriesStyle seriesStyle, ChartPosition chartPosition, String tip) {
    out.open("path", "class", style(seriesStyle), "d", outline(seriesStyle.shape(), chartPosition));
    out.leaf("title", tip).close();
  }

  /** Draws a line through these. */
  public static void line(Markup out, List<ChartPosition> spots, String style) {
    StringBuilder path = new StringBuilder();
    for (ChartPosition chartPosition : spots) {
      path.append(path.isEmpty() ? 'M' : 'L')
          .append(at(chartPosition.x()))
          .append(' ')
          .append(at(chartPosition.y()));
    }
    if (!path.isEmpty()) {
      out.empty("path", "class", style, "d", path.toString());
    }
  }

  /** Draws a filled box between two corners. */
  public static void box(Markup out, ChartPosition from, ChartPosition to, String style) {
    out.empty(
        "rect",
        "class",
        style,
        "x",
        at(from.x()),
        "y",
        at(from.y()),
        "width",
        at(Math.max(0, to.x() - from.x())),
        "height",
        at(Math.max(0, to.y() - from.y())));
  }

  /** Draws text at this place; the style says on which side of it. */
  public static void label(Markup out, String text, ChartPosition chartPosition, String style) {
    out.leaf("text", text, "class", style, "x", at(chartPosition.x()), "y", at(chartPosition.y()));
  }

  /** Draws the ink and the name of each, in as many rows as it takes; returns how far below the first the last one is. */
  public static double legend(Markup out, List<String> names, ChartPosition chartPosition) {
    double x = chartPosition.x();
    double y = chartPosition.y();
    out.open("g", "class", "legend");
    for (String name : names) {
      double width = 56 + 7.6 * ChartFormat.name(name).length();
      if (x > chartPosition.x() && x + width > WIDTH) {
        x = chartPosition.x();
        y += LEGEND_PITCH;
      }
      entry(out, name, SeriesStyle.of(name, names), new ChartPosition(x, y));
      x += width;
    }
    out.close().line();
    return y - chartPosition.y();
  }

  private static void entry(
      Markup out, String name, SeriesStyle seriesStyle, ChartPosition chartPosition) {
    out.open("g", "class", "series " + seriesStyle.style());
    line(
        out,
        List.of(chartPosition, new ChartPosition(chartPosition.x() + 24, chartPosition.y())),
        "line");
    marker(out, seriesStyle, new ChartPosition(chartPosition.x() + 12, chartPosition.y()), name);
    label(
        out,
        ChartFormat.name(name),
        new ChartPosition(chartPosition.x() + 31, chartPosition.y() + 4),
        "name");
    out.close();
  }

  private static String style(SeriesStyle seriesStyle) {
    return "mark " + seriesStyle.shape().name().toLowerCase(Locale.ROOT);
  }

  private static String outline(SeriesStyle.MarkerShape markerShape, ChartPosition chartPosition) {
    double x = chartPosition.x();
    double y = chartPosition.y();
    return switch (markerShape) {
      case DISC -> "M%s %sa4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z".formatted(at(x - 4.2), at(y));
      case SQUARE -> "M%s %sh7.4v7.4h-7.4z".formatted(at(x - 3.7), at(y - 3.7));
      case TRIANGLE -> "M%s %sl4.8 8.4h-9.6z".formatted(at(x), at(y - 5.2));
      case DIAMOND -> "M%s %sl5 5l-5 5l-5 -5z".formatted(at(x), at(y - 5));
      case CROSS -> "M%s %sl7 7m0 -7l-7 7".formatted(at(x - 3.5), at(y - 3.5));
    };
  }
}

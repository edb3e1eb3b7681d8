// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A chart with two axes, as SVG that adapts to the width of the page. */
public final class XyChart {
  /*
   * Positions are percentages of the area between the axes. Whatever has a fixed size (text, markers, line widths) is
   * offset from there in pixels. So a browser fits the chart to a phone or to a desktop without shrinking the text,
   * and the code needs no font metrics. The coordinates of lines can't be percentages: each line is drawn in a square
   * that is stretched.
   */

  private static final String SVG = "http://www.w3.org/2000/svg";

  /** The side of the square in which a line is drawn; one tenth of its unit is less than a pixel at any size. */
  private static final int SQUARE = 1000;

  private final Markup out;
  private final ChartAxis x;
  private final ChartAxis y;

  /** Creates a chart. Nothing is written yet. */
  public XyChart(Markup out, ChartAxis x, ChartAxis y) {
    this.out = out;
    this.x = x;
    this.y = y;
  }

  /**
   * A point in the chart, in values of its axes.
   *
   * @param x the value on the horizontal axis
   * @param y the value on the vertical axis
   */
  public record ChartPoint(double x, double y) {}

  /** Opens the chart. The style sets the margins of the area between the axes, whose height is given in pixels. */
  public void open(String title, double height, String style) {
    out.open("div", "class", "chart " + style);
    out.open(
        "svg",
        "xmlns",
        SVG,
        "height",
        Markup.at(height),
        "width",
        "100%",
        "role",
        "img",
        "aria-label",
        title);
    out.line();
  }

  /** Closes the chart. */
  public void close() {
    out.close().close().line();
  }

  /** Draws the elements of one series. */
  public void series(SeriesStyle seriesStyle, Runnable drawing) {
    out.open("g", "class", "series " + seriesStyle.style());
    drawing.run();
    out.close().line();
  }

  /** Draws both axes: grid, ticks and titles. */
  public void axes() {
    axisX();
    for (double tick : y.scale().ticks()) {
      horizontal(tick, "grid");
      String text = y.label().apply(tick);
      out.leaf("text", text, "class", "tick end", "y", py(tick), "dx", "-8", "dy", "4");
    }
    horizontal(y.scale().min(), "base");
    if (!y.title().isEmpty()) {
      out.leaf("text", y.title(), "class", "axis", "dy", "-14");
    }
  }

  /** Draws the horizontal axis. On narrow screens, the style sheet hides every other label. */
  public void axisX() {
    int count = 0;
    for (double tick : x.scale().ticks()) {
      vertical(tick, "grid");
      String style = count++ % 2 == 0 ? "tick mid" : "tick mid odd";
      String text = x.label().apply(tick);
      out.leaf("text", text, "class", style, "x", px(tick), "y", "100%", "dy", "20");
    }
    if (!x.title().isEmpty()) {
      out.leaf("text", x.title(), "class", "axis end", "x", "100%", "y", "100%", "dy", "40");
    }
  }

  /** Draws a horizontal line at this value. */
  public void horizontal(double value, String style) {
    out.empty("line", "class", style, "x1", "0", "x2", "100%", "y1", py(value), "y2", py(value));
  }

  /** Draws a vertical line at this value. */
  public void vertical(double value, String style) {
    out.empty("line", "class", style, "x1", px(value), "x2", px(value), "y1", "0", "y2", "100%");
  }

  /** Shades the area below and to the left of this point. */
  public void area(ChartPoint corner, String style) {
    out.empty(
        "rect",
        "class",
        style,
        "y",
        py(corner.y()),
        "width",
        px(corner.x()),
        "height",
        percent(y.scale().at(corner.y())));
  }

  /** Draws a line through these points. */
  public void line(List<ChartPoint> points, String style) {
    StringBuilder path = new StringBuilder();
    for (ChartPoint point : points) {
      path.append(path.isEmpty() ? 'M' : 'L')
          .append(Markup.at(SQUARE * x.scale().at(point.x())))
          .append(' ')
          .append(Markup.at(SQUARE * (1 - y.scale().at(point.y()))));
    }
    if (!path.isEmpty()) {
      String box = "0 0 " + SQUARE + " " + SQUARE;
      out.open("svg", "viewBox", box, "preserveAspectRatio", "none");
      out.empty("path", "class", style, "d", path.toString()).close();
    }
  }

  /** Draws a bar from the left axis to this point. */
  public void bar(ChartPoint end) {
    out.open("svg", "y", py(end.y()));
    out.empty("rect", "class", "bar", "y", "-6", "width", px(end.x()), "height", "12")
        .close();
  }

  /** Draws a series' marker, with a tooltip. */
  public void marker(SeriesStyle seriesStyle, ChartPoint point, String tip) {
    String style = "mark " + seriesStyle.shape().name().toLowerCase(Locale.ROOT);
    out.open("svg", "x", px(point.x()), "y", py(point.y()));
    out.open("path", "class", style, "d", seriesStyle.shape().outline());
    out.leaf("title", tip).close().close();
  }

  /** Draws any other shape, given as an SVG path centered at 0, 0. */
  public void shape(ChartPoint point, String path, String style) {
    out.open("svg", "x", px(point.x()), "y", py(point.y()));
    out.empty("path", "class", style, "d", path).close();
  }

  /** Writes text to the right of a point, at a distance in pixels; the style sets its alignment. */
  public void label(String text, ChartPoint point, double right, String style) {
    String moved = Markup.at(right);
    out.leaf(
        "text",
        text,
        "class",
        style,
        "x",
        px(point.x()),
        "y",
        py(point.y()),
        "dx",
        moved,
        "dy",
        "4");
  }

  /** Writes text above the chart, at a value of the horizontal axis. */
  public void heading(String text, double value, String style) {
    out.leaf("text", text, "class", style, "x", px(value), "dy", "-14");
  }

  private String px(double value) {
    return percent(x.scale().at(value));
  }

  private String py(double value) {
    return percent(1 - y.scale().at(value));
  }

  private static String percent(double part) {
    return Markup.at(100 * part) + "%";
  }

  /** Writes a legend: the marker and the name of each series, followed by a note. */
  public static void legend(Markup out, List<String> names, UnaryOperator<String> note) {
    out.open("ul", "class", "legend");
    for (String name : names) {
      SeriesStyle seriesStyle = SeriesStyle.of(name, names);
      out.open("li", "class", "series " + seriesStyle.style());
      symbol(out, "M-12 0H12", "line");
      String style = "mark " + seriesStyle.shape().name().toLowerCase(Locale.ROOT);
      symbol(out, seriesStyle.shape().outline(), style);
      out.leaf("span", name, "class", "name").text(note.apply(name)).close();
    }
    out.close().line();
  }

  /** Draws a symbol of a legend, given as an SVG path centered at 0, 0. */
  public static void symbol(Markup out, String path, String style) {
    out.open("svg", "xmlns", SVG, "viewBox", "-12 -9 24 18", "aria-hidden", "true");
    out.empty("path", "class", style, "d", path).close();
  }
}

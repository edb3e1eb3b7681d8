// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static io.weir.simulator.report.chart.Markup.at;

import io.weir.simulator.report.chart.ChartMarks.ChartPosition;

/**
 * The area between two axes.
 *
 * @param left its left edge, in the units of the drawing
 * @param top its upper edge
 * @param width how wide
 * @param height how high
 * @param x the axis below it
 * @param y the axis at its left
 */
public record PlotFrame(
    double left, double top, double width, double height, ChartAxis x, ChartAxis y) {

  /** Where two values meet. */
  public ChartPosition position(double x, double y) {
    return new ChartPosition(px(x), py(y));
  }

  /** Where a value of the x axis is. */
  public double px(double value) {
    return left + width * x.scale().at(value);
  }

  /** Where a value of the y axis is. */
  public double py(double value) {
    return top + height * (1 - y.scale().at(value));
  }

  /** The right edge. */
  public double right() {
    return left + width;
  }

  /** The lower edge. */
  public double bottom() {
    return top + height;
  }

  /** Draws grid, ticks and titles. */
  public void draw(Markup out) {
    out.open("g", "class", "axes");
    drawX(out);
    for (double tick : y.scale().ticks()) {
      horizontal(out, py(tick), "grid");
      ChartMarks.label(
          out, y.label().apply(tick), new ChartPosition(left - 8, py(tick) + 4), "tick end");
    }
    horizontal(out, bottom(), "base");
    if (!y.title().isEmpty()) {
      ChartMarks.label(out, y.title(), new ChartPosition(left, top - 14), "axis");
    }
    out.close().line();
  }

  /** Draws the grid, the ticks and the title of the axis below. */
  public void drawX(Markup out) {
    for (double tick : x.scale().ticks()) {
      vertical(out, px(tick), "grid");
      ChartMarks.label(
          out, x.label().apply(tick), new ChartPosition(px(tick), bottom() + 20), "tick mid");
    }
    if (!x.title().isEmpty()) {
      ChartMarks.label(out, x.title(), new ChartPosition(right(), bottom() + 40), "axis end");
    }
  }

  /** Draws a line across, at this height. */
  public void horizontal(Markup out, double y, String style) {
    out.empty("line", "class", style, "x1", at(left), "x2", at(right()), "y1", at(y), "y2", at(y));
  }

  /** Draws a line from top to bottom, at this place. */
  public void vertical(Markup out, double x, String style) {
    out.empty("line", "class", style, "x1", at(x), "x2", at(x), "y1", at(top), "y2", at(bottom()));
  }
}

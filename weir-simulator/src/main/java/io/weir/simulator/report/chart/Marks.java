// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static io.weir.simulator.report.chart.Markup.at;

import java.util.List;
import java.util.Locale;

/** What stands for data: markers, lines, bars, labels. */
public final class Marks {
  /** How wide every drawing is, in its own units: about the pixels that the page gives it. */
  public static final double WIDTH = 820;

  private static final double LEGEND_PITCH = 22;

  private Marks() {}

  /**
   * A place in a drawing.
   *
   * @param x from the left
   * @param y from the top
   */
  public record Spot(double x, double y) {}

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
  public static void marker(Markup out, Ink ink, Spot spot, String tip) {
    out.open("path", "class", style(ink), "d", outline(ink.shape(), spot));
    out.leaf("title", tip).close();
  }

  /** Draws a line through these. */
  public static void line(Markup out, List<Spot> spots, String style) {
    StringBuilder path = new StringBuilder();
    for (Spot spot : spots) {
      path.append(path.isEmpty() ? 'M' : 'L').append(at(spot.x())).append(' ').append(at(spot.y()));
    }
    if (!path.isEmpty()) {
      out.empty("path", "class", style, "d", path.toString());
    }
  }

  /** Draws a filled box between two corners. */
  public static void box(Markup out, Spot from, Spot to, String style) {
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
  public static void label(Markup out, String text, Spot spot, String style) {
    out.leaf("text", text, "class", style, "x", at(spot.x()), "y", at(spot.y()));
  }

  /** Draws the ink and the name of each, in as many rows as it takes; returns how far below the first the last one is. */
  public static double legend(Markup out, List<String> names, Spot spot) {
    double x = spot.x();
    double y = spot.y();
    out.open("g", "class", "legend");
    for (String name : names) {
      double width = 56 + 7.6 * Figures.name(name).length();
      if (x > spot.x() && x + width > WIDTH) {
        x = spot.x();
        y += LEGEND_PITCH;
      }
      entry(out, name, Ink.of(name, names), new Spot(x, y));
      x += width;
    }
    out.close().line();
    return y - spot.y();
  }

  private static void entry(Markup out, String name, Ink ink, Spot spot) {
    out.open("g", "class", "series " + ink.style());
    line(out, List.of(spot, new Spot(spot.x() + 24, spot.y())), "line");
    marker(out, ink, new Spot(spot.x() + 12, spot.y()), name);
    label(out, Figures.name(name), new Spot(spot.x() + 31, spot.y() + 4), "name");
    out.close();
  }

  private static String style(Ink ink) {
    return "mark " + ink.shape().name().toLowerCase(Locale.ROOT);
  }

  private static String outline(Ink.Shape shape, Spot spot) {
    double x = spot.x();
    double y = spot.y();
    return switch (shape) {
      case DISC -> "M%s %sa4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z".formatted(at(x - 4.2), at(y));
      case SQUARE -> "M%s %sh7.4v7.4h-7.4z".formatted(at(x - 3.7), at(y - 3.7));
      case TRIANGLE -> "M%s %sl4.8 8.4h-9.6z".formatted(at(x), at(y - 5.2));
      case DIAMOND -> "M%s %sl5 5l-5 5l-5 -5z".formatted(at(x), at(y - 5));
      case CROSS -> "M%s %sl7 7m0 -7l-7 7".formatted(at(x - 3.5), at(y - 3.5));
    };
  }
}

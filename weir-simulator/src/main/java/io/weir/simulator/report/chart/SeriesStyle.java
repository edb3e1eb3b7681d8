// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.List;
import java.util.Map;

/**
 * The appearance of a contender, the same in every plot: its color, which the style sheet defines under this name,
 * and the shape of its marker, which identifies it in print and for readers with color blindness.
 *
 * @param style the CSS class
 * @param shape the shape of the marker
 */
public record SeriesStyle(String style, MarkerShape shape) {
  private static final Map<String, SeriesStyle> KNOWN = Map.of(
      "weir", new SeriesStyle("ink-weir", MarkerShape.DISC),
      "upstream", new SeriesStyle("ink-upstream", MarkerShape.SQUARE),
      "rfc", new SeriesStyle("ink-rfc", MarkerShape.TRIANGLE),
      "regional", new SeriesStyle("ink-regional", MarkerShape.DIAMOND),
      "exact", new SeriesStyle("ink-exact", MarkerShape.CROSS));

  /** The number of colors in the style sheet for other series. */
  private static final int OTHERS = 4;

  /** The shapes of markers. */
  public enum MarkerShape {
    /** A filled circle. */
    DISC("M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z"),
    /** A filled square. */
    SQUARE("M-3.7 -3.7h7.4v7.4h-7.4z"),
    /** A filled triangle. */
    TRIANGLE("M0 -5.2l4.8 8.4h-9.6z"),
    /** A filled diamond. */
    DIAMOND("M0 -5l5 5l-5 5l-5 -5z"),
    /** Two crossing lines. */
    CROSS("M-3.5 -3.5l7 7m0 -7l-7 7");

    private final String outline;

    MarkerShape(String outline) {
      this.outline = outline;
    }

    /** Returns the outline as an SVG path centered at 0, 0. */
    public String outline() {
      return outline;
    }
  }

  /** Returns the style of one of these names. Names that are not contenders share the other colors in turn. */
  public static SeriesStyle of(String name, List<String> all) {
    SeriesStyle known = KNOWN.get(name);
    if (known != null) {
      return known;
    }
    List<String> unknown =
        all.stream().distinct().filter(other -> !KNOWN.containsKey(other)).toList();
    int index = Math.max(0, unknown.indexOf(name)) % OTHERS;
    return new SeriesStyle("ink-other-" + index, MarkerShape.values()[index]);
  }
}

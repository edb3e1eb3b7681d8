// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Formats numbers for charts: short, with units, the same on every machine. */
public final class ChartFormat {
  /** The placeholder for a missing number. */
  public static final String NONE = "–";

  /** The thin space that separates a number from its unit without a line break. */
  private static final String THIN_SPACE = "\u202F";

  /** The maximum length of a name: the margin of the narrowest plot has room for this many letters. */
  private static final int MAX_NAME_LENGTH = 12;

  private static final List<String> SIZES = List.of("", "k", "M", "G", "T", "P", "E");

  private ChartFormat() {}

  /** Formats a whole number with all digits, in groups of three. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Formats a number with three digits and a suffix for the magnitude: 12.3 k. */
  public static String brief(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    int step = 0;
    while (size >= 999.5 && step < SIZES.size() - 1) {
      size /= 1000;
      step++;
    }
    if (size >= 999_500) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    String text = digits(size);
    return (value < 0 && !text.equals("0") ? "−" : "")
        + text
        + (step == 0 ? "" : THIN_SPACE + SIZES.get(step));
  }

  /** Formats a fraction as a percentage: 0.05 is 5 %. */
  public static String percent(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double percent = value * 100;
    if (percent > 0 && percent < 0.01) {
      return "<" + THIN_SPACE + "0.01" + THIN_SPACE + "%";
    }
    String text = Math.abs(percent) >= 1000 && Math.abs(percent) < 1e6
        ? count(Math.round(percent))
        : brief(percent);
    return text + THIN_SPACE + "%";
  }

  /** Formats an over-admission as a percentage: 0.05 is +5 %. */
  public static String above(double value) {
    String text = percent(value);
    return value > 0 && Character.isDigit(text.charAt(0)) ? "+" + text : text;
  }

  /** Formats a duration in a suitable unit. */
  public static String millis(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    if (value < 1000) {
      return digits(value) + THIN_SPACE + "ms";
    }
    if (value < 120_000) {
      return digits(value / 1000) + THIN_SPACE + "s";
    }
    return value < 7_200_000
        ? digits(value / 60_000) + THIN_SPACE + "min"
        : brief(value / 3_600_000) + THIN_SPACE + "h";
  }

  /** Formats a factor. */
  public static String times(double value) {
    return Double.isFinite(value) ? brief(value) + "×" : NONE;
  }

  /** Shortens a name to fit into a plot. The tables show the full name. */
  public static String name(String name) {
    int points = name.codePointCount(0, name.length());
    return points <= MAX_NAME_LENGTH
        ? name
        : name.substring(0, name.offsetByCodePoints(0, MAX_NAME_LENGTH - 1)) + "…";
  }

  /**
   * Formats a number with three significant digits and without trailing zeros; all digits left of the decimal point
   * are kept.
   */
  private static String digits(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
    return rounded.precision() - rounded.scale() < -6
        ? String.format(Locale.ROOT, "%.0e", value)
        : rounded.toPlainString();
  }
}

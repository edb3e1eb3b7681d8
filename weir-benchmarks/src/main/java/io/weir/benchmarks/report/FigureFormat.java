// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Summarizes and formats numbers. */
public final class FigureFormat {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private FigureFormat() {}

  /** The median. For an even number of values, the mean of the two in the middle; NaN for no values. */
  public static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The smallest value that at least this share of all values does not exceed. */
  public static long percentile(long[] values, double share) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
  }

  /** One decimal, or a dash if the value is not finite. */
  public static String shown(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value) : "-";
  }

  /** Two decimals and an "x", or a dash if the value is not finite. */
  public static String factor(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2fx", value) : "-";
  }

  /**
   * Three significant digits, or all integer digits if there are more. For columns with numbers of very different
   * sizes.
   */
  public static String significant(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    if (value == 0) {
      return "0";
    }
    return Math.abs(value) >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : new BigDecimal(value).round(THREE_DIGITS).toPlainString();
  }

  /** An integer with thousands separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How numbers are summed up and shown. */
public final class FigureFormat {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private FigureFormat() {}

  /** The middle one; of an even number, the mean of the two in the middle. Not-a-number if there is none. */
  public static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The value that this share of all values does not exceed. */
  public static long percentile(long[] values, double share) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
  }

  /** One decimal, or a dash if there is no value. */
  public static String shown(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value) : "-";
  }

  /** Two decimals and a cross, or a dash if there is no value. */
  public static String factor(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2fx", value) : "-";
  }

  /** Three digits, or all of those in front of the point; for numbers of very different sizes side by side. */
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

  /** A whole number with its thousands set apart. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers as people read them, the same in every country. */
public final class SummaryFormat {
  private static final double NANOS = 1e9;

  /** What stands where there is nothing to tell. */
  static final String NOTHING = "-";

  private SummaryFormat() {}

  /** A whole number with commas. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A load: no more decimals than it has. */
  public static String load(double load) {
    return BigDecimal.valueOf(load).stripTrailingZeros().toPlainString();
  }

  /** A real time in seconds. */
  public static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS);
  }

  /** So many in that time, per second. */
  public static String rate(long number, long nanos) {
    return nanos <= 0 ? NOTHING : count(Math.round(number / (nanos / NANOS)));
  }

  /** A virtual time as hours, minutes and seconds. */
  public static String clock(long millis) {
    long seconds = millis / 1_000;
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / 3_600, seconds / 60 % 60, seconds % 60);
  }

  /** A number of limits: two decimals would hide one per cent of a percent, and nobody needs four. */
  static String limits(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : NOTHING;
  }

  /** A number with so few decimals that it can be compared at a glance. */
  static String plain(double number) {
    if (!Double.isFinite(number)) {
      return NOTHING;
    }
    String form = Math.abs(number) >= 100 ? "%,.0f" : Math.abs(number) >= 1 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, form, number);
  }

  /** A share in per cent. */
  static String share(long part, long whole) {
    return whole == 0 ? NOTHING : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }
}

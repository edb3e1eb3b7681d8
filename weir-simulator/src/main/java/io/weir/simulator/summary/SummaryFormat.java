// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import java.math.BigDecimal;
import java.util.Locale;

/** Formats numbers for people, independent of the locale. */
public final class SummaryFormat {
  private static final double NANOS = 1e9;

  /** The placeholder for a missing value. */
  static final String NOTHING = "-";

  private SummaryFormat() {}

  /** Formats a whole number with commas. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a load without trailing zeros. */
  public static String load(double load) {
    return BigDecimal.valueOf(load).stripTrailingZeros().toPlainString();
  }

  /** Formats a real time in seconds. */
  public static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS);
  }

  /** Formats a rate per second. */
  public static String rate(long number, long nanos) {
    return nanos <= 0 ? NOTHING : count(Math.round(number / (nanos / NANOS)));
  }

  /** Formats a virtual time as hours, minutes and seconds. */
  public static String clock(long millis) {
    long seconds = millis / 1_000;
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / 3_600, seconds / 60 % 60, seconds % 60);
  }

  /** Formats a number of limits with three decimals: two would hide tenths of a per cent, and four are not needed. */
  static String limits(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : NOTHING;
  }

  /** Formats a number with few enough decimals for a quick comparison. */
  static String plain(double number) {
    if (!Double.isFinite(number)) {
      return NOTHING;
    }
    String form = Math.abs(number) >= 100 ? "%,.0f" : Math.abs(number) >= 1 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, form, number);
  }

  /** Formats a share as a percentage. */
  static String share(long part, long whole) {
    return whole == 0 ? NOTHING : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }
}

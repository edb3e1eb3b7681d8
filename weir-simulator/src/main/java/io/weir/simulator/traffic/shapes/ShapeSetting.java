// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import java.math.BigDecimal;
import java.util.Locale;

/** A setting of a traffic shape, with its range. Values are numbers; times are in milliseconds. */
public enum ShapeSetting {
  /** The limit per window. */
  LIMIT(SettingUnit.WHOLE, 1, 1_000_000_000),
  /** The length of a window. */
  WINDOW(SettingUnit.TIME, LimitPolicy.MIN_DURATION_MILLIS, LimitPolicy.MAX_DURATION_MILLIS),
  /** The number of spenders; 10 million need about 2 GB. */
  SPENDERS(SettingUnit.WHOLE, 1, 10_000_000),
  /** The fraction of a spender's checks that does not go to its home region. */
  ROAMING(SettingUnit.DECIMAL, 0, 1),
  /** The exponent of the Zipf distribution: the k-th spender has 1 / k^exponent of the first one's load. */
  EXPONENT(SettingUnit.DECIMAL, 0, 5),
  /** The length of a burst on either side of a window boundary. */
  BURST(SettingUnit.TIME, 1, 60_000),
  /** The age of a window when an attack starts. */
  PHASE(SettingUnit.TIME, 0, LimitPolicy.MAX_DURATION_MILLIS - 1),
  /** The number of consecutive refusals after which an attacker moves on. */
  PATIENCE(SettingUnit.WHOLE, 1, 1_000_000);

  private final SettingUnit settingUnit;
  private final double min;
  private final double max;

  /** The format of a setting. */
  public enum SettingUnit {
    /** A whole number. */
    WHOLE,
    /** A number that may have decimals. */
    DECIMAL,
    /** A duration in whole milliseconds. */
    TIME
  }

  ShapeSetting(SettingUnit settingUnit, double min, double max) {
    this.settingUnit = settingUnit;
    this.min = min;
    this.max = max;
  }

  /** Returns its name in scenario files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns its format. */
  public SettingUnit unit() {
    return settingUnit;
  }

  /** Returns the minimum. */
  public double min() {
    return min;
  }

  /** Returns the maximum. */
  public double max() {
    return max;
  }

  /** Validates a value: refuses values out of range. */
  void check(long value) {
    check((double) value);
  }

  /** Validates a value: refuses values out of range and unexpected decimals. */
  void check(double value) {
    boolean fits = settingUnit == SettingUnit.DECIMAL || value == Math.rint(value);
    if (!fits || !(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          key() + " must be " + range() + ", but was " + plain(value));
    }
  }

  private String range() {
    String between = plain(min) + " to " + plain(max);
    return switch (settingUnit) {
      case WHOLE -> "an integer from " + between;
      case DECIMAL -> "a number from " + between;
      case TIME -> between + " ms";
    };
  }

  private static String plain(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.LimitPolicy;
import java.math.BigDecimal;
import java.util.Locale;

/** What can be set about a shape, with its range. Values are numbers; times are milliseconds. */
public enum ShapeSetting {
  /** What a spender may spend per window. */
  LIMIT(SettingUnit.WHOLE, 1, 1_000_000_000),
  /** How long a window is. */
  WINDOW(SettingUnit.TIME, LimitPolicy.MIN_DURATION_MILLIS, LimitPolicy.MAX_DURATION_MILLIS),
  /** How many spenders there are; 10 million fit into some 2 GB. */
  SPENDERS(SettingUnit.WHOLE, 1, 10_000_000),
  /** The part of a spender's checks that does not go to its home region. */
  ROAMING(SettingUnit.DECIMAL, 0, 1),
  /** How steeply popularity falls: the k-th spender asks 1 / k^exponent as often as the first. */
  EXPONENT(SettingUnit.DECIMAL, 0, 5),
  /** How long a burst lasts on either side of a window's boundary. */
  BURST(SettingUnit.TIME, 1, 60_000),
  /** How old a window is when an attack begins. */
  PHASE(SettingUnit.TIME, 0, LimitPolicy.MAX_DURATION_MILLIS - 1),
  /** How many refusals in a row an attacker takes before it moves on. */
  PATIENCE(SettingUnit.WHOLE, 1, 1_000_000);

  private final SettingUnit settingUnit;
  private final double min;
  private final double max;

  /** How a setting is written. */
  public enum SettingUnit {
    /** A whole number. */
    WHOLE,
    /** A number that may have decimals. */
    DECIMAL,
    /** A time in whole milliseconds. */
    TIME
  }

  ShapeSetting(SettingUnit settingUnit, double min, double max) {
    this.settingUnit = settingUnit;
    this.min = min;
    this.max = max;
  }

  /** Its name in scenario files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How it is written. */
  public SettingUnit unit() {
    return settingUnit;
  }

  /** The smallest value. */
  public double min() {
    return min;
  }

  /** The largest value. */
  public double max() {
    return max;
  }

  /** Refuses what is out of range. */
  void check(long value) {
    check((double) value);
  }

  /** Refuses what is out of range, or has decimals where none can be. */
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.Limit;
import java.math.BigDecimal;
import java.util.Locale;

/** What can be set about a shape, with its range. Values are numbers; times are milliseconds. */
public enum Setting {
  /** What a spender may spend per window. */
  LIMIT(Unit.WHOLE, 1, 1_000_000_000),
  /** How long a window is. */
  WINDOW(Unit.TIME, Limit.MIN_DURATION_MILLIS, Limit.MAX_DURATION_MILLIS),
  /** How many spenders there are; 10 million fit into some 2 GB. */
  SPENDERS(Unit.WHOLE, 1, 10_000_000),
  /** The part of a spender's checks that does not go to its home region. */
  ROAMING(Unit.DECIMAL, 0, 1),
  /** How steeply popularity falls: the k-th spender asks 1 / k^exponent as often as the first. */
  EXPONENT(Unit.DECIMAL, 0, 5),
  /** How long a burst lasts on either side of a window's boundary. */
  BURST(Unit.TIME, 1, 60_000),
  /** How old a window is when an attack begins. */
  PHASE(Unit.TIME, 0, Limit.MAX_DURATION_MILLIS - 1),
  /** How many refusals in a row an attacker takes before it moves on. */
  PATIENCE(Unit.WHOLE, 1, 1_000_000);

  private final Unit unit;
  private final double least;
  private final double most;

  /** How a setting is written. */
  public enum Unit {
    /** A whole number. */
    WHOLE,
    /** A number that may have decimals. */
    DECIMAL,
    /** A time in whole milliseconds. */
    TIME
  }

  Setting(Unit unit, double least, double most) {
    this.unit = unit;
    this.least = least;
    this.most = most;
  }

  /** Its name in scenario files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How it is written. */
  public Unit unit() {
    return unit;
  }

  /** The smallest value. */
  public double least() {
    return least;
  }

  /** The largest value. */
  public double most() {
    return most;
  }

  /** Refuses what is out of range. */
  void check(long value) {
    check((double) value);
  }

  /** Refuses what is out of range, or has decimals where none can be. */
  void check(double value) {
    boolean fits = unit == Unit.DECIMAL || value == Math.rint(value);
    if (!fits || !(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          key() + " must be " + range() + ", but was " + plain(value));
    }
  }

  private String range() {
    String between = plain(least) + " to " + plain(most);
    return switch (unit) {
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal distances are equal differences.
 *
 * @param min its beginning
 * @param max its end
 * @param step the distance of its ticks
 */
public record LinearScale(double min, double max, double step) implements AxisScale {
  private static final double TINY = 1e-290;

  /** Refuses an axis that has no length. */
  public LinearScale {
    if (!(max > min) || !(step > 0)) {
      throw new IllegalArgumentException("not an axis: " + min + " to " + max + " by " + step);
    }
  }

  /** An axis from 0 that ends on a round value, with about so many ticks. */
  public static LinearScale upTo(double max, int ticks) {
    double end = end(max);
    double step = roundUp(end / ticks);
    return new LinearScale(0, step * Math.max(1, Math.ceil(end / step - 1e-9)), step);
  }

  /** An axis between exactly these, with about so many ticks. */
  public static LinearScale between(double min, double max, int ticks) {
    return new LinearScale(min, max, roundUp((max - min) / ticks));
  }

  /** An axis from 0 that ends exactly there: for time, where room after the end would look like silence. */
  public static LinearScale exactlyTo(double max, int ticks) {
    double end = end(max);
    return new LinearScale(0, end, roundUp(end / ticks));
  }

  /** Where the axis ends at least. What is too small for its steps to be told apart is as good as nothing. */
  private static double end(double max) {
    return Double.isFinite(max) && max > TINY ? max : 1;
  }

  @Override
  public double at(double value) {
    return Math.min(1, Math.max(0, (value - min) / (max - min)));
  }

  @Override
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (long i = 0; min + i * step <= max + step * 1e-9; i++) {
      ticks.add(min + i * step);
    }
    return ticks;
  }

  /** The next of 1, 2, 5, 10, 20, 50 and so on. */
  private static double roundUp(double raw) {
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double digit = raw / power;
    if (digit <= 1 + 1e-9) {
      return power;
    }
    if (digit <= 2 + 1e-9) {
      return 2 * power;
    }
    return digit <= 5 + 1e-9 ? 5 * power : 10 * power;
  }
}

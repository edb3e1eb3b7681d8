// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The scale of an axis, which maps values to positions.
 *
 * @param min the value at the start of the axis
 * @param max the value at the end of the axis
 * @param isLogarithmic whether equal distances represent equal ratios instead of equal differences
 * @param zero the fraction of a logarithmic axis, before its start, that is reserved for 0
 * @param ticks the marked values, in ascending order, all of them on the axis
 */
public record AxisScale(
    double min, double max, boolean isLogarithmic, double zero, List<Double> ticks) {
  /** Values too small to distinguish their steps are treated as 0. */
  private static final double TINY = 1e-290;

  /** The fraction of the axis reserved for 0, wide enough for a marker. */
  private static final double ROOM_FOR_ZERO = 0.07;

  /** The maximum number of ticks; with more, their labels would overlap. */
  private static final int MAX_TICKS = 11;

  private static final double ROUNDING = 1e-9;

  /** Validates the scale: the axis must have a length and, if it is logarithmic, stay above 0. */
  public AxisScale {
    if (!(max > min) || !Double.isFinite(max) || (isLogarithmic && !(min > 0))) {
      throw new IllegalArgumentException("not an axis: " + min + " to " + max);
    }
    ticks = List.copyOf(ticks);
  }

  /** Creates a linear scale with exactly these ends and approximately this number of steps. */
  public static AxisScale between(double min, double max, int steps) {
    double end = max > TINY && Double.isFinite(max) ? max : min + 1;
    double step = above((end - min) / steps);
    double[] ticks = DoubleStream.iterate(min, t -> t + step)
        .limit(1000)
        .takeWhile(t -> t <= end + step * ROUNDING)
        .toArray();
    return new AxisScale(min, end, false, 0, DoubleStream.of(ticks).boxed().toList());
  }

  /** Creates a linear scale from 0 to a round value, with approximately this number of steps. */
  public static AxisScale upTo(double max, int steps) {
    double end = max > TINY && Double.isFinite(max) ? max : 1;
    double step = above(end / steps);
    long count = (long) Math.max(1, Math.ceil(end / step - ROUNDING));
    List<Double> ticks = new ArrayList<>();
    for (long i = 0; i <= count; i++) {
      ticks.add(i * step);
    }
    return new AxisScale(0, count * step, false, 0, ticks);
  }

  /** Creates a logarithmic scale whose ends are round values that include these. */
  public static AxisScale logarithmic(double min, double max) {
    double low = min > 0 && Double.isFinite(min) ? min : 1;
    double high = max > low && Double.isFinite(max) ? max : low * 2;
    double from = below(low);
    double to = above(high);
    return new AxisScale(from, to, true, 0, rounds(from, to));
  }

  /** Returns a copy of this scale with a position for 0 before its start. */
  public AxisScale withZero() {
    List<Double> more = new ArrayList<>(List.of(0.0));
    more.addAll(ticks);
    return new AxisScale(min, max, isLogarithmic, ROOM_FOR_ZERO, more);
  }

  /** Returns a copy of this scale with other ticks. */
  public AxisScale marked(List<Double> values) {
    return new AxisScale(min, max, isLogarithmic, zero, values);
  }

  /** Returns a copy of this scale that ends at this value, where a round value would leave too much empty space. */
  public AxisScale endingAt(double end) {
    return new AxisScale(
        min, end, isLogarithmic, zero, ticks.stream().filter(t -> t <= end).toList());
  }

  /**
   * Returns the position of a value: 0 at the start of the axis, 1 at its end. Values beyond the axis are clamped to
   * its ends.
   */
  public double at(double value) {
    if (isLogarithmic && !(value > 0)) {
      return 0;
    }
    double part =
        isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    return zero + (1 - zero) * Math.min(1, Math.max(0, part));
  }

  /** Returns 1, 2 and 5 of every decade if they fit, otherwise the decades, otherwise every n-th decade. */
  private static List<Double> rounds(double from, double to) {
    List<Double> all = new ArrayList<>();
    for (double tick = from; tick <= to * (1 + ROUNDING); tick = above(tick * 1.5)) {
      all.add(tick);
    }
    if (all.size() <= MAX_TICKS) {
      return all;
    }
    List<Double> decades =
        all.stream().filter(tick -> value(1, decade(tick)) == tick).toList();
    int stride = (decades.size() + MAX_TICKS - 1) / MAX_TICKS;
    List<Double> some = new ArrayList<>();
    for (int i = 0; i < decades.size(); i += stride) {
      some.add(decades.get(i));
    }
    return some;
  }

  /** Returns the largest of 1, 2, 5, 10, 20, 50 and so on that does not exceed the value. */
  private static double below(double value) {
    int decade = decade(value);
    return DoubleStream.of(value(1, decade), value(2, decade), value(5, decade))
        .filter(round -> round <= value * (1 + ROUNDING))
        .max()
        .orElse(value(1, decade));
  }

  /** Returns the smallest of the same numbers that is not less than the value. */
  private static double above(double value) {
    int decade = decade(value);
    return DoubleStream.of(value(1, decade), value(2, decade), value(5, decade))
        .filter(round -> round >= value * (1 - ROUNDING))
        .min()
        .orElse(value(1, decade + 1));
  }

  private static int decade(double value) {
    return (int) Math.floor(Math.log10(value) + ROUNDING);
  }

  /** Returns a digit times a power of ten. Parses text, so that 0.1 is the double nearest to 0.1. */
  private static double value(int digit, int decade) {
    return Double.parseDouble(digit + "e" + decade);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Where values lie along an axis.
 *
 * @param min its beginning
 * @param max its end
 * @param isLogarithmic whether equal distances are equal ratios instead of equal differences
 * @param zero the part of a logarithmic axis, before its beginning, that belongs to 0
 * @param ticks the values that are marked, in rising order, all of them within the axis
 */
public record AxisScale(
    double min, double max, boolean isLogarithmic, double zero, List<Double> ticks) {
  /** What is too small for its steps to be told apart is as good as nothing. */
  private static final double TINY = 1e-290;

  /** Wide enough for a marker. */
  private static final double ROOM_FOR_ZERO = 0.07;

  /** More marks than this run into each other. */
  private static final int MAX_TICKS = 11;

  private static final double ROUNDING = 1e-9;

  /** Refuses an axis that has no length or, if it is logarithmic, does not stay above 0. */
  public AxisScale {
    if (!(max > min) || !Double.isFinite(max) || (isLogarithmic && !(min > 0))) {
      throw new IllegalArgumentException("not an axis: " + min + " to " + max);
    }
    ticks = List.copyOf(ticks);
  }

  /** A linear axis between exactly these, with about so many steps. */
  public static AxisScale between(double min, double max, int steps) {
    double end = max > TINY && Double.isFinite(max) ? max : min + 1;
    double step = above((end - min) / steps);
    double[] ticks = DoubleStream.iterate(min, t -> t + step)
        .limit(1000)
        .takeWhile(t -> t <= end + step * ROUNDING)
        .toArray();
    return new AxisScale(min, end, false, 0, DoubleStream.of(ticks).boxed().toList());
  }

  /** A linear axis from 0 that ends on a round value, with about so many steps. */
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

  /** A logarithmic axis between round values around these. */
  public static AxisScale logarithmic(double min, double max) {
    double low = min > 0 && Double.isFinite(min) ? min : 1;
    double high = max > low && Double.isFinite(max) ? max : low * 2;
    double from = below(low);
    double to = above(high);
    return new AxisScale(from, to, true, 0, rounds(from, to));
  }

  /** The same axis with a place for 0 before its beginning. */
  public AxisScale withZero() {
    List<Double> more = new ArrayList<>(List.of(0.0));
    more.addAll(ticks);
    return new AxisScale(min, max, isLogarithmic, ROOM_FOR_ZERO, more);
  }

  /** The same axis with other marks. */
  public AxisScale marked(List<Double> values) {
    return new AxisScale(min, max, isLogarithmic, zero, values);
  }

  /** The same axis, but it ends there, where a round value would leave too much room. */
  public AxisScale endingAt(double end) {
    return new AxisScale(
        min, end, isLogarithmic, zero, ticks.stream().filter(t -> t <= end).toList());
  }

  /** 0 at the axis' beginning, 1 at its end. Values beyond are put at its ends. */
  public double at(double value) {
    if (isLogarithmic && !(value > 0)) {
      return 0;
    }
    double part =
        isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    return zero + (1 - zero) * Math.min(1, Math.max(0, part));
  }

  /** 1, 2 and 5 of every decade where they fit, else the decades, else some of them. */
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

  /** The largest of 1, 2, 5, 10, 20, 50 and so on that is not above the value. */
  private static double below(double value) {
    int decade = decade(value);
    return DoubleStream.of(value(1, decade), value(2, decade), value(5, decade))
        .filter(round -> round <= value * (1 + ROUNDING))
        .max()
        .orElse(value(1, decade));
  }

  /** The smallest of these that is not below the value. */
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

  /** Read from text, so that a tenth is the double that is nearest to a tenth. */
  private static double value(int digit, int decade) {
    return Double.parseDouble(digit + "e" + decade);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis on which equal distances are equal ratios. Nothing, which has no place on such an axis, may have one before it.
 *
 * @param min the smallest value with a place of its own
 * @param max its end
 * @param zero the part of the axis that belongs to 0; 0 where it can't occur
 * @param ticks the values that are marked
 */
public record LogScale(double min, double max, double zero, List<Double> ticks)
    implements AxisScale {
  /** Wide enough for a marker, and for a label that does not touch its neighbour's. */
  private static final double ROOM_FOR_ZERO = 0.07;

  /** More marks than this run into each other. */
  private static final int MAX_TICKS = 11;

  /** The same where they share the axis with 0, whose plots are narrower. */
  private static final int MAX_TICKS_WITH_ZERO = 7;

  /** Refuses an axis that has no length or does not stay above 0. */
  public LogScale {
    if (!(min > 0) || !(max > min) || !Double.isFinite(max)) {
      throw new IllegalArgumentException("not an axis: " + min + " to " + max);
    }
    ticks = List.copyOf(ticks);
  }

  /** An axis between round values around these, with a place for 0. */
  public static LogScale withZero(double min, double max) {
    LogScale plain = of(min, max, MAX_TICKS_WITH_ZERO);
    List<Double> ticks = new ArrayList<>(List.of(0.0));
    ticks.addAll(plain.ticks);
    return new LogScale(plain.min, plain.max, ROOM_FOR_ZERO, ticks);
  }

  /** An axis between round values around these. */
  public static LogScale of(double min, double max) {
    return of(min, max, MAX_TICKS);
  }

  private static LogScale of(double min, double max, int mostTicks) {
    double low = min > 0 && Double.isFinite(min) ? min : 1;
    double high = max > low && Double.isFinite(max) ? max : low * 2;
    double from = below(low);
    double to = above(high);
    return new LogScale(from, to, 0, roundValues(from, to, mostTicks));
  }

  /** The same axis, but it ends there, where a round value would leave too much room above. */
  public LogScale endingAt(double end) {
    return new LogScale(
        min, end, zero, ticks.stream().filter(tick -> tick <= end).toList());
  }

  /** The same axis with other marks. */
  public LogScale withTicks(List<Double> values) {
    return new LogScale(min, max, zero, values);
  }

  @Override
  public double at(double value) {
    if (!(value > 0)) {
      return 0;
    }
    double part = Math.log(value / min) / Math.log(max / min);
    return zero + (1 - zero) * Math.min(1, Math.max(0, part));
  }

  /** 1, 2 and 5 of every decade where they fit, else the decades, else some of them. */
  private static List<Double> roundValues(double from, double to, int max) {
    for (int[] digits : List.of(new int[] {1, 2, 5}, new int[] {1})) {
      List<Double> ticks = roundValues(from, to, digits);
      if (ticks.size() <= max && ticks.size() > 1) {
        return ticks;
      }
    }
    List<Double> decades = roundValues(from, to, new int[] {1});
    int stride = (decades.size() + max - 1) / max;
    List<Double> some = new ArrayList<>();
    for (int i = 0; i < decades.size(); i += stride) {
      some.add(decades.get(i));
    }
    return some;
  }

  private static List<Double> roundValues(double from, double to, int[] digits) {
    List<Double> ticks = new ArrayList<>();
    for (int decade = decade(from); decade <= decade(to); decade++) {
      for (int digit : digits) {
        double tick = value(digit, decade);
        if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  private static double below(double value) {
    int decade = decade(value);
    double found = value(1, decade);
    for (int digit : new int[] {2, 5}) {
      found = value(digit, decade) <= value * (1 + 1e-9) ? value(digit, decade) : found;
    }
    return found;
  }

  private static double above(double value) {
    int decade = decade(value);
    for (int digit : new int[] {1, 2, 5}) {
      if (value(digit, decade) >= value * (1 - 1e-9)) {
        return value(digit, decade);
      }
    }
    return value(1, decade + 1);
  }

  private static int decade(double value) {
    return (int) Math.floor(Math.log10(value) + 1e-9);
  }

  /** Read from text, so that a tenth is the double that is nearest to a tenth. */
  private static double value(int digit, int decade) {
    return Double.parseDouble(digit + "e" + decade);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import io.weir.server.alerts.promql.SampleSeries.SeriesPoint;
import java.util.List;
import java.util.OptionalDouble;

/** The functions of a counter's values within a time range. */
enum RangeFunction {
  RATE,
  INCREASE,
  RESETS;

  /** Empty if there are fewer values than the function needs. */
  OptionalDouble of(List<SeriesPoint> points, long fromMillis, long toMillis) {
    if (this == RESETS) {
      return points.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(resets(points));
    }
    if (points.size() < 2) {
      return OptionalDouble.empty();
    }
    double increase = increase(points) * extrapolation(points, fromMillis, toMillis);
    return OptionalDouble.of(
        this == RATE ? increase / ((toMillis - fromMillis) / 1_000.0) : increase);
  }

  private static int resets(List<SeriesPoint> points) {
    int resets = 0;
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).value() < points.get(i - 1).value()) {
        resets++;
      }
    }
    return resets;
  }

  /** A counter that decreased was restarted from 0. */
  private static double increase(List<SeriesPoint> points) {
    double sum = points.get(points.size() - 1).value() - points.get(0).value();
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).value() < points.get(i - 1).value()) {
        sum += points.get(i - 1).value();
      }
    }
    return sum;
  }

  /**
   * Values do not begin and end exactly with the range. The increase is extrapolated to its edges if these are near,
   * otherwise by half a step; and a counter is assumed never to have been below 0.
   */
  private static double extrapolation(List<SeriesPoint> points, long fromMillis, long toMillis) {
    SeriesPoint first = points.get(0);
    SeriesPoint last = points.get(points.size() - 1);
    double sampled = last.millis() - first.millis();
    double step = sampled / (points.size() - 1);
    double before = first.millis() - fromMillis;
    double after = toMillis - last.millis();
    double rise = increase(points);
    if (rise > 0 && first.value() >= 0) {
      before = Math.min(before, sampled * (first.value() / rise));
    }
    double length = sampled;
    length += before < step * 1.1 ? before : step / 2;
    length += after < step * 1.1 ? after : step / 2;
    return length / sampled;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Converts samples into a time series, downsampled to what is visible. */
final class TimeSeries {
  /** The maximum number of points; more would fall on the same pixels and only make the page larger. */
  static final int MAX_POINTS = 300;

  private TimeSeries() {}

  /** Returns the maximum of each interval, so that no peak is lost. */
  static List<ChartPoint> peaks(List<Sample> samples, ToDoubleFunction<Sample> value) {
    return downsampled(
        samples, stretch -> stretch.stream().mapToDouble(value).max().orElse(0));
  }

  /** Returns the average of each interval, so that the area below the line is preserved. */
  static List<ChartPoint> averages(List<Sample> samples, ToDoubleFunction<Sample> value) {
    return downsampled(
        samples, stretch -> stretch.stream().mapToDouble(value).average().orElse(0));
  }

  private static List<ChartPoint> downsampled(
      List<Sample> samples, ToDoubleFunction<List<Sample>> value) {
    int stretch = Math.max(1, (samples.size() + MAX_POINTS - 1) / MAX_POINTS);
    List<ChartPoint> points = new ArrayList<>();
    for (int from = 0; from < samples.size(); from += stretch) {
      List<Sample> part = samples.subList(from, Math.min(samples.size(), from + stretch));
      double shown = value.applyAsDouble(part);
      if (Double.isFinite(shown)) {
        points.add(new ChartPoint(part.get(part.size() - 1).atMillis() / 1000.0, shown));
      }
    }
    return points;
  }
}

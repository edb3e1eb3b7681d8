// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The recorded values of one combination of name and labels, oldest first. */
final class SampleSeries {
  /**
   * A recorded value.
   *
   * @param isStale whether it marks the end of the series
   */
  record SeriesPoint(long millis, double value, boolean isStale) {}

  private final Map<String, String> labels;
  private final List<SeriesPoint> points = new ArrayList<>();

  SampleSeries(Map<String, String> labels) {
    this.labels = labels;
  }

  Map<String, String> labels() {
    return labels;
  }

  void add(SeriesPoint seriesPoint) {
    points.add(seriesPoint);
  }

  SeriesPoint last() {
    return points.get(points.size() - 1);
  }

  /** Returns the values from one instant to another, without the marks of its end. */
  List<SeriesPoint> between(long fromMillis, long upToMillis) {
    return points.stream()
        .filter(
            each -> !each.isStale() && each.millis() >= fromMillis && each.millis() <= upToMillis)
        .toList();
  }
}

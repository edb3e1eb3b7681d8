// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.math.BigDecimal;
import java.util.List;

/** A writer of Prometheus's text format, version 0.0.4, which every collector reads. */
final class PrometheusText {
  /*
   * Implemented here because Prometheus's own library rejects names that end in _created_total, and one of those is
   * documented.
   */

  /** The media type of the format. */
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Up to here a double represents every integer. */
  private static final double MAX_EXACT = 1L << 53;

  private final StringBuilder text = new StringBuilder(32_768);
  private String name = "";

  /** Begins the lines of a metric. */
  void family(String familyName, String type, String help) {
    name = familyName;
    text.append("# HELP ").append(name).append(' ');
    text.append(help.replace("\\", "\\\\").replace("\n", "\\n"));
    text.append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** Writes a value of the metric, or of a part of it. */
  void line(String suffix, String labels, double value) {
    text.append(name).append(suffix);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(number(value)).append('\n');
  }

  /** Writes all values of a histogram. Bucket counts are cumulative. */
  void distribution(String labels, BucketHistogram bucketHistogram) {
    String before = labels.isEmpty() ? "" : labels + ",";
    long[] counts = bucketHistogram.counts();
    long count = 0;
    for (int i = 0; i < counts.length; i++) {
      count += counts[i];
      line("_bucket", before + "le=\"" + number(bucketHistogram.upperBound(i)) + '"', (double)
          count);
    }
    line("_sum", labels, bucketHistogram.sum());
    line("_count", labels, (double) count);
  }

  /** Returns labels with their values, as written between braces. */
  static String labels(List<String> names, List<String> values) {
    if (names.size() != values.size()) {
      throw new IllegalArgumentException(
          "expected one value for each of the labels " + names + ", but got " + values);
    }
    StringBuilder pairs = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      pairs.append(i == 0 ? "" : ",").append(names.get(i)).append("=\"");
      pairs.append(values.get(i).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
      pairs.append('"');
    }
    return pairs.toString();
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return value == Math.rint(value) && Math.abs(value) <= MAX_EXACT
        ? Long.toString((long) value)
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

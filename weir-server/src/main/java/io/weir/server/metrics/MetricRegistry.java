// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** All exposed metrics. Values are kept where they are counted, in the cheapest way, and read at each scrape. */
final class MetricRegistry {
  /** The prefix of all names. */
  static final String PREFIX = "weir_ratelimit_";

  /** Receives the values of one name, each with its label values. */
  interface MetricValues {
    void add(double value, String... labelValues);

    /** Integers are exact up to 2^53, which no count reaches. */
    default void add(long value, String... labelValues) {
      add((double) value, labelValues);
    }
  }

  /** Provides all values of one name. */
  interface MetricSource {
    void read(MetricValues metricValues);
  }

  /**
   * A metric's name with its help text and labels.
   *
   * @param name the name without the prefix
   * @param help the help text
   * @param labels the names of its labels
   */
  record MetricName(String name, String help, List<String> labels) {
    static MetricName of(String name, String help, String... labels) {
      return new MetricName(name, help, List.of(labels));
    }
  }

  /** Writes one name with all its values. */
  private interface MetricFamily {
    void write(PrometheusText text);
  }

  /** In the order of registration, which is the order of every scrape. */
  private final List<MetricFamily> families = new ArrayList<>();

  /** Registers a counter without labels. */
  void counter(String name, String help, LongSupplier value) {
    counter(MetricName.of(name, help), metricValues -> metricValues.add(value.getAsLong()));
  }

  /** Registers a counter. */
  void counter(MetricName metricName, MetricSource metricSource) {
    add(metricName, "counter", metricSource);
  }

  /** Registers a gauge without labels. */
  void gauge(String name, String help, DoubleSupplier value) {
    gauge(MetricName.of(name, help), metricValues -> metricValues.add(value.getAsDouble()));
  }

  /** Registers a gauge. */
  void gauge(MetricName metricName, MetricSource metricSource) {
    add(metricName, "gauge", metricSource);
  }

  private void add(MetricName metricName, String type, MetricSource metricSource) {
    families.add(text -> {
      text.family(PREFIX + metricName.name(), type, metricName.help());
      metricSource.read((value, labelValues) ->
          text.line("", PrometheusText.labels(metricName.labels(), List.of(labelValues)), value));
    });
  }

  /** Registers a histogram without labels. */
  void histogram(String name, String help, BucketHistogram bucketHistogram) {
    families.add(text -> {
      text.family(PREFIX + name, "histogram", help);
      text.distribution("", bucketHistogram);
    });
  }

  /** Registers a histogram for each value of one label. */
  <E extends Enum<E>> void histogram(MetricName metricName, EnumValues<E, BucketHistogram> all) {
    families.add(text -> {
      text.family(PREFIX + metricName.name(), "histogram", metricName.help());
      all.forEach((value, bucketHistogram) -> text.distribution(
          PrometheusText.labels(metricName.labels(), List.of(labelOf(value))), bucketHistogram));
    });
  }

  /** Returns a constant as the value of a label. */
  static String labelOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns all metrics in Prometheus's text format. */
  String scrape() {
    PrometheusText text = new PrometheusText();
    families.forEach(metricFamily -> metricFamily.write(text));
    return text.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Everything that is shown. Counts are kept by those who count, in the cheapest way, and read from here at each scrape. */
final class Board {
  /** What all names begin with. */
  static final String PREFIX = "weir_ratelimit_";

  /** Writes values of one name, each with its labels' values. */
  interface Values {
    void add(double value, String... labelValues);

    /** Whole numbers are exact up to 2^53, which no count reaches. */
    default void add(long value, String... labelValues) {
      add((double) value, labelValues);
    }
  }

  /** Gives all values of one name. */
  interface Source {
    void read(Values values);
  }

  /**
   * A name with what belongs to it.
   *
   * @param name what stands behind the prefix
   * @param help what it means
   * @param labels the names of its labels
   */
  record Named(String name, String help, List<String> labels) {
    static Named of(String name, String help, String... labels) {
      return new Named(name, help, List.of(labels));
    }
  }

  /** Writes one name with all its values. */
  private interface Family {
    void write(TextFormat text);
  }

  /** In the order in which they were added, which is the order of every scrape. */
  private final List<Family> families = new ArrayList<>();

  /** A total without labels. */
  void counter(String name, String help, LongSupplier value) {
    counter(Named.of(name, help), values -> values.add(value.getAsLong()));
  }

  /** A total. */
  void counter(Named named, Source source) {
    add(named, "counter", source);
  }

  /** A level without labels. */
  void gauge(String name, String help, DoubleSupplier value) {
    gauge(Named.of(name, help), values -> values.add(value.getAsDouble()));
  }

  /** A level. */
  void gauge(Named named, Source source) {
    add(named, "gauge", source);
  }

  private void add(Named named, String type, Source source) {
    families.add(text -> {
      text.family(PREFIX + named.name(), type, named.help());
      source.read((value, labelValues) ->
          text.line("", TextFormat.labels(named.labels(), List.of(labelValues)), value));
    });
  }

  /** A distribution without labels. */
  void histogram(String name, String help, Buckets buckets) {
    families.add(text -> {
      text.family(PREFIX + name, "histogram", help);
      text.distribution("", buckets);
    });
  }

  /** A distribution for each value of one label. */
  <E extends Enum<E>> void histogram(Named named, PerConstant<E, Buckets> all) {
    families.add(text -> {
      text.family(PREFIX + named.name(), "histogram", named.help());
      all.forEach((value, buckets) ->
          text.distribution(TextFormat.labels(named.labels(), List.of(labelOf(value))), buckets));
    });
  }

  /** How a constant is written as the value of a label. */
  static String labelOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** All of it in Prometheus's text format. */
  String scrape() {
    TextFormat text = new TextFormat();
    families.forEach(family -> family.write(text));
    return text.toString();
  }
}

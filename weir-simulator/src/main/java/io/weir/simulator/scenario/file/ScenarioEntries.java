// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.QuotedText;
import io.weir.yaml.YamlValue;
import io.weir.yaml.YamlValue.Scalar;
import io.weir.yaml.YamlValue.Sequence;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** A typed view of a map in a scenario file. Reports invalid entries and reads the others. */
final class ScenarioEntries {
  private final Map<String, YamlValue> values;
  private final String prefix;
  private final ScenarioErrors errors;

  /** Creates a view whose keys have this prefix in messages. Reports unknown keys. */
  ScenarioEntries(
      Map<String, YamlValue> values, String prefix, Set<String> keys, ScenarioErrors errors) {
    this.values = values;
    this.prefix = prefix;
    this.errors = errors;
    values.forEach((key, value) -> {
      if (!keys.contains(key)) {
        errors.add(
            value.line(),
            "unknown key " + QuotedText.quoted(prefix + key) + "; known keys: "
                + String.join(", ", keys));
      }
    });
  }

  /** A range of values, both ends included. */
  record ValueRange(long min, long max) {}

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Reports that the value of this key is invalid or missing. */
  void wrong(String key, String text) {
    YamlValue value = values.get(key);
    errors.add(value == null ? 0 : value.line(), prefix + key + text);
  }

  /** Reports the key if it is missing from a map that begins on this line. */
  void require(String key, int line) {
    if (!has(key)) {
      errors.add(line, prefix + key + " is missing");
    }
  }

  /** Parses a single value. Reports a value that the parser refuses. */
  <T> Optional<T> value(String key, String allowed, Function<String, Optional<T>> parser) {
    YamlValue value = values.get(key);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> parsed =
        value instanceof Scalar scalar ? parser.apply(scalar.text()) : Optional.empty();
    if (parsed.isEmpty()) {
      wrong(key, " must be " + allowed + ", but was " + shown(value));
    }
    return parsed;
  }

  /** Parses a list of single values. Reports a list that the parser refuses. */
  <T> Optional<T> list(String key, String allowed, Function<List<String>, Optional<T>> parser) {
    YamlValue value = values.get(key);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> parsed = value instanceof Sequence list
            && list.items().stream().allMatch(Scalar.class::isInstance)
        ? parser.apply(list.items().stream().map(each -> ((Scalar) each).text()).toList())
        : Optional.empty();
    if (parsed.isEmpty()) {
      wrong(key, " must be " + allowed + ", but was " + shown(value));
    }
    return parsed;
  }

  /** Returns the items of a list of any values. Reports a value that is not a list. */
  List<YamlValue> items(String key, String allowed) {
    YamlValue value = values.get(key);
    if (value instanceof Sequence list) {
      return list.items();
    }
    if (value != null) {
      wrong(key, " must be " + allowed + ", but was " + shown(value));
    }
    return List.of();
  }

  /**
   * Returns a whole number. An invalid one counts as the maximum, so that it causes no further errors in dependent
   * settings.
   */
  long whole(String key, long fallback, ValueRange valueRange) {
    String allowed = "an integer from " + valueRange.min + " to " + valueRange.max;
    return has(key)
        ? value(key, allowed, text -> in(valueRange, wholeNumber(text))).orElse(valueRange.max)
        : fallback;
  }

  /** Returns a duration in milliseconds. An invalid one counts as the maximum. */
  long time(String key, long fallback, ValueRange valueRange) {
    String allowed = "a time from %s to %s, %s"
        .formatted(
            DurationFormat.text(valueRange.min),
            DurationFormat.text(valueRange.max),
            DurationFormat.EXAMPLES);
    return has(key)
        ? value(key, allowed, text -> in(valueRange, DurationFormat.parse(text)))
            .orElse(valueRange.max)
        : fallback;
  }

  /** Returns a number that may have decimals. A missing or invalid one counts as the maximum. */
  double decimal(String key, double min, double max) {
    String allowed = "a number from " + plain(min) + " to " + plain(max);
    return value(
            key, allowed, text -> decimal(text).filter(number -> number >= min && number <= max))
        .orElse(max);
  }

  private static Optional<Long> in(ValueRange valueRange, OptionalLong number) {
    return number.stream()
        .filter(n -> n >= valueRange.min && n <= valueRange.max)
        .boxed()
        .findAny();
  }

  private static OptionalLong wholeNumber(String text) {
    return text.matches("[0-9]{1,15}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /** Parses digits with an optional decimal point. Rejects Java forms such as 1e3, NaN, 0x10 and 1f. */
  static Optional<Double> decimal(String text) {
    return text.matches("-?[0-9]{1,15}(\\.[0-9]{1,15})?")
        ? Optional.of(Double.parseDouble(text))
        : Optional.empty();
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Formats a value for a message. */
  static String shown(YamlValue value) {
    if (value instanceof Scalar scalar) {
      return QuotedText.quoted(scalar.text());
    }
    if (value instanceof Sequence list
        && list.items().stream().allMatch(Scalar.class::isInstance)) {
      List<String> texts =
          list.items().stream().map(each -> ((Scalar) each).text()).toList();
      return QuotedText.quoted("[" + String.join(", ", texts) + "]");
    }
    return value instanceof Sequence ? "a list" : "a map";
  }
}

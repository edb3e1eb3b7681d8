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

/** The entries of a map in the file, by the types of their values. What is wrong is reported; the rest is read. */
final class ScenarioEntries {
  private final Map<String, YamlValue> values;
  private final String prefix;
  private final ScenarioErrors errors;

  /** Entries whose keys have this prefix in messages. Reports keys that are not known. */
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

  /** From the smallest to the largest, both included. */
  record ValueRange(long min, long max) {}

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Reports that the value of this key is wrong, or would be if it were there. */
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

  /** What the parser makes of a single value. Reports what it makes nothing of. */
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

  /** What the parser makes of a list of single values. Reports what it makes nothing of. */
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

  /** The values of a list of any values. Reports what is not a list. */
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

  /** A whole number. One that is wrong counts as the largest, so that what depends on it is not blamed as well. */
  long whole(String key, long fallback, ValueRange valueRange) {
    String allowed = "an integer from " + valueRange.min + " to " + valueRange.max;
    return has(key)
        ? value(key, allowed, text -> in(valueRange, wholeNumber(text))).orElse(valueRange.max)
        : fallback;
  }

  /** A time in milliseconds. One that is wrong counts as the longest. */
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

  /** A number that may have decimals. One that is missing or wrong counts as the largest. */
  double decimal(String key, double least, double most) {
    String allowed = "a number from " + plain(least) + " to " + plain(most);
    return value(
            key, allowed, text -> decimal(text).filter(number -> number >= least && number <= most))
        .orElse(most);
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

  /** Plain digits, perhaps with a point: 1e3, NaN, 0x10 and 1f are not numbers as people count. */
  static Optional<Double> decimal(String text) {
    return text.matches("-?[0-9]{1,15}(\\.[0-9]{1,15})?")
        ? Optional.of(Double.parseDouble(text))
        : Optional.empty();
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** A value as it may stand in a message. */
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

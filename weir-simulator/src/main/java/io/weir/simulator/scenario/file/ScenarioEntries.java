// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.QuotedText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The lines of a file and what they say. A value that is wrong is complained about; the rest is read nevertheless. */
final class ScenarioEntries {
  /** The one key that may come more than once. */
  static final String FAULT = "fault";

  private final Map<String, ScenarioEntry> single = new HashMap<>();
  private final List<ScenarioEntry> faults = new ArrayList<>();
  private final ScenarioErrors errors;
  private int lines;

  ScenarioEntries(String text, Set<String> keys, ScenarioErrors errors) {
    this.errors = errors;
    for (String line : text.split("\\R", -1)) {
      lines++;
      String content = line.strip();
      if (!content.isEmpty() && content.charAt(0) != '#') {
        read(content, keys);
      }
    }
  }

  private void read(String content, Set<String> keys) {
    int equals = content.indexOf('=');
    if (equals < 0) {
      errors.add(
          new ScenarioEntry(lines, "", content),
          "must be key = value, but was " + QuotedText.quoted(content));
      return;
    }
    String key = content.substring(0, equals).strip();
    ScenarioEntry scenarioEntry =
        new ScenarioEntry(lines, key, content.substring(equals + 1).strip());
    if (!keys.contains(key)) {
      errors.add(
          scenarioEntry,
          "unknown key " + QuotedText.quoted(key) + "; known keys: " + String.join(", ", keys));
    } else if (key.equals(FAULT)) {
      faults.add(scenarioEntry);
    } else {
      ScenarioEntry before = single.putIfAbsent(key, scenarioEntry);
      if (before != null) {
        errors.add(scenarioEntry, key + " was set before, on line " + before.line());
      }
    }
  }

  /** What goes wrong, line by line. */
  List<ScenarioEntry> faults() {
    return faults;
  }

  Optional<ScenarioEntry> entry(String key) {
    return Optional.ofNullable(single.get(key));
  }

  /** A line that has to be there. */
  Optional<ScenarioEntry> required(String key) {
    Optional<ScenarioEntry> entry = entry(key);
    if (entry.isEmpty()) {
      errors.missing(lines, key + " is missing");
    }
    return entry;
  }

  /** A whole number. One that is wrong counts as the largest, so that what depends on it is not blamed as well. */
  long whole(String key, long fallback, ValueRange valueRange) {
    return entry(key).map(scenarioEntry -> whole(scenarioEntry, valueRange)).orElse(fallback);
  }

  private long whole(ScenarioEntry scenarioEntry, ValueRange valueRange) {
    String text = scenarioEntry.value();
    boolean isNumber = text.matches("[0-9]{1,15}");
    if (!isNumber
        || Long.parseLong(text) < valueRange.min
        || Long.parseLong(text) > valueRange.max) {
      errors.add(
          scenarioEntry,
          "%s must be an integer from %d to %d, but was %s"
              .formatted(
                  scenarioEntry.key(), valueRange.min, valueRange.max, QuotedText.quoted(text)));
      return valueRange.max;
    }
    return Long.parseLong(text);
  }

  /** A time in milliseconds. One that is wrong counts as the longest. */
  long time(String key, long fallback, ValueRange valueRange) {
    return entry(key).map(scenarioEntry -> time(scenarioEntry, valueRange)).orElse(fallback);
  }

  private long time(ScenarioEntry scenarioEntry, ValueRange valueRange) {
    OptionalLong time = DurationFormat.parse(scenarioEntry.value());
    if (time.isEmpty() || time.getAsLong() < valueRange.min || time.getAsLong() > valueRange.max) {
      errors.add(
          scenarioEntry,
          "%s must be a time from %s to %s, %s, but was %s"
              .formatted(
                  scenarioEntry.key(),
                  DurationFormat.text(valueRange.min),
                  DurationFormat.text(valueRange.max),
                  DurationFormat.EXAMPLES,
                  QuotedText.quoted(scenarioEntry.value())));
      return valueRange.max;
    }
    return time.getAsLong();
  }

  /** A number that may have decimals. One that is wrong counts as the largest. */
  double decimal(ScenarioEntry scenarioEntry, double least, double most) {
    Optional<Double> number = decimal(scenarioEntry.value());
    if (number.isEmpty() || number.get() < least || number.get() > most) {
      errors.add(
          scenarioEntry,
          "%s must be a number from %s to %s, but was %s"
              .formatted(
                  scenarioEntry.key(),
                  plain(least),
                  plain(most),
                  QuotedText.quoted(scenarioEntry.value())));
      return most;
    }
    return number.get();
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

  /** From the smallest to the largest, both included. */
  record ValueRange(long min, long max) {}
}

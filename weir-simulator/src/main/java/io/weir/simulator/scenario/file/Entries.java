// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.scenario.Shown;
import io.weir.simulator.scenario.Times;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The lines of a file and what they say. A value that is wrong is complained about; the rest is read nevertheless. */
final class Entries {
  /** The one key that may come more than once. */
  static final String FAULT = "fault";

  private final Map<String, Entry> single = new HashMap<>();
  private final List<Entry> faults = new ArrayList<>();
  private final Complaints complaints;
  private int lines;

  Entries(String text, Set<String> keys, Complaints complaints) {
    this.complaints = complaints;
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
      complaints.add(
          new Entry(lines, "", content), "must be key = value, but was " + Shown.quoted(content));
      return;
    }
    String key = content.substring(0, equals).strip();
    Entry entry = new Entry(lines, key, content.substring(equals + 1).strip());
    if (!keys.contains(key)) {
      complaints.add(
          entry, "unknown key " + Shown.quoted(key) + "; known keys: " + String.join(", ", keys));
    } else if (key.equals(FAULT)) {
      faults.add(entry);
    } else {
      Entry before = single.putIfAbsent(key, entry);
      if (before != null) {
        complaints.add(entry, key + " was set before, on line " + before.line());
      }
    }
  }

  /** What goes wrong, line by line. */
  List<Entry> faults() {
    return faults;
  }

  Optional<Entry> entry(String key) {
    return Optional.ofNullable(single.get(key));
  }

  /** A line that has to be there. */
  Optional<Entry> required(String key) {
    Optional<Entry> entry = entry(key);
    if (entry.isEmpty()) {
      complaints.missing(lines, key + " is missing");
    }
    return entry;
  }

  /** A whole number. One that is wrong counts as the largest, so that what depends on it is not blamed as well. */
  long whole(String key, long fallback, Span span) {
    return entry(key).map(entry -> whole(entry, span)).orElse(fallback);
  }

  private long whole(Entry entry, Span span) {
    String text = entry.value();
    boolean isNumber = text.matches("[0-9]{1,15}");
    if (!isNumber || Long.parseLong(text) < span.least || Long.parseLong(text) > span.most) {
      complaints.add(
          entry,
          "%s must be an integer from %d to %d, but was %s"
              .formatted(entry.key(), span.least, span.most, Shown.quoted(text)));
      return span.most;
    }
    return Long.parseLong(text);
  }

  /** A time in milliseconds. One that is wrong counts as the longest. */
  long time(String key, long fallback, Span span) {
    return entry(key).map(entry -> time(entry, span)).orElse(fallback);
  }

  private long time(Entry entry, Span span) {
    OptionalLong time = Times.parse(entry.value());
    if (time.isEmpty() || time.getAsLong() < span.least || time.getAsLong() > span.most) {
      complaints.add(
          entry,
          "%s must be a time from %s to %s, %s, but was %s"
              .formatted(
                  entry.key(),
                  Times.text(span.least),
                  Times.text(span.most),
                  Times.EXAMPLES,
                  Shown.quoted(entry.value())));
      return span.most;
    }
    return time.getAsLong();
  }

  /** A number that may have decimals. One that is wrong counts as the largest. */
  double decimal(Entry entry, double least, double most) {
    Optional<Double> number = decimal(entry.value());
    if (number.isEmpty() || number.get() < least || number.get() > most) {
      complaints.add(
          entry,
          "%s must be a number from %s to %s, but was %s"
              .formatted(entry.key(), plain(least), plain(most), Shown.quoted(entry.value())));
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
  record Span(long least, long most) {}
}

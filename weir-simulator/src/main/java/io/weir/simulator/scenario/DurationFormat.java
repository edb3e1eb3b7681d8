// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import java.util.List;
import java.util.OptionalLong;

/** Parses and formats durations: {@code 1500ms, 60s, 5m, 1h, 30d}. */
public final class DurationFormat {
  /** Examples of valid durations, for messages. */
  public static final String EXAMPLES = "written like 1500ms, 60s, 5m, 1h or 30d";

  /** The maximum number of digits, which fit into a long even as days. */
  private static final int DIGITS = 10;

  /** The units, largest first. "m" before "ms" is unambiguous: a unit is everything after the digits. */
  private static final List<ScenarioTimeUnit> UNITS = List.of(
      new ScenarioTimeUnit("d", 86_400_000),
      new ScenarioTimeUnit("h", 3_600_000),
      new ScenarioTimeUnit("m", 60_000),
      new ScenarioTimeUnit("s", 1_000),
      new ScenarioTimeUnit("ms", 1));

  private DurationFormat() {}

  private record ScenarioTimeUnit(String name, long millis) {}

  /** Returns the duration in milliseconds; empty if the text is not a duration. */
  public static OptionalLong parse(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > DIGITS) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(text.substring(0, digits));
    String unit = text.substring(digits);
    return UNITS.stream()
        .filter(each -> each.name.equals(unit))
        .mapToLong(each -> number * each.millis)
        .findAny();
  }

  /** Formats a duration in the largest unit that needs no fraction. */
  public static String text(long millis) {
    if (millis == 0) {
      return "0ms";
    }
    return UNITS.stream()
        .filter(each -> millis % each.millis == 0)
        .findFirst()
        .map(each -> millis / each.millis + each.name)
        .orElseThrow();
  }
}

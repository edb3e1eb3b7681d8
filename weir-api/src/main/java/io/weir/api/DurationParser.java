// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser for durations as clients of the v2 API write them. */
public final class DurationParser {
  private static final Pattern FORM = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  /** Clients of the v2 API take one space before the unit. */
  private static final Pattern SPACED_FORM = Pattern.compile("([0-9]+) ?(ms|s|m|h|d)");

  /** The largest first. */
  private static final List<Unit> UNITS = List.of(
      new Unit("d", 86_400_000),
      new Unit("h", 3_600_000),
      new Unit("m", 60_000),
      new Unit("s", 1_000),
      new Unit("ms", 1));

  private DurationParser() {}

  private record Unit(String name, long millis) {}

  /**
   * Parses a duration such as {@code "60s"}.
   *
   * @param name the name of the parsed field, for error messages
   */
  public static Duration parse(String name, String text) {
    Matcher found = SPACED_FORM.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException(name
          + " must be a whole number and one of ms, s, m, h, d, such as \"60s\", but was \"" + text
          + '"');
    }
    OptionalLong millis = millis(found);
    if (millis.isEmpty()) {
      throw new IllegalArgumentException(name + " is too long: \"" + text + '"');
    }
    return Duration.ofMillis(millis.getAsLong());
  }

  /** The milliseconds that {@code 60s} stands for; empty if the text is no duration, or one that no {@code long} holds. */
  public static OptionalLong millis(String text) {
    Matcher found = FORM.matcher(text);
    return found.matches() ? millis(found) : OptionalLong.empty();
  }

  private static OptionalLong millis(Matcher found) {
    try {
      long number = Long.parseLong(found.group(1));
      for (Unit each : UNITS) {
        if (each.name.equals(found.group(2))) {
          return OptionalLong.of(Math.multiplyExact(number, each.millis));
        }
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // More than a long holds.
    }
    return OptionalLong.empty();
  }

  /** The duration of so many milliseconds, in the largest unit that needs no fraction. */
  public static String text(long millis) {
    if (millis == 0) {
      return "0ms";
    }
    for (Unit each : UNITS) {
      if (millis % each.millis == 0) {
        return millis / each.millis + each.name;
      }
    }
    throw new IllegalStateException("no unit divides " + millis);
  }
}

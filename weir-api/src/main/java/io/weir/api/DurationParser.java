// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser for durations as clients of the v2 API write them. */
public final class DurationParser {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,19}) ?(ms|s|m|h|d)");

  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private DurationParser() {}

  /**
   * Parses a duration such as {@code "60s"}.
   *
   * @param name the name of the parsed field, for error messages
   */
  public static Duration parse(String name, String text) {
    Matcher found = FORM.matcher(text);
    if (found.matches()) {
      try {
        long unit = MILLIS.getOrDefault(found.group(2), 0L);
        return Duration.ofMillis(Math.multiplyExact(Long.parseLong(found.group(1)), unit));
      } catch (NumberFormatException | ArithmeticException e) {
        throw new IllegalArgumentException(name + " is too long: \"" + text + '"', e);
      }
    }
    throw new IllegalArgumentException(name
        + " must be a whole number and one of ms, s, m, h, d, such as \"60s\", but was \"" + text
        + '"');
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import java.util.Map;

/** Durations as people write them: {@code 1500ms, 60s, 5m, 1h, 30d}. */
final class DurationText {
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private DurationText() {}

  /** The duration in milliseconds. */
  static long parse(String text) throws InvalidInput {
    int unitAt = 0;
    while (unitAt < text.length() && text.charAt(unitAt) >= '0' && text.charAt(unitAt) <= '9') {
      unitAt++;
    }
    Long unit = MILLIS.get(text.substring(unitAt));
    if (unit == null) {
      throw fault(DisplayedValue.quoted(text));
    }
    try {
      long millis = Math.multiplyExact(Long.parseLong(text.substring(0, unitAt)), unit);
      return LongRange.DURATION.check(millis);
    } catch (NumberFormatException | ArithmeticException | InvalidInput e) {
      throw fault(DisplayedValue.quoted(text));
    }
  }

  /** What to say when a value is not a duration. */
  static InvalidInput fault(String shown) {
    return new InvalidInput(
        "must be 1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d, but was " + shown);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import java.util.OptionalLong;

/** Durations as people write and read them. */
final class CliDurations {
  static final long DAY = 86_400_000;

  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {DAY, 3_600_000, 60_000, 1_000, 1};

  private CliDurations() {}

  /** The milliseconds of {@code 60s}, {@code 1500ms}, {@code 5m}, {@code 1h}, {@code 30d} or {@code 60000}. */
  static OptionalLong parse(String text) {
    String digits = text.replaceFirst("[a-z]+$", "");
    String unit = digits.length() == text.length() ? "ms" : text.substring(digits.length());
    if (digits.matches("[0-9]+")) {
      for (int i = 0; i < UNITS.length; i++) {
        if (UNITS[i].equals(unit)) {
          return multiply(digits, MILLIS[i]);
        }
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong multiply(String digits, long factor) {
    try {
      return OptionalLong.of(Math.multiplyExact(Long.parseLong(digits), factor));
    } catch (NumberFormatException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** Written in the largest unit that loses nothing. */
  static String text(long millis) {
    int i = 0;
    while (millis % MILLIS[i] != 0) {
      i++;
    }
    return millis == 0 ? "0ms" : millis / MILLIS[i] + UNITS[i];
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the setting that somebody meant who wrote another name. */
final class SettingSuggestion {
  /*
   * One rule for flags, keys and variables: a name is a slip of a setting's if it differs from it by two letters (one, if
   * it is short), where separators and a word for the kind or unit of the value at the end do not count. Other names are
   * other people's: tests, tools and platforms have variables that begin with WEIR_ too.
   */

  private static final Pattern KIND = Pattern.compile(
      "(?<=.)[-_](?:url|uri|address|dir|folder|path|file|name|bytes|ms|millis|seconds|secs)$");

  private static final Pattern SEPARATORS = Pattern.compile("[-_]");

  /** Below this many letters two differences would make half of the name another one. */
  private static final int SHORT_NAME = 6;

  private SettingSuggestion() {}

  /** The setting that this name, which is none, was probably meant to be. */
  static Optional<Setting<?>> of(String name) {
    String asked = normalized(name);
    for (Setting<?> setting : Settings.ALL) {
      String known = normalized(setting.key());
      int most = Math.min(asked.length(), known.length()) < SHORT_NAME ? 1 : 2;
      if (Math.abs(asked.length() - known.length()) <= most && distance(asked, known) <= most) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  private static String normalized(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return SEPARATORS.matcher(KIND.matcher(small).replaceFirst("")).replaceAll("");
  }

  /** How many letters have to be added, taken away, changed or swapped with their neighbour. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
        best = Math.min(best, steps[i - 1][j - 1] + changed);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = best;
      }
    }
    return steps[a.length()][b.length()];
  }
}

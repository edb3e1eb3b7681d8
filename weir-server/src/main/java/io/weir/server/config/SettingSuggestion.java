// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the setting that was probably meant by an unknown name. */
final class SettingSuggestion {
  /*
   * The same rule applies to flags, keys and variables. A name is a misspelling of a setting's name if it differs
   * from it by at most two letters (one, if it is short). Separators do not count, nor does a word at the end for the
   * kind or unit of the value. Other names belong to other software: tests, tools and platforms also have variables
   * that begin with WEIR_.
   */

  private static final Pattern KIND = Pattern.compile(
      "(?<=.)[-_](?:url|uri|address|dir|folder|path|file|name|bytes|ms|millis|seconds|secs)$");

  private static final Pattern SEPARATORS = Pattern.compile("[-_]");

  /** In names with fewer letters, two differences would change half of the name. */
  private static final int SHORT_NAME = 6;

  private SettingSuggestion() {}

  /** Returns the setting that this unknown name was probably meant to be. */
  static Optional<Setting<?>> of(String name) {
    String given = normalized(name);
    for (Setting<?> setting : Settings.ALL) {
      String known = normalized(setting.key());
      int maxDistance = Math.min(given.length(), known.length()) < SHORT_NAME ? 1 : 2;
      if (Math.abs(given.length() - known.length()) <= maxDistance
          && distance(given, known) <= maxDistance) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  private static String normalized(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return SEPARATORS.matcher(KIND.matcher(small).replaceFirst("")).replaceAll("");
  }

  /** Returns the edit distance: how many letters must be added, removed, changed or swapped with their neighbour. */
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

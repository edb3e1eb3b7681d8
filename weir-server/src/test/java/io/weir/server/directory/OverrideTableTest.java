// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OverrideTableTest {
  private static final long SEED = 31_415;
  private static final int CASES = 200_000;

  @Test
  @DisplayName(
      "patterns match what a regular expression says that they should, for short texts of few letters")
  void likeARegularExpression() {
    SplittableRandom random = new SplittableRandom(SEED);
    int matches = 0;
    for (int i = 0; i < CASES; i++) {
      String pattern = text(random, "ab*\n", 7);
      String text = text(random, "aab\n", 9);
      boolean expected =
          pattern.indexOf('*') >= 0 && expression(pattern).matcher(text).matches();
      LimitOverride override = new LimitOverride("rlor_1", "rlns_1", pattern, 1, 1_000, false, 1);
      boolean actual = OverrideTable.EMPTY.with(override).match(text) != null;
      matches += expected ? 1 : 0;

      assertThat(actual)
          .as("seed %d: %s on %s", SEED, pattern, text)
          .isEqualTo(expected || pattern.equals(text));
    }
    assertThat(matches).isBetween(CASES / 100, CASES / 2);
  }

  private static String text(SplittableRandom random, String letters, int longest) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(longest + 1); i > 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  private static Pattern expression(String pattern) {
    StringBuilder expression = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char each = pattern.charAt(i);
      expression.append(each == '*' ? "[^\n]*" : Pattern.quote(String.valueOf(each)));
    }
    return Pattern.compile(expression.toString());
  }
}

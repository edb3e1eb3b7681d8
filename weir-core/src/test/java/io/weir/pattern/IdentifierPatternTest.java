// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifierPatternTest {
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
      boolean expected = expression(pattern).matcher(text).matches();
      matches += expected ? 1 : 0;

      assertThat(IdentifierPattern.of(pattern).matches(text))
          .as("seed %d: %s on %s", SEED, pattern, text)
          .isEqualTo(expected);
    }
    assertThat(matches).isBetween(CASES / 100, CASES / 2);
  }

  @ParameterizedTest
  @CsvSource({"*, 0", "**, 0", "user_*, 5", "*_x_*, 3", "plain, 5", "\uD83D\uDE00*, 1"})
  @DisplayName("literals are characters beside stars, and a pair of surrogates is one of them")
  void literals(String text, long expected) {
    assertThat(IdentifierPattern.of(text).literals()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"*, true", "user_*, true", "user_, false", "., false"})
  @DisplayName("a text is a pattern if it has a star")
  void stars(String text, boolean expected) {
    assertThat(IdentifierPattern.hasStar(text)).isEqualTo(expected);
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifierPatternTest {
  @ParameterizedTest
  @CsvSource({"*, 0", "**, 0", "user_*, 5", "*_x_*, 3", "\uD83D\uDE00*, 1"})
  void literalsCountCodePointsExceptStars(String text, long expected) {
    assertThat(IdentifierPattern.of(text).literals()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"*, true", "user_*, true", "user_, false", "., false"})
  void aTextWithAStarIsAPattern(String text, boolean expected) {
    assertThat(IdentifierPattern.hasStar(text)).isEqualTo(expected);
  }

  @Test
  void aTextWithoutAStarIsNoPattern() {
    assertThatThrownBy(() -> IdentifierPattern.of("plain"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("plain");
  }

  @Test
  void aPatternIsSplitAtItsStars() {
    IdentifierPattern pattern = IdentifierPattern.of("a**b*cd*");

    assertThat(pattern.prefix()).isEqualTo("a");
    assertThat(pattern.segments()).containsExactly("b", "cd");
    assertThat(pattern.suffix()).isEmpty();
    assertThat(IdentifierPattern.of("x*y").segments()).isEmpty();
  }
}

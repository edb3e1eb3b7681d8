// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifierPatternTest {
  @ParameterizedTest
  @CsvSource({"*, 0", "**, 0", "user_*, 5", "*_x_*, 3", "\uD83D\uDE00*, 1"})
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

  @Test
  @DisplayName("a text without a star is no pattern")
  void plainTextsAreRefused() {
    assertThatThrownBy(() -> IdentifierPattern.of("plain"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("plain");
  }

  @Test
  @DisplayName(
      "a pattern has a beginning, an end, and what stands between stars without empty texts")
  void parts() {
    IdentifierPattern pattern = IdentifierPattern.of("a**b*cd*");

    assertThat(pattern.first()).isEqualTo("a");
    assertThat(pattern.segments()).containsExactly("b", "cd");
    assertThat(pattern.last()).isEmpty();
    assertThat(IdentifierPattern.of("x*y").segments()).isEmpty();
  }
}

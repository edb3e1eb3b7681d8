// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckTest {
  private static final String FACE = "\uD83D\uDE00";

  @Test
  void anIdentifierHas1To512CodePoints() {
    assertThat(Check.of(FACE.repeat(512)).identifier()).hasSize(1_024);
    assertThat(Check.of("a".repeat(512)).identifier()).hasSize(512);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Check.of(FACE.repeat(513)))
        .withMessageContaining("had 513");
    assertThatIllegalArgumentException().isThrownBy(() -> Check.of("a".repeat(513)));
    assertThatIllegalArgumentException().isThrownBy(() -> Check.of(""));
  }

  @ParameterizedTest(name = "[{index}]") // reports cannot contain them either
  @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D", "x\uD83D\uD83D\uDE00"})
  void refusesUnpairedSurrogates(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Check.of(name))
        .withMessageContaining("identifier must be valid Unicode");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Check.of("a").namespace(name))
        .withMessageContaining("namespace must be valid Unicode");
  }

  @Test
  void refusesANegativeCost() {
    assertThat(Check.of("a").cost(Long.MAX_VALUE).cost()).isEqualTo(Long.MAX_VALUE);
    assertThatIllegalArgumentException().isThrownBy(() -> Check.of("a").cost(-1));
  }
}

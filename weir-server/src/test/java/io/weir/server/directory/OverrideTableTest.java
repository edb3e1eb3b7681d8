// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OverrideTableTest {
  private static LimitOverride override(String id, String identifier) {
    return new LimitOverride(id, "rlns_1", identifier, 1, 1_000, false, 1);
  }

  private static String applied(String identifier, LimitOverride... overrides) {
    LimitOverride found = OverrideTable.EMPTY.withAll(List.of(overrides)).match(identifier);
    return found == null ? "" : found.id();
  }

  @Test
  @DisplayName("exactly the identifier's text comes before patterns, also when it has stars in it")
  void exactFirst() {
    LimitOverride star = override("rlor_1", "*");
    LimitOverride exact = override("rlor_2", "a*");
    LimitOverride longer = override("rlor_3", "a**");

    assertThat(applied("a*", star, exact, longer)).isEqualTo("rlor_2");
    assertThat(applied("b", star, exact, longer)).isEqualTo("rlor_1");
    assertThat(applied("b", exact, longer)).isEmpty();
  }

  @Test
  @DisplayName("of patterns the most particular applies, and of equals the first by its text")
  void mostParticularFirst() {
    LimitOverride any = override("rlor_1", "*");
    LimitOverride ending = override("rlor_3", "*_eu");
    LimitOverride beginning = override("rlor_2", "ab_*");
    LimitOverride both = override("rlor_4", "ab*_eu");

    assertThat(applied("ab_eu", any, ending, beginning)).isEqualTo("rlor_3");
    assertThat(applied("ab_eu", beginning, ending, any)).isEqualTo("rlor_3");
    assertThat(applied("ab_eu", any, ending, beginning, both)).isEqualTo("rlor_4");
  }
}

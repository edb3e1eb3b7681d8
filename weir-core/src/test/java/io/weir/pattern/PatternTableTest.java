// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PatternTableTest {
  private final PatternTable<String> table = new PatternTable<>();

  private void put(String... texts) {
    for (String each : texts) {
      table.put(each, "value of " + each);
    }
    table.publish();
  }

  @Test
  void anExactMatchComesBeforeEveryPattern() {
    put("user_*", "user_1", "*1");

    assertThat(table.match("user_1")).isEqualTo("value of user_1");
    assertThat(table.match("user_*")).isEqualTo("value of user_*");
  }

  @Test
  void thePatternWithTheMostCharactersAppliesAndAmongEqualsTheFirstByText() {
    put("*", "us*", "user*1", "*user1", "u*");

    assertThat(table.match("user21")).isEqualTo("value of user*1");
    assertThat(table.match("user1")).isEqualTo("value of *user1");
    assertThat(table.match("usage")).isEqualTo("value of us*");
    assertThat(table.match("other")).isEqualTo("value of *");
  }

  @Test
  void aPatternIsMatchedOnceItIsPublished() {
    table.put("a*", "first");

    assertThat(table.match("ab")).isNull();
    assertThat(table.get("a*")).isEqualTo("first");

    table.publish();
    table.put("a*", "second");

    assertThat(table.match("ab")).isEqualTo("second");
  }

  @Test
  void aRemovedPatternNoLongerAppliesAndTheRestStays() {
    put("a*", "ab*", "abc");

    table.removeAll(List.of("ab*", "abc", "unknown"));

    assertThat(table.match("abc")).isEqualTo("value of a*");
    assertThat(table.get("ab*")).isNull();
    assertThat(table.values()).containsExactly("value of a*");
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.patterns()).isEqualTo(1);
  }

  @Test
  void aRemovalPublishesWhatWasPutBefore() {
    put("a*");
    table.put("b*", "new");

    table.removeAll(List.of("a*"));

    assertThat(table.match("b1")).isEqualTo("new");
    assertThat(table.match("a1")).isNull();
  }
}

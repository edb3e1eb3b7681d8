// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EvictingBudgetTest {
  private final EvictingBudget budget = new EvictingBudget(3, 100);
  private final List<String> evicted = new ArrayList<>();

  private ResourceClaim enter(String name) {
    return budget.enter(() -> evicted.add(name));
  }

  @Test
  void evictsTheOldestToAdmitANewOne() {
    enter("a");
    ResourceClaim second = enter("b");
    enter("c");
    second.release();
    enter("d");
    assertThat(evicted).isEmpty();

    enter("e");
    enter("f");

    assertThat(evicted).containsExactly("a", "c");
    assertThat(budget.count()).isEqualTo(3);
  }

  @Test
  void evictsAsManyAsTheBytesNeed() {
    ResourceClaim first = enter("a");
    assertThat(first.reserve(40)).isTrue();
    assertThat(enter("b").reserve(40)).isTrue();
    ResourceClaim third = enter("c");

    assertThat(third.reserve(60)).isTrue();
    assertThat(evicted).containsExactly("a");
    assertThat(budget.bytes()).isEqualTo(100);

    assertThat(third.reserve(61)).isTrue();
    assertThat(evicted).containsExactly("a", "b");
    assertThat(budget.bytes()).isEqualTo(61);
  }

  @Test
  void neverEvictsTheRequester() {
    ResourceClaim first = enter("a");
    assertThat(enter("b").reserve(60)).isTrue();

    assertThat(first.reserve(100)).isTrue();

    assertThat(evicted).containsExactly("b");
    assertThat(first.reserve(101)).as("more than there is").isFalse();
    assertThat(budget.bytes()).isEqualTo(100);
  }

  @Test
  void anEvictedEntryIsReleasedOnce() {
    ResourceClaim first = enter("a");
    assertThat(first.reserve(60)).isTrue();
    assertThat(enter("b").reserve(60)).isTrue();

    first.release();

    assertThat(first.reserve(1)).isFalse();
    assertThat(budget.bytes()).isEqualTo(60);
    assertThat(budget.count()).isEqualTo(1);
  }
}

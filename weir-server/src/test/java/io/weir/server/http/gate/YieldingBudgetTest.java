// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The budget of those without a key")
final class YieldingBudgetTest {
  private final YieldingBudget budget = new YieldingBudget(3, 100);
  private final List<String> gone = new ArrayList<>();

  private Claim enter(String name) {
    return budget.enter(() -> gone.add(name));
  }

  @Test
  @DisplayName("lets everybody in, and the oldest gives way")
  void count() {
    enter("a");
    Claim second = enter("b");
    enter("c");
    second.leave();
    enter("d");
    assertThat(gone).isEmpty();

    enter("e");
    enter("f");

    assertThat(gone).containsExactly("a", "c");
    assertThat(budget.count()).isEqualTo(3);
  }

  @Test
  @DisplayName("lets as many of the oldest give way as are in the way of more bytes")
  void bytes() {
    Claim first = enter("a");
    assertThat(first.hold(40)).isTrue();
    assertThat(enter("b").hold(40)).isTrue();
    Claim third = enter("c");

    assertThat(third.hold(60)).isTrue();
    assertThat(gone).containsExactly("a");
    assertThat(budget.bytes()).isEqualTo(100);

    assertThat(third.hold(61)).isTrue();
    assertThat(gone).containsExactly("a", "b");
    assertThat(budget.bytes()).isEqualTo(61);
  }

  @Test
  @DisplayName("keeps the one that asks, even if it is the oldest")
  void staying() {
    Claim first = enter("a");
    assertThat(enter("b").hold(60)).isTrue();

    assertThat(first.hold(100)).isTrue();

    assertThat(gone).containsExactly("b");
    assertThat(first.hold(101)).as("more than there is").isFalse();
    assertThat(budget.bytes()).isEqualTo(100);
  }

  @Test
  @DisplayName("counts nothing twice for one that gave way and leaves later")
  void leavesLater() {
    Claim first = enter("a");
    assertThat(first.hold(60)).isTrue();
    assertThat(enter("b").hold(60)).isTrue();

    first.leave();

    assertThat(first.hold(1)).isFalse();
    assertThat(budget.bytes()).isEqualTo(60);
    assertThat(budget.count()).isEqualTo(1);
  }
}

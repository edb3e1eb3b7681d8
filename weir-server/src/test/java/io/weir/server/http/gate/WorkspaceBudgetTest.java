// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The budget that workspaces share")
final class WorkspaceBudgetTest {
  private final WorkspaceBudget budget = new WorkspaceBudget(100, 1_000);

  private int fill(String workspace) {
    int count = 0;
    while (budget.tryEnter(workspace) != null) {
      count++;
    }
    return count;
  }

  private Claim enter(String workspace) {
    return Objects.requireNonNull(budget.tryEnter(workspace));
  }

  @Test
  @DisplayName("gives half of the requests to one, half of the rest to the next, and so on")
  void requests() {
    assertThat(fill("one")).isEqualTo(50);
    assertThat(fill("two")).isEqualTo(25);
    assertThat(fill("three")).isEqualTo(12);
    assertThat(fill("four")).isEqualTo(6);
    assertThat(budget.requests()).isEqualTo(93);
  }

  @Test
  @DisplayName("gives half of the bytes to one, and what was refused changes nothing")
  void bytes() {
    Claim one = enter("one");
    Claim again = enter("one");
    Claim two = enter("two");

    assertThat(one.hold(400)).isTrue();
    assertThat(again.hold(101)).isFalse();
    assertThat(again.hold(100)).isTrue();
    assertThat(again.hold(101)).isFalse();
    assertThat(two.hold(251)).isFalse();
    assertThat(two.hold(250)).isTrue();
    assertThat(budget.bytes()).isEqualTo(750);
    one.leave();
    assertThat(again.hold(375)).isTrue();
    assertThat(again.hold(376)).isFalse();
  }

  @Test
  @DisplayName("lets a claim become smaller, even if its workspace has more than it would get now")
  void shrinks() {
    Claim first = enter("one");
    assertThat(first.hold(500)).isTrue();
    Claim second = enter("two");
    assertThat(second.hold(250)).isTrue();

    assertThat(first.hold(499)).isTrue();
    assertThat(first.hold(500)).isFalse();
  }

  @Test
  @DisplayName("counts refused requests apart from those that are under way")
  void refused() {
    int refused = 0;
    while (budget.tryRefuse("one") != null) {
      refused++;
    }

    assertThat(refused).isEqualTo(50);
    assertThat(fill("one")).isEqualTo(50);
    assertThat(fill("two")).isEqualTo(25);
    assertThat(budget.tryRefuse("two")).isNotNull();
  }

  @Test
  @DisplayName("has everything again when all have left")
  void empties() {
    Claim claim = enter("one");
    assertThat(claim.hold(10)).isTrue();
    Claim refused = Objects.requireNonNull(budget.tryRefuse("one"));
    assertThat(refused.hold(5)).isTrue();

    claim.leave();
    refused.leave();

    assertThat(budget.requests()).isZero();
    assertThat(budget.bytes()).isZero();
  }

  @Test
  @DisplayName("names the workspace that uses most, if it uses much")
  void heaviest() {
    Claim small = enter("small");
    assertThat(small.hold(100)).isTrue();
    assertThat(budget.heaviest()).isEmpty();

    assertThat(enter("large").hold(300)).isTrue();

    assertThat(budget.heaviest())
        .contains("workspace large uses the most: 1 requests in flight with 300 bytes");
  }
}

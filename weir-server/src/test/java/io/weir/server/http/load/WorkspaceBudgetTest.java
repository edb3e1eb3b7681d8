// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class WorkspaceBudgetTest {
  private final WorkspaceBudget budget = new WorkspaceBudget(100, 1_000);

  private int fill(String workspace) {
    int count = 0;
    while (budget.tryEnter(workspace) != null) {
      count++;
    }
    return count;
  }

  private ResourceClaim enter(String workspace) {
    return Objects.requireNonNull(budget.tryEnter(workspace));
  }

  @Test
  void eachWorkspaceGetsHalfOfTheRemainingRequests() {
    assertThat(fill("one")).isEqualTo(50);
    assertThat(fill("two")).isEqualTo(25);
    assertThat(fill("three")).isEqualTo(12);
    assertThat(fill("four")).isEqualTo(6);
    assertThat(budget.requests()).isEqualTo(93);
  }

  @Test
  void eachWorkspaceGetsHalfOfTheRemainingBytes() {
    ResourceClaim one = enter("one");
    ResourceClaim again = enter("one");
    ResourceClaim two = enter("two");

    assertThat(one.reserve(400)).isTrue();
    assertThat(again.reserve(101)).isFalse();
    assertThat(again.reserve(100)).isTrue();
    assertThat(again.reserve(101)).isFalse();
    assertThat(two.reserve(251)).isFalse();
    assertThat(two.reserve(250)).isTrue();
    assertThat(budget.bytes()).isEqualTo(750);
    one.release();
    assertThat(again.reserve(375)).isTrue();
    assertThat(again.reserve(376)).isFalse();
  }

  @Test
  void aClaimMayAlwaysShrink() {
    ResourceClaim first = enter("one");
    assertThat(first.reserve(500)).isTrue();
    ResourceClaim second = enter("two");
    assertThat(second.reserve(250)).isTrue();

    assertThat(first.reserve(499)).isTrue();
    assertThat(first.reserve(500)).isFalse();
  }

  @Test
  void refusedRequestsAreCountedSeparately() {
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
  void returnsEverythingWhenAllClaimsEnd() {
    ResourceClaim resourceClaim = enter("one");
    assertThat(resourceClaim.reserve(10)).isTrue();
    ResourceClaim refused = Objects.requireNonNull(budget.tryRefuse("one"));
    assertThat(refused.reserve(5)).isTrue();

    resourceClaim.release();
    refused.release();

    assertThat(budget.requests()).isZero();
    assertThat(budget.bytes()).isZero();
  }

  @Test
  void namesTheWorkspaceThatUsesMost() {
    ResourceClaim small = enter("small");
    assertThat(small.reserve(100)).isTrue();
    assertThat(budget.heaviest()).isEmpty();

    assertThat(enter("large").reserve(300)).isTrue();

    assertThat(budget.heaviest())
        .contains("workspace large uses the most: 1 requests in flight with 300 bytes");
  }
}

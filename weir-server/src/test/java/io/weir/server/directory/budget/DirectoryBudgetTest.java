// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DirectoryBudgetTest {
  private final DirectoryBudget budget = new DirectoryBudget(1_000);

  /** Takes as much as a workspace is allowed, ten bytes at a time. */
  private long fill(String workspaceId) {
    DirectoryUsage usage = budget.of(workspaceId);
    while (usage.hasRoomFor(10)) {
      usage.take(10);
    }
    return usage.usedBytes();
  }

  @Test
  void everyWorkspaceGetsRoom() {
    List<Long> shares = IntStream.range(0, 5).mapToObj(i -> fill("ws_" + i)).toList();

    assertThat(shares).containsExactly(500L, 250L, 120L, 60L, 30L);
    assertThat(budget.usedBytes()).isLessThan(budget.maxBytes());
  }

  @Test
  void theCeilingIsReported() {
    assertThat(budget.of("ws_1").ceilingBytes()).isEqualTo(500);

    budget.of("ws_1").take(200);
    assertThat(budget.of("ws_1").ceilingBytes()).isEqualTo(500);
    assertThat(budget.of("ws_2").ceilingBytes()).isEqualTo(400);

    budget.of("ws_1").take(700);
    assertThat(budget.of("ws_1").ceilingBytes()).isEqualTo(900);
  }

  @Test
  void storedDataIsReadInTwoRounds() {
    budget.beginFirstRound();
    long first = load("ws_big", 100);
    assertThat(first).isEqualTo(500);
    assertThat(load("ws_bigger", 100)).isEqualTo(250);
    assertThat(load("ws_small", 3)).isEqualTo(30);
    assertThat(budget.leftOut(EntryKind.OVERRIDE)).isEqualTo(50 + 75);

    assertThat(budget.beginSecondRound()).isTrue();
    assertThat(budget.leftOut(EntryKind.OVERRIDE)).isZero();
    assertThat(load("ws_big", 50)).isEqualTo(500);
    assertThat(load("ws_bigger", 75)).isEqualTo(470);
    budget.endRounds();

    assertThat(budget.usedBytes()).isEqualTo(1_000);
    assertThat(budget.beginSecondRound()).isFalse();
  }

  private long load(String workspaceId, int entries) {
    DirectoryUsage usage = budget.of(workspaceId);
    for (int i = 0; i < entries; i++) {
      if (!usage.tryTake(10)) {
        usage.recordLeftOut(EntryKind.OVERRIDE);
      }
    }
    return usage.usedBytes();
  }

  @Test
  void everythingIsReadAgainOnceEnoughIsFreed() {
    load("ws_1", 60);
    assertThat(budget.isWorthReadingAgain()).isFalse();

    budget.of("ws_1").release(20);
    assertThat(budget.isWorthReadingAgain()).as("20 of 500").isFalse();
    budget.of("ws_1").release(20);
    assertThat(budget.isWorthReadingAgain()).as("40 of 500").isTrue();

    budget.beginFirstRound();
    budget.endRounds();
    load("ws_1", 14);
    assertThat(budget.leftOut(EntryKind.OVERRIDE)).isEqualTo(10);
    assertThat(budget.isWorthReadingAgain()).isFalse();
  }

  @Test
  void aWorkspaceIsReportedAgainOnlyWhenItDoubles() {
    load("ws_1", 53);
    assertThat(budget.newlyExceeded())
        .extracting(DirectoryUsage::workspaceId)
        .containsExactly("ws_1");
    assertThat(budget.newlyExceeded()).isEmpty();
    load("ws_1", 2);
    assertThat(budget.newlyExceeded()).isEmpty();
    load("ws_1", 1);
    assertThat(budget.newlyExceeded()).hasSize(1);
  }

  @Test
  void theDefaultIsASixteenthOfTheHeap() {
    assertThat(DirectoryBudget.of(0, 1_600).maxBytes()).isEqualTo(100);
    assertThat(DirectoryBudget.of(7, 1_600).maxBytes()).isEqualTo(7);
  }
}

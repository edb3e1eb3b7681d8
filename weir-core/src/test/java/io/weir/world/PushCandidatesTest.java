// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Imports;
import io.weir.cell.SubjectTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PushCandidatesTest {
  private static final long ROOM = 1_000_000;
  private static final long MINUTE = 60_000;

  private final SubjectTable table = new SubjectTable(
      1_000_000, new SubjectTable.StoreSharing(false, true, Imports.NONE), Observer.NONE);
  private final PushCandidates list = new PushCandidates(100_000, ROOM);

  private Cell cell(String workspace, String identifier) {
    return table.scope(workspace, "n", MINUTE).subject(identifier, 0).current();
  }

  private List<Cell> fill(String workspace, String prefix, boolean isHalfUsed) {
    List<Cell> added = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Cell cell = cell(workspace, prefix + i);
      if (list.add(cell, isHalfUsed) != null) {
        added.add(cell);
      }
    }
    return added;
  }

  @Test
  void longIdentifiersUseMoreMemory() {
    String longName = "\uD83D\uDE00".repeat(500);
    List<Cell> added = fill("w", longName, true);

    assertThat(added).hasSizeBetween(200, 400);
    assertThat(list.bytes()).isBetween(ROOM - 5_000, ROOM);
    assertThat(list.add(cell("w", longName + "one more"), true)).isNull();
  }

  @Test
  void halfTheMemoryIsReservedForHalfUsedCells() {
    fill("w", "single", false);
    assertThat(list.bytes()).isBetween(ROOM / 2 - 1_000, ROOM / 2);

    assertThat(fill("w", "spender", true)).isNotEmpty();
    assertThat(list.bytes()).isBetween(ROOM - 1_000, ROOM);
  }

  @Test
  void theLargestWorkspaceYieldsItsOldestCells() {
    List<Cell> flood = fill("hostile", "x", true);
    List<Cell> late = fill("late", "y", true);

    assertThat(list.bytes()).isLessThanOrEqualTo(ROOM);
    assertThat(late.size()).isBetween(flood.size() * 4 / 10, flood.size() * 6 / 10);
    assertThat(late).allMatch(cell -> list.get(cell) != null);
    assertThat(list.get(flood.get(0))).isNull();
    assertThat(list.named(flood.get(0).key())).isNull();
    assertThat(list.get(flood.get(flood.size() - 1))).isNotNull();
    assertThat(fill("hostile", "z", true)).as("it has as much as the other").hasSizeLessThan(20);
  }

  @Test
  void evictionKeepsOtherCellsOfTheSameName() {
    Cell first = cell("hostile", "same");
    list.add(first, true);
    table.retire(first.subject());
    for (int i = 0; i < 10; i++) {
      list.add(cell("hostile", "between" + i), true);
    }
    Cell second = cell("hostile", "same");
    list.add(second, true);
    fill("hostile", "x", true);

    PushCandidate newest = list.named(second.key());
    assertThat(newest).isSameAs(list.get(second));
    list.add(cell("late", "one"), true);

    assertThat(list.get(first)).isNull();
    assertThat(list.named(second.key())).isSameAs(list.get(second));
    assertThat(list.get(second)).isNotNull().matches(hot -> hot.sameName() == null);
  }

  @Test
  void expiredCellsFreeTheirMemory() {
    fill("w", "x", true);

    list.expire(2 * MINUTE);

    assertThat(list.bytes()).isZero();
    assertThat(list.size()).isZero();
    assertThat(fill("w", "x", true)).isNotEmpty();
  }
}

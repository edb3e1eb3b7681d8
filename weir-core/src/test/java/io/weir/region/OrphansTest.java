// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.cell.Imports;
import io.weir.cell.SubjectTable;
import org.junit.jupiter.api.Test;

class OrphansTest {
  private static final long ROOM = 100_000;

  private final SubjectTable table = new SubjectTable(
      1_000_000, new SubjectTable.StoreSharing(true, false, Imports.NONE), Observer.NONE);
  private final Draft.OrphanedDrafts orphanedDrafts = new Draft.OrphanedDrafts(
      new Publisher.PublisherContext(() -> 1, cell -> {}, () -> {}, 1_000, 800, ROOM));

  private Draft add(String workspace, String identifier) {
    Draft draft =
        new Draft(table.scope(workspace, "n", 1_000).subject(identifier, 0).current());
    draft.isDue = true;
    orphanedDrafts.add(draft);
    return draft;
  }

  @Test
  void theHeaviestWorkspaceIsDroppedFirst() {
    Draft honest = add("honest", "u");
    Draft first = add("hostile", "\uD83D\uDE00".repeat(500) + 0);
    assertThat(orphanedDrafts.nextToDrop(2)).isNull();
    for (int i = 1; i < 100; i++) {
      add("hostile", "\uD83D\uDE00".repeat(500) + i);
    }
    assertThat(orphanedDrafts.bytes()).isGreaterThan(ROOM);
    assertThat(orphanedDrafts.isOverloaded()).isTrue();
    assertThat(orphanedDrafts.isOverloadedBy("hostile")).isTrue();
    assertThat(orphanedDrafts.isOverloadedBy("honest")).isFalse();
    assertThat(orphanedDrafts.isOverloadedBy("new")).isFalse();

    assertThat(orphanedDrafts.nextToDrop(101)).isSameAs(first);
    int given = 0;
    for (Draft draft = orphanedDrafts.nextToDrop(101);
        draft != null;
        draft = orphanedDrafts.nextToDrop(101)) {
      assertThat(draft).isNotSameAs(honest);
      orphanedDrafts.remove(draft);
      given++;
    }

    assertThat(given).isBetween(50, 80);
    assertThat(orphanedDrafts.bytes()).isLessThanOrEqualTo(ROOM);
    assertThat(honest.isOrphan).isTrue();
  }

  @Test
  void draftsInFlightAreDroppedLast() {
    Draft inFlight = add("w", "first");
    inFlight.isDue = false;
    Draft next = add("w", "second");

    assertThat(orphanedDrafts.nextToDrop(1_000)).isNull();
    assertThat(orphanedDrafts.nextToDrop(1_001)).isSameAs(next);
    orphanedDrafts.remove(next);
    assertThat(orphanedDrafts.nextToDrop(1_001)).isSameAs(inFlight);
  }

  @Test
  void evictedCellsAreCountedOnceAndFreed() {
    Draft draft = add("w", "u");
    long once = orphanedDrafts.bytes();
    orphanedDrafts.add(draft);
    assertThat(orphanedDrafts.bytes()).isEqualTo(once).isGreaterThan(400);

    orphanedDrafts.remove(draft);
    orphanedDrafts.remove(draft);
    assertThat(orphanedDrafts.bytes()).isZero();
    assertThat(orphanedDrafts.nextToDrop(1_001)).isNull();
  }

  @Test
  void droppedCellsLeaveTheQueue() {
    assertThat(orphanedDrafts.isQueueStale(100, 800)).isFalse();
    assertThat(orphanedDrafts.isQueueStale(128, 800)).isFalse();
    assertThat(orphanedDrafts.isQueueStale(1, 800)).isTrue();
    assertThat(orphanedDrafts.isQueueStale(1, 800)).isFalse();
  }
}

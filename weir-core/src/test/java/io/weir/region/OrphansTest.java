// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.cell.SubjectTable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Evicted cells that wait for the origin")
class OrphansTest {
  private static final long ROOM = 100_000;

  private final SubjectTable table = new SubjectTable(
      1_000_000, new SubjectTable.Sharing(true, false, SubjectTable.Imports.NONE), Observer.NONE);
  private final Draft.Orphans orphans =
      new Draft.Orphans(new Publisher.Wiring(() -> 1, cell -> {}, () -> {}, 1_000, 800, ROOM));

  private Draft add(String workspace, String identifier) {
    Draft draft =
        new Draft(table.scope(workspace, "n", 1_000).subject(identifier, 0).current());
    draft.isDue = true;
    orphans.add(draft);
    return draft;
  }

  @Test
  @DisplayName(
      "are given up when they take too much memory, those of the workspace that has most first")
  void theHeaviestGivesUp() {
    Draft honest = add("honest", "u");
    Draft first = add("hostile", "\uD83D\uDE00".repeat(500) + 0);
    assertThat(orphans.surplus(2)).isNull();
    for (int i = 1; i < 100; i++) {
      add("hostile", "\uD83D\uDE00".repeat(500) + i);
    }
    assertThat(orphans.bytes()).isGreaterThan(ROOM);
    assertThat(orphans.isOverrun()).isTrue();
    assertThat(orphans.isOverrunBy("hostile")).isTrue();
    assertThat(orphans.isOverrunBy("honest")).isFalse();
    assertThat(orphans.isOverrunBy("new")).isFalse();

    assertThat(orphans.surplus(101)).isSameAs(first);
    int given = 0;
    for (Draft draft = orphans.surplus(101); draft != null; draft = orphans.surplus(101)) {
      assertThat(draft).isNotSameAs(honest);
      orphans.remove(draft);
      given++;
    }

    assertThat(given).isBetween(50, 80);
    assertThat(orphans.bytes()).isLessThanOrEqualTo(ROOM);
    assertThat(honest.isOrphan).isTrue();
  }

  @Test
  @DisplayName(
      "are given up when there are too many drafts, but rather not while they are in flight")
  void thoseInFlightAreSpared() {
    Draft inFlight = add("w", "first");
    inFlight.isDue = false;
    Draft next = add("w", "second");

    assertThat(orphans.surplus(1_000)).isNull();
    assertThat(orphans.surplus(1_001)).isSameAs(next);
    orphans.remove(next);
    assertThat(orphans.surplus(1_001)).isSameAs(inFlight);
  }

  @Test
  @DisplayName("are counted once, and take nothing when they are gone")
  void countedOnce() {
    Draft draft = add("w", "u");
    long once = orphans.bytes();
    orphans.add(draft);
    assertThat(orphans.bytes()).isEqualTo(once).isGreaterThan(400);

    orphans.remove(draft);
    orphans.remove(draft);
    assertThat(orphans.bytes()).isZero();
    assertThat(orphans.surplus(1_001)).isNull();
  }

  @Test
  @DisplayName("that were given up leave the line after a while")
  void theLineIsGoneThrough() {
    assertThat(orphans.isLineStale(100, 800)).isFalse();
    assertThat(orphans.isLineStale(128, 800)).isFalse();
    assertThat(orphans.isLineStale(1, 800)).isTrue();
    assertThat(orphans.isLineStale(1, 800)).isFalse();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForeignSumsTest {
  private static final long DURATION = 60_000;
  private static final long SEQUENCE = 28_000_000;
  private static final long NOW = SEQUENCE * DURATION;
  private static final int ROOM = 1_600;

  private final ForeignSums sums = new ForeignSums(ROOM);

  private static CellKey cell(String workspace, int identifier) {
    return new CellKey(new SubjectKey(workspace, "n", "id-" + identifier, DURATION), SEQUENCE);
  }

  private ForeignSums.PutResult put(CellKey cell, long regional, long foreign) {
    return sums.put(new Ledger.CellSums(cell, regional, foreign), NOW);
  }

  private long known(String workspace, int identifiers) {
    return IntStream.range(0, identifiers)
        .filter(i -> sums.foreign(cell(workspace, i)) > 0)
        .count();
  }

  @Test
  void aSmallerSumThatArrivesLateLowersNothing() {
    CellKey cell = cell("w", 1);
    put(cell, 5, 9);

    assertThat(put(cell, 4, 8)).isEqualTo(ForeignSums.PutResult.RAISED);

    assertThat(sums.foreign(cell)).isEqualTo(9);
    assertThat(sums.regional(cell)).isEqualTo(5);
  }

  @Test
  void aSingleWorkspaceMayUseTheWholeTable() {
    for (int i = 0; i < 2 * ROOM; i++) {
      put(cell("w", i), 0, 1);
    }

    assertThat(known("w", 2 * ROOM)).isBetween(ROOM * 9L / 10, (long) ROOM);
    assertThat(sums.size()).isEqualTo((int) known("w", 2 * ROOM));
  }

  @Test
  void sumsOfTheLargestWorkspaceAreEvicted() {
    for (int i = 0; i < 10 * ROOM; i++) {
      put(cell("hostile", i), 0, 1_000);
    }

    for (int i = 0; i < ROOM / 4; i++) {
      assertThat(put(cell("honest", i), 0, 1)).isEqualTo(ForeignSums.PutResult.NEW);
    }

    assertThat(known("honest", ROOM / 4)).isEqualTo(ROOM / 4);
    assertThat(sums.size()).isLessThanOrEqualTo(ROOM);
    assertThat(sums.takeEvictedCount()).isPositive();
  }

  @Test
  void sumsOfTheLargestWorkspaceAreEvictedHoweverLargeTheyAre() {
    for (int i = 0; i < 10 * ROOM; i++) {
      put(cell("hostile", i), 0, Long.MAX_VALUE);
    }

    for (int i = 0; i < ROOM / 4; i++) {
      assertThat(put(cell("honest", i), 0, 1)).isEqualTo(ForeignSums.PutResult.NEW);
    }

    assertThat(known("honest", ROOM / 4)).isEqualTo(ROOM / 4);
    assertThat(sums.size()).isLessThanOrEqualTo(ROOM);
  }

  @Test
  void aFloodTakesNothingFromAWorkspaceBelowItsShare() {
    for (int i = 0; i < ROOM / 4; i++) {
      put(cell("honest", i), 0, 1);
    }

    for (int i = 0; i < 10 * ROOM; i++) {
      put(cell("hostile", i), 0, 1_000 + i);
    }

    assertThat(known("honest", ROOM / 4)).isEqualTo(ROOM / 4);
  }

  @Test
  void workspacesThatFloodInTurnsShareTheTable() {
    String[] flooding = {"a", "b", "c", "d"};
    for (int i = 0; i < 20 * ROOM; i++) {
      put(cell(flooding[i % 4], i), 0, 1 + i % 7);
    }

    for (int w = 0; w < flooding.length; w++) {
      assertThat(known(flooding[w], 20 * ROOM))
          .as(flooding[w])
          .isBetween(ROOM * 3L / 16, ROOM * 5L / 16);
    }
  }

  @Test
  void aWorkspaceWithOneSumDoesNotLoseItToAWorkspaceWithNone() {
    ForeignSums small = new ForeignSums(1);
    for (int i = 0; i < 100; i++) {
      small.put(new Ledger.CellSums(cell("w" + i, i), 0, 1), NOW);
    }

    assertThat(small.takeEvictedCount()).isZero();
    assertThat(small.size()).isEqualTo(16);
  }

  @Test
  void largerSumsReplaceSmallerOnesOfTheSameWorkspace() {
    put(cell("other", 0), 0, 1);
    for (int i = 0; i < 10 * ROOM; i++) {
      put(cell("w", i), 0, 1);
    }
    int spenders = ROOM / 4;
    for (int i = 0; i < spenders; i++) {
      assertThat(put(cell("w", 100_000 + i), 10, 5)).isEqualTo(ForeignSums.PutResult.NEW);
    }
    for (int i = 10 * ROOM; i < 20 * ROOM; i++) {
      put(cell("w", i), 0, 1);
    }

    for (int i = 0; i < spenders; i++) {
      assertThat(sums.foreign(cell("w", 100_000 + i))).isEqualTo(5);
      assertThat(sums.regional(cell("w", 100_000 + i))).isEqualTo(10);
    }
    assertThat(sums.foreign(cell("other", 0))).isEqualTo(1);
    assertThat(sums.takeEvictedCount()).isPositive();
    assertThat(known("w", 20 * ROOM) + spenders).isLessThanOrEqualTo(ROOM);
  }

  @Test
  void sumsNoLargerThanTheSmallestAreDropped() {
    for (int i = 0; i < 10 * ROOM; i++) {
      put(cell("w", i), 0, 3);
    }
    sums.takeEvictedCount();
    long before = known("w", 10 * ROOM);

    for (int i = 10 * ROOM; i < 20 * ROOM; i++) {
      put(cell("w", i), 1, 2);
    }

    assertThat(sums.takeEvictedCount()).isZero();
    assertThat(known("w", 10 * ROOM)).isEqualTo(before);
  }
}

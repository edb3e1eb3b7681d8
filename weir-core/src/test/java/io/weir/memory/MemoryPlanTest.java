// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that all parts together leave enough of the heap for the program itself, however small or large the heap is.
 */
class MemoryPlanTest {
  private static final long MB = 1L << 20;

  @ParameterizedTest
  @ValueSource(longs = {40, 41, 48, 64, 79, 80, 81, 96, 128, 256, 1_000, 4_096, 31_000, 32_768})
  void thePartsFitBesideAReserve(long megabytes) {
    MemoryPlan plan = MemoryPlan.of(megabytes * MB);

    assertThat(plan.subjects()
            + plan.hotCells()
            + plan.drafts()
            + plan.foreignSums()
            + plan.directory()
            + plan.bodies()
            + plan.reserve())
        .isEqualTo(megabytes * MB);
    assertThat(plan.reserve()).isGreaterThanOrEqualTo(Math.max(20 * MB, megabytes * MB / 5));
    assertThat(plan.subjects()).isBetween(8 * MB, megabytes * MB / 3);
    assertThat(plan.subjects()).isGreaterThan(plan.hotCells());
    assertThat(plan.directory()).isEqualTo(megabytes * MB / 16);
    assertThat(plan.bodies()).isEqualTo(megabytes * MB / 16);
  }

  @Test
  void ofALargeHeapSubjectsGetAThird() {
    assertThat(MemoryPlan.of(1_200 * MB).subjects()).isEqualTo(400 * MB);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 8, 20, 24, 30, 39})
  void aHeapThatIsTooSmallStillGetsAPlan(long megabytes) {
    assertThat(MemoryPlan.of(megabytes * MB).subjects()).isGreaterThanOrEqualTo(MB);
  }

  @ParameterizedTest
  @ValueSource(longs = {40, 96, 256, 1_000, 4_096, 32_768})
  void aPageOfSumsTakesASmallPartOfTheReserve(long megabytes) {
    MemoryPlan plan = MemoryPlan.of(megabytes * MB);

    assertThat(plan.sumsPerPage()).isBetween(100, 5_000);
    assertThat(plan.sumsPerPage() * HeapSizes.PULLED_SUM).isLessThan(plan.reserve() / 6);
  }

  @Test
  void partsGrowWithTheHeap() {
    MemoryPlan smaller = MemoryPlan.of(32 * MB);
    for (long megabytes = 33; megabytes < 4_096; megabytes++) {
      MemoryPlan larger = MemoryPlan.of(megabytes * MB);
      assertThat(larger.subjects()).isGreaterThanOrEqualTo(smaller.subjects());
      assertThat(larger.hotCells()).isGreaterThanOrEqualTo(smaller.hotCells());
      smaller = larger;
    }
  }

  @Test
  void ceilingsThatLeaveTooLittleAreTight() {
    MemoryPlan plan = MemoryPlan.of(64 * MB);

    assertThat(plan.isTight()).isFalse();
    assertThat(plan.withServer(plan.directory(), 8 * MB).isTight()).isTrue();
    assertThat(MemoryPlan.of(256 * MB).withServer(16 * MB, 20 * MB).isTight()).isFalse();
    assertThat(MemoryPlan.of(256 * MB).withServer(80 * MB, 16 * MB).isTight()).isTrue();
  }

  @Test
  void anImpossiblePartIsRefusedByName() {
    assertThatThrownBy(() -> MemoryPlan.of(64 * MB).withSubjects(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("subjects must be at least 1 byte, but was 0");
  }
}

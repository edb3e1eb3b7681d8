// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import static io.weir.benchmarks.ledger.store.Reasons.Reason.FIRST;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.GROWTH_ALONE;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.NOTHING_NEW;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.PATIENCE;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.REPLY;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.SECOND_WRITER;
import static io.weir.benchmarks.ledger.store.Reasons.Reason.STEP;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import org.junit.jupiter.api.Test;

class ReasonsTest {
  private static final CellKey CELL = new CellKey(new SubjectKey("w", "n", "i", 60_000), 1);

  private final Reasons reasons = new Reasons();

  @Test
  void classifiesRowsOfASingleRegion() {
    assertThat(of("a/0", "a", 1, 0)).isEqualTo(FIRST);
    assertThat(of("a/0", "a", 2, 100)).isEqualTo(GROWTH_ALONE);
    assertThat(of("a/1", "a", 2, 200)).isEqualTo(NOTHING_NEW);
    assertThat(of("a/1", "a", 4, 300)).isEqualTo(SECOND_WRITER);
  }

  @Test
  void classifiesGrowthOnceAnotherRegionIsInTheCell() {
    of("a/0", "a", 1, 0);

    assertThat(of("b/0", "b", 1, 100)).isEqualTo(REPLY);
    assertThat(of("a/0", "a", 5, 200)).isEqualTo(STEP);
    assertThat(of("a/0", "a", 6, 1_200)).isEqualTo(PATIENCE);
  }

  private Reasons.Reason of(String process, String region, long count, long now) {
    return reasons.of(process, new Ledger.Component(CELL, region, "", count), now);
  }
}

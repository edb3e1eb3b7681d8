// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.UsageReport;
import io.weir.origin.OriginOptions;
import io.weir.process.Incarnation;
import io.weir.process.ProcessContext;
import io.weir.time.ManualClock;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OriginBudgetTest {
  private static final long LIFE = 3_600_000;
  private static final long CEILING = 750_000;
  private static final OriginMemory FIELD = new OriginMemory(0, 50);

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock, CEILING / 3 * 4);
  private final OriginBudget budget = new OriginBudget(
      origin,
      OriginOptions.defaults(),
      new ProcessContext(new Incarnation(new SplittableRandom(1)), clock, clock, Observer.NONE),
      () -> 3);

  @BeforeEach
  void learnTheCeiling() {
    report();
  }

  private void report() {
    clock.advanceMillis(20_000);
    budget.work();
  }

  private OriginMemory accounted(String workspace) {
    return origin
        .reportUsage(new UsageReport(List.of(), List.of(workspace)))
        .toCompletableFuture()
        .join()
        .workspaces()
        .get(0);
  }

  @Test
  void reservesAFieldPerProcessWithEachCell() {
    budget.recordAdded("w", LIFE, new OriginMemory(1, 300));
    report();

    assertThat(budget.reservedFields()).isEqualTo(3);
    assertThat(accounted("w")).isEqualTo(new OriginMemory(1, 300 + 2 * 48));
  }

  @Test
  void reportsFieldsWithoutReservedRoom() {
    budget.recordAdded("w", LIFE, FIELD);
    budget.recordAdded("w", LIFE, FIELD);
    report();

    assertThat(accounted("w")).isEqualTo(new OriginMemory(0, 100));
  }

  @Test
  void fieldsMayUseThreeQuartersOfTheCeiling() {
    long bytes = 0;
    while (budget.canCreate("hostile") && bytes < CEILING) {
      budget.recordAdded("hostile", LIFE, FIELD);
      bytes += FIELD.bytes();
    }

    assertThat(bytes).isBetween(CEILING * 3 / 4 - 100, CEILING * 3 / 4 + 100);
    assertThat(budget.canCreate("honest")).isTrue();
    report();
    assertThat(budget.canCreate("hostile")).isFalse();
    assertThat(accounted("hostile").bytes()).isEqualTo(bytes);
  }

  @Test
  void fieldsExpireWithTheirCells() {
    budget.recordAdded("w", LIFE, FIELD);
    report();

    clock.advanceMillis(2 * LIFE);

    assertThat(accounted("w")).isEqualTo(OriginMemory.NONE);
  }
}

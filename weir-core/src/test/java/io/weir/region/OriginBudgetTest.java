// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin.Account;
import io.weir.origin.Origin.Memory;
import io.weir.origin.OriginOptions;
import io.weir.process.Incarnation;
import io.weir.process.Self;
import io.weir.time.ManualClock;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The budget of an origin")
class OriginBudgetTest {
  private static final long LIFE = 3_600_000;
  private static final long CEILING = 750_000;
  private static final Memory FIELD = new Memory(0, 50);

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock, CEILING / 3 * 4);
  private final OriginBudget budget = new OriginBudget(
      origin,
      OriginOptions.defaults(),
      new Self(new Incarnation(new SplittableRandom(1)), clock, clock, Observer.NONE),
      () -> 3);

  @BeforeEach
  void learnTheCeiling() {
    report();
  }

  private void report() {
    clock.advanceMillis(20_000);
    budget.work();
  }

  private Memory accounted(String workspace) {
    return origin
        .account(new Account(List.of(), List.of(workspace)))
        .toCompletableFuture()
        .join()
        .workspaces()
        .get(0);
  }

  @Test
  @DisplayName("sets aside a field per process with each cell")
  void cellsHaveRoomForFields() {
    budget.added("w", LIFE, new Memory(1, 300));
    report();

    assertThat(budget.reservedFields()).isEqualTo(3);
    assertThat(accounted("w")).isEqualTo(new Memory(1, 300 + 2 * 48));
  }

  @Test
  @DisplayName("reports fields that no room was set aside for")
  void fieldsAreReported() {
    budget.added("w", LIFE, FIELD);
    budget.added("w", LIFE, FIELD);
    report();

    assertThat(accounted("w")).isEqualTo(new Memory(0, 100));
  }

  @Test
  @DisplayName("lets a workspace that adds nothing but fields have three quarters of the ceiling")
  void fieldsUseUpTheRoom() {
    long bytes = 0;
    while (budget.mayCreate("hostile") && bytes < CEILING) {
      budget.added("hostile", LIFE, FIELD);
      bytes += FIELD.bytes();
    }

    assertThat(bytes).isBetween(CEILING * 3 / 4 - 100, CEILING * 3 / 4 + 100);
    assertThat(budget.mayCreate("honest")).isTrue();
    report();
    assertThat(budget.mayCreate("hostile")).isFalse();
    assertThat(accounted("hostile").bytes()).isEqualTo(bytes);
  }

  @Test
  @DisplayName("forgets fields when their cells have expired")
  void fieldsExpire() {
    budget.added("w", LIFE, FIELD);
    report();

    clock.advanceMillis(2 * LIFE);

    assertThat(accounted("w")).isEqualTo(Memory.NONE);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that know of each other enforce one limit together. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {2, 5, 9})
class SharedLimitTest {
  private static final long FAR_AWAY = 1_000_000_000;
  private static final long RATE = 1_000;
  private static final long CHECKS = 1_500;

  private static @Nullable ProcessFleet opened;

  @Parameter
  int processes;

  @BeforeParameterizedClassInvocation
  static void open(int processes) {
    opened = ProcessFleet.open(processes);
  }

  @AfterParameterizedClassInvocation
  static void close() {
    fleet().close();
  }

  private static ProcessFleet fleet() {
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  @Test
  void everyProcessKnowsTheTrueSumOfBusyAndQuietCells() {
    Budget busy = Budget.of(FAR_AWAY);
    Budget quiet = Budget.of(FAR_AWAY);

    Tally few = Tally.sum(fleet().spend(quiet, 1));
    Tally many = Tally.sum(fleet().pace(busy, CHECKS, RATE));

    assertThat(few.admitted()).isEqualTo(processes);
    assertThat(many.admitted()).isEqualTo(processes * CHECKS);
    fleet().assertEverybodyKnows(busy, many.admitted());
    fleet().assertEverybodyKnows(quiet, few.admitted());
  }

  @Test
  void aLimitWithinReachIsReachedTogetherAndThenRefusesEverywhere() {
    Budget budget = Budget.of(processes * CHECKS / 2);

    List<Tally> tallies = fleet().pace(budget, CHECKS, RATE);

    Tally all = Tally.sum(tallies);
    new OverAdmission(budget, all).print("within reach", fleet(), RATE);
    assertThat(all.failed()).isZero();
    assertThat(all.admitted()).isGreaterThanOrEqualTo(budget.amount());
    fleet().assertEverybodyKnows(budget, all.admitted());
    assertThat(fleet().spend(budget, 10))
        .as(fleet()::output)
        .allMatch(later -> later.refused() == 10);
    fleet().assertEverybodyKnows(budget, all.admitted());
  }
}

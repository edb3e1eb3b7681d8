// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of one region enforce one limit together. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {2, 5, 9})
@Tag("integration")
class SharedLimitTest {
  private static final long FAR_AWAY = 1_000_000_000;

  /** Checks per second and process, for a second and a half. */
  private static final long STEADY = 1_000;

  private static final long STEADY_CHECKS = 1_500;

  /** Checks per second and process, for a second: each process alone could spend the scarce limit ten times. */
  private static final long RUSH = 10_000;

  private static final long RUSH_CHECKS = 10_000;
  private static final long SCARCE = 1_000;

  /** Starting processes takes longer than asking them, so that all tests ask the same ones. */
  private static @Nullable ProcessFleet opened;

  /** What they did right after their start, before they knew of each other. */
  private static Tally strangers = Tally.NOTHING;

  private static Budget strangersBudget = Budget.of(SCARCE);

  @Parameter
  int processes;

  @BeforeParameterizedClassInvocation
  static void open(int processes) {
    ProcessFleet fleet = ProcessFleet.start(processes);
    opened = fleet;
    strangersBudget = Budget.of(SCARCE);
    strangers = Tally.sum(fleet.openAndPace(strangersBudget, RUSH_CHECKS, RUSH));
    fleet.awaitProcesses(processes);
  }

  @AfterParameterizedClassInvocation
  static void close() {
    if (opened != null) {
      opened.close();
    }
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
    Tally many = Tally.sum(fleet().pace(busy, STEADY_CHECKS, STEADY));

    assertThat(few.admitted()).isEqualTo(processes);
    assertThat(many.admitted()).isEqualTo(processes * STEADY_CHECKS);
    fleet().assertEverybodyKnows(busy, many.admitted());
    fleet().assertEverybodyKnows(quiet, few.admitted());
  }

  @Test
  void aLimitWithinReachIsReachedTogetherAndThenRefusesEverywhere() {
    Budget budget = Budget.of(processes * STEADY_CHECKS / 2);

    Tally all = Tally.sum(fleet().pace(budget, STEADY_CHECKS, STEADY));

    new OverAdmission(budget, all).log("within reach", fleet(), STEADY);
    assertThat(all.failed()).isZero();
    assertThat(all.admitted()).isGreaterThanOrEqualTo(budget.amount());
    fleet().assertEverybodyKnows(budget, all.admitted());
    assertThat(fleet().spend(budget, 10))
        .as(fleet()::output)
        .allMatch(later -> later.refused() == 10);
    fleet().assertEverybodyKnows(budget, all.admitted());
  }

  @Test
  void inARushAllOfThemStayNearOneLimit() {
    Budget budget = Budget.of(SCARCE);

    Tally all = Tally.sum(fleet().pace(budget, RUSH_CHECKS, RUSH));

    new OverAdmission(budget, all).log("rush", fleet(), RUSH);
    // Whoever got no answer in time decided by itself, as the limit says: that is no fault of the
    // region.
    long most = 2 * SCARCE + all.degraded();
    assertThat(all.admitted()).as(fleet()::output).isBetween(SCARCE, most);
    fleet().assertEverybodyKnows(budget, all.admitted());
  }

  /** Each believes to be alone until its first heartbeat, and may not even be connected yet. */
  @Test
  void processesThatStartIntoARushSpendNoMoreThanOneLimitEach() {
    new OverAdmission(strangersBudget, strangers).log("rush at start", fleet(), RUSH);
    assertThat(strangers.admitted()).as(fleet()::output).isBetween(SCARCE, processes * SCARCE);
    fleet().assertEverybodyKnows(strangersBudget, strangers.admitted());
  }
}

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

/** Tests of processes of one region that enforce one limit together. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {2, 5, 9})
@Tag("integration")
class SharedLimitTest {
  private static final long UNREACHABLE_LIMIT = 1_000_000_000;

  /** Checks per second and process, for a second and a half. */
  private static final long STEADY = 1_000;

  private static final long STEADY_CHECKS = 1_500;

  /** Checks per second and process, for a second: each process alone could spend the scarce limit ten times. */
  private static final long RUSH = 10_000;

  private static final long RUSH_CHECKS = 10_000;
  private static final long SCARCE = 1_000;

  /** Starting processes takes longer than sending checks, so all tests share one fleet. */
  private static @Nullable ProcessFleet opened;

  /** The totals right after the start, before the processes knew of each other. */
  private static CheckTotals strangers = CheckTotals.NOTHING;

  private static SharedBudget strangersBudget = SharedBudget.of(SCARCE);

  @Parameter
  int processes;

  @BeforeParameterizedClassInvocation
  static void open(int processes) {
    ProcessFleet fleet = ProcessFleet.start(processes);
    opened = fleet;
    strangersBudget = SharedBudget.of(SCARCE);
    strangers = CheckTotals.sum(fleet.openAndPace(strangersBudget, RUSH_CHECKS, RUSH));
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
    SharedBudget busy = SharedBudget.of(UNREACHABLE_LIMIT);
    SharedBudget quiet = SharedBudget.of(UNREACHABLE_LIMIT);

    CheckTotals few = CheckTotals.sum(fleet().spend(quiet, 1));
    CheckTotals many = CheckTotals.sum(fleet().pace(busy, STEADY_CHECKS, STEADY));

    assertThat(few.admitted()).isEqualTo(processes);
    assertThat(many.admitted()).isEqualTo(processes * STEADY_CHECKS);
    fleet().assertEverybodyKnows(busy, many.admitted());
    fleet().assertEverybodyKnows(quiet, few.admitted());
  }

  @Test
  void aReachableLimitIsReachedTogetherAndThenRefusesEverywhere() {
    SharedBudget sharedBudget = SharedBudget.of(processes * STEADY_CHECKS / 2);

    CheckTotals all = CheckTotals.sum(fleet().pace(sharedBudget, STEADY_CHECKS, STEADY));

    new OverAdmission(sharedBudget, all).log("within reach", fleet(), STEADY);
    assertThat(all.failed()).isZero();
    assertThat(all.admitted()).isGreaterThanOrEqualTo(sharedBudget.amount());
    fleet().assertEverybodyKnows(sharedBudget, all.admitted());
    assertThat(fleet().spend(sharedBudget, 10))
        .as(fleet()::output)
        .allMatch(later -> later.refused() == 10);
    fleet().assertEverybodyKnows(sharedBudget, all.admitted());
  }

  @Test
  void duringARushAllProcessesStayNearOneLimit() {
    SharedBudget sharedBudget = SharedBudget.of(SCARCE);

    CheckTotals all = CheckTotals.sum(fleet().pace(sharedBudget, RUSH_CHECKS, RUSH));

    new OverAdmission(sharedBudget, all).log("rush", fleet(), RUSH);
    // A process without a timely answer decided locally, as the limit configures: that is not
    // over-admission by the
    // region.
    long maximum = 2 * SCARCE + all.degraded();
    assertThat(all.admitted()).as(fleet()::output).isBetween(SCARCE, maximum);
    fleet().assertEverybodyKnows(sharedBudget, all.admitted());
  }

  /** Each process counts as alone until its first heartbeat, and may not even be connected yet. */
  @Test
  void processesStartedDuringARushSpendAtMostOneLimitEach() {
    new OverAdmission(strangersBudget, strangers).log("rush at start", fleet(), RUSH);
    assertThat(strangers.admitted()).as(fleet()::output).isBetween(SCARCE, processes * SCARCE);
    fleet().assertEverybodyKnows(strangersBudget, strangers.admitted());
  }
}

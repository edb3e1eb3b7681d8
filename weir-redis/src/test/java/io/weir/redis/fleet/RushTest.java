// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Far more is asked, by all processes at once, than a limit has to give. */
class RushTest {
  private static final int PROCESSES = 9;
  private static final long RATE = 10_000;
  private static final long CHECKS = 10_000;
  private static final long LIMIT = 1_000;

  @Test
  void nineProcessesInARushStayNearOneLimit() {
    try (ProcessFleet fleet = ProcessFleet.open(PROCESSES)) {
      Budget first = Budget.of(LIMIT);
      Budget second = Budget.of(LIMIT);

      Tally cold = Tally.sum(fleet.pace(first, CHECKS, RATE));
      Tally warm = Tally.sum(fleet.pace(second, CHECKS, RATE));

      new OverAdmission(first, cold).print("rush, new processes", fleet, RATE);
      new OverAdmission(second, warm).print("rush, again", fleet, RATE);
      assertThat(cold.admitted()).as(fleet::output).isBetween(LIMIT, 2 * LIMIT);
      assertThat(warm.admitted()).as(fleet::output).isBetween(LIMIT, 2 * LIMIT);
      fleet.assertEverybodyKnows(first, cold.admitted());
      fleet.assertEverybodyKnows(second, warm.admitted());
    }
  }

  @Test
  void processesThatStartIntoARushComeToOneSum() {
    try (ProcessFleet fleet = ProcessFleet.start(PROCESSES)) {
      Budget budget = Budget.of(LIMIT);

      Tally all = Tally.sum(fleet.openAndPace(budget, CHECKS, RATE));

      new OverAdmission(budget, all).print("rush, each believes to be alone", fleet, RATE);
      assertThat(all.admitted()).as(fleet::output).isBetween(LIMIT, PROCESSES * LIMIT);
      fleet.assertEverybodyKnows(budget, all.admitted());
    }
  }
}

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

  /** Starting nine processes takes longer than asking them. So the same ones are asked before and after they met. */
  @Test
  void nineProcessesInARushStayNearOneLimitOnceTheyKnowOfEachOther() {
    try (ProcessFleet fleet = ProcessFleet.start(PROCESSES)) {
      Budget early = Budget.of(LIMIT);
      Tally strangers = Tally.sum(fleet.openAndPace(early, CHECKS, RATE));
      new OverAdmission(early, strangers).print("rush, each believes to be alone", fleet, RATE);
      fleet.awaitProcesses(PROCESSES);

      Budget budget = Budget.of(LIMIT);
      Tally all = Tally.sum(fleet.pace(budget, CHECKS, RATE));
      new OverAdmission(budget, all).print("rush", fleet, RATE);

      assertThat(strangers.admitted()).as(fleet::output).isBetween(LIMIT, PROCESSES * LIMIT);
      assertThat(all.admitted()).as(fleet::output).isBetween(LIMIT, 2 * LIMIT);
      fleet.assertEverybodyKnows(early, strangers.admitted());
      fleet.assertEverybodyKnows(budget, all.admitted());
    }
  }
}

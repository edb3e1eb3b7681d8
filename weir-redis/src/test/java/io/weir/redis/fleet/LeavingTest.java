// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.logs.MeasurementLog;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that goes, one way or another, leaves its counts behind. */
@Tag("integration")
class LeavingTest {
  private static final int PROCESSES = 2;
  private static final long FAR_AWAY = 1_000_000_000;

  private final ProcessFleet fleet = ProcessFleet.open(PROCESSES);

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void everyAdmittedUnitIsInRedisAfterCloseUnderTraffic() {
    Budget budget = Budget.of(FAR_AWAY);
    fleet.askAll("flood " + budget + " 3");
    assertThat(ProcessFleet.until(ProcessFleet.COUNTING, () -> fleet.inRedis(budget) > 10_000))
        .as(fleet::output)
        .isTrue();

    List<Tally> tallies = fleet.tallies("close");

    Tally all = Tally.sum(tallies);
    MeasurementLog.add("closed under traffic: " + all);
    assertThat(tallies).as(fleet::output).allMatch(tally -> tally.failed() == 3);
    assertThat(fleet.inRedis(budget)).as(fleet::output).isEqualTo(all.admitted());
  }

  @Test
  void aProcessThatWasClosedIsNoLongerCounted() {
    Budget budget = Budget.of(FAR_AWAY);
    Tally spent = Tally.sum(fleet.spend(budget, 100));

    try (WorkerProcess leaving = fleet.release(0)) {
      leaving.ask("close");

      assertThat(fleet.processesInRedis()).as(leaving::output).isEqualTo(PROCESSES - 1);
    }
    fleet.awaitProcesses(PROCESSES - 1);
    fleet.assertEverybodyKnows(budget, spent.admitted());
  }

  @Test
  void aKilledProcessLeavesWhatItToldAndIsCountedNoLongerThanItsLife() {
    Budget budget = Budget.of(FAR_AWAY);
    long othersLast = 2_000L * (PROCESSES - 1);
    long victimsLast = 20_000;
    Tally early = Tally.sum(fleet.spend(budget, 500));
    fleet.assertEverybodyKnows(budget, early.admitted());

    long known = early.admitted() + othersLast;
    try (WorkerProcess victim = fleet.release(0)) {
      fleet.tellAll("pace " + budget + " 2000 1000 0");
      victim.tell("pace " + budget + " " + victimsLast + " 5000 0");
      // More than the others will ever tell: the victim has told the rest at least, and goes on.
      assertThat(ProcessFleet.until(ProcessFleet.COUNTING, () -> fleet.inRedis(budget) > known))
          .as(fleet::output)
          .isTrue();
      victim.kill();
    }
    long told = fleet.inRedis(budget) - known;
    assertThat(fleet.processesInRedis()).isEqualTo(PROCESSES);
    Tally late = Tally.sum(fleet.answers().stream().map(Tally::parse).toList());
    fleet.awaitProcesses(PROCESSES - 1);

    assertThat(late.admitted()).as(fleet::output).isEqualTo(othersLast);
    long left = fleet.inRedis(budget) - known;
    MeasurementLog.add("killed: left " + left + " of at most " + victimsLast + " units");
    assertThat(left).isBetween(told, victimsLast);
    fleet.assertEverybodyKnows(budget, known + left);
  }
}

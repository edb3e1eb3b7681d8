// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.logs.MeasurementLog;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a process that ends, in whatever way, leaves its counts in Redis. */
@Tag("integration")
class ProcessExitTest {
  private static final int PROCESSES = 2;
  private static final long UNREACHABLE_LIMIT = 1_000_000_000;

  private final ProcessFleet fleet = ProcessFleet.open(PROCESSES);

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void everyAdmittedUnitIsInRedisAfterCloseUnderTraffic() {
    SharedBudget sharedBudget = SharedBudget.of(UNREACHABLE_LIMIT);
    fleet.askAll("flood " + sharedBudget + " 3");
    assertThat(
            ProcessFleet.until(ProcessFleet.COUNTING, () -> fleet.inRedis(sharedBudget) > 10_000))
        .as(fleet::output)
        .isTrue();

    List<CheckTotals> tallies = fleet.tallies("close");

    CheckTotals all = CheckTotals.sum(tallies);
    MeasurementLog.add("closed under traffic: " + all);
    assertThat(tallies).as(fleet::output).allMatch(checkTotals -> checkTotals.failed() == 3);
    assertThat(fleet.inRedis(sharedBudget)).as(fleet::output).isEqualTo(all.admitted());
  }

  @Test
  void aProcessThatWasClosedIsNoLongerCounted() {
    SharedBudget sharedBudget = SharedBudget.of(UNREACHABLE_LIMIT);
    CheckTotals spent = CheckTotals.sum(fleet.spend(sharedBudget, 100));

    try (WorkerProcess leaving = fleet.release(0)) {
      leaving.ask("close");

      assertThat(fleet.processesInRedis()).as(leaving::output).isEqualTo(PROCESSES - 1);
    }
    fleet.awaitProcesses(PROCESSES - 1);
    fleet.assertEverybodyKnows(sharedBudget, spent.admitted());
  }

  @Test
  void aKilledProcessLeavesItsPublishedCountsAndItsLeaseExpires() {
    SharedBudget sharedBudget = SharedBudget.of(UNREACHABLE_LIMIT);
    long othersLast = 2_000L * (PROCESSES - 1);
    long victimsLast = 20_000;
    CheckTotals early = CheckTotals.sum(fleet.spend(sharedBudget, 500));
    fleet.assertEverybodyKnows(sharedBudget, early.admitted());

    long known = early.admitted() + othersLast;
    try (WorkerProcess victim = fleet.release(0)) {
      fleet.sendToAll("pace " + sharedBudget + " 2000 1000 0");
      victim.send("pace " + sharedBudget + " " + victimsLast + " 5000 0");
      // More than the others will ever publish: so the victim has published at least the
      // difference, and it continues.
      assertThat(
              ProcessFleet.until(ProcessFleet.COUNTING, () -> fleet.inRedis(sharedBudget) > known))
          .as(fleet::output)
          .isTrue();
      victim.kill();
    }
    long published = fleet.inRedis(sharedBudget) - known;
    assertThat(fleet.processesInRedis()).isEqualTo(PROCESSES);
    CheckTotals late =
        CheckTotals.sum(fleet.answers().stream().map(CheckTotals::parse).toList());
    fleet.awaitProcesses(PROCESSES - 1);

    assertThat(late.admitted()).as(fleet::output).isEqualTo(othersLast);
    long left = fleet.inRedis(sharedBudget) - known;
    MeasurementLog.add("killed: left " + left + " of at most " + victimsLast + " units");
    assertThat(left).isBetween(published, victimsLast);
    fleet.assertEverybodyKnows(sharedBudget, known + left);
  }
}

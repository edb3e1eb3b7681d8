// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import io.weir.testkit.logs.MeasurementLog;
import java.time.Duration;
import java.util.Locale;

/**
 * The amount admitted above a limit. It is printed rather than asserted: on the wall clock of a busy machine a pause
 * of one process is as likely as a fault.
 *
 * @param budget the shared limit
 * @param all the totals of all processes
 */
record OverAdmission(SharedBudget budget, CheckTotals all) {
  private static final double GAP_SECONDS = 0.005;

  void log(String what, ProcessFleet fleet, long ratePerProcess) {
    Duration roundTrip = fleet.roundTrip();
    int processes = fleet.size();
    double delay = 2 * (GAP_SECONDS + roundTrip.toNanos() / 1e9);
    double bound = (processes - 1) * ratePerProcess * delay + processes;
    MeasurementLog.add(String.format(
        Locale.ROOT,
        "%s: %d processes x %d/s, limit %d: admitted %d, over-admission %d"
            + " (not asserted; %.0f expected on an idle machine), round trip %d us; %s",
        what,
        processes,
        ratePerProcess,
        budget.amount(),
        all.admitted(),
        all.admitted() - budget.amount(),
        bound,
        roundTrip.toNanos() / 1_000,
        all));
  }
}

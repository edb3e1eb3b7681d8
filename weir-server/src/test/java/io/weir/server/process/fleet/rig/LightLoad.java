// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import io.weir.server.process.RepeatingWorker;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.List;
import java.util.SplittableRandom;

/** Spends one unit after the other at the running servers of a fleet, some tens per second. */
public final class LightLoad implements AutoCloseable {
  private static final long PAUSE_MILLIS = 25;

  private final RepeatingWorker repeatingWorker;

  public LightLoad(
      ServerFleet serverFleet, AdmittedTotals admittedTotals, SplittableRandom random) {
    repeatingWorker = RepeatingWorker.start("light load", () -> {
      List<WeirProcess> running = serverFleet.running();
      admittedTotals.trySpend(running.get(random.nextInt(running.size())));
      Eventually.waitMillis(PAUSE_MILLIS);
    });
  }

  /** Stops the load. What it spent is in its totals. */
  @Override
  public void close() {
    repeatingWorker.stop();
  }
}

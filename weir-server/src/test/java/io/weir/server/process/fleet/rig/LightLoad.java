// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import io.weir.server.process.Worker;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.List;
import java.util.SplittableRandom;

/** Spends one unit after the other at servers of a fleet, whichever run, some dozens per second. */
public final class LightLoad implements AutoCloseable {
  private static final long PAUSE_MILLIS = 25;

  private final Worker worker;

  public LightLoad(Servers servers, Truth truth, SplittableRandom random) {
    worker = Worker.start("light load", () -> {
      List<ServerProcess> running = servers.running();
      truth.trySpend(running.get(random.nextInt(running.size())));
      Eventually.letPass(PAUSE_MILLIS);
    });
  }

  /** Ends it. What it spent is in its truth. */
  @Override
  public void close() {
    worker.stop();
  }
}

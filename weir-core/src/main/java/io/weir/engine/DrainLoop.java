// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.time.Agent;
import io.weir.time.NanoClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A loop that runs the agents of a closing engine until a store has all counts or the time-out has passed. */
final class DrainLoop {
  /** The pause after an idle step: short compared with the response time of a store. */
  private static final long IDLE_NANOS = 1_000_000;

  private final Agent agents;
  private final NanoClock elapsed;
  private final long maxMillis;

  /** When to give up on a store, and the idle steps so far. Used only by the thread that closes the engine. */
  private long deadline;

  private long idleSteps;

  /** Creates a loop over these agents that waits at most this long for each store. */
  DrainLoop(Agent agents, NanoClock elapsed, long maxMillis) {
    this.agents = agents;
    this.elapsed = elapsed;
    this.maxMillis = maxMillis;
  }

  /** Restarts the time-out, for the next store. */
  void restartTimeout() {
    deadline = elapsed.elapsedMillis() + maxMillis;
    idleSteps = 0;
  }

  /**
   * Runs the agents while the condition holds and the time-out has not passed. Each idle step also counts as a
   * millisecond, because the clock of a test may stand still.
   */
  void runWhile(BooleanSupplier busy) {
    // While the flag is set, parkNanos returns at once, and the idle steps would be used up
    // immediately.
    boolean interrupted = Thread.interrupted();
    while (busy.getAsBoolean() && idleSteps < maxMillis && elapsed.elapsedMillis() < deadline) {
      if (agents.work() == 0) {
        idleSteps++;
        LockSupport.parkNanos(this, IDLE_NANOS);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

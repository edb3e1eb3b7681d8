// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.time.Agent;
import io.weir.time.NanoClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Steps the agents of an engine that is closing until a store knows everything, or the time allowed for it is up. */
final class DrainLoop {
  /** How long it pauses when there is nothing to do: short beside the answer of a store that it waits for. */
  private static final long IDLE_NANOS = 1_000_000;

  private final Agent agents;
  private final NanoClock elapsed;
  private final long maxMillis;

  /** When to give up on a store, and the idle steps so far. Touched by the thread that closes the engine alone. */
  private long deadline;

  private long idleSteps;

  /** A loop over these agents, which waits for each store this long. */
  DrainLoop(Agent agents, NanoClock elapsed, long maxMillis) {
    this.agents = agents;
    this.elapsed = elapsed;
    this.maxMillis = maxMillis;
  }

  /** Allows the whole time from now on. */
  void restartTimeout() {
    deadline = elapsed.elapsedMillis() + maxMillis;
    idleSteps = 0;
  }

  /**
   * Steps the agents as long as this is so and there is time. Idle steps count as well, a millisecond each: on a clock
   * that a test moves, or does not, no time passes.
   */
  void runWhile(BooleanSupplier busy) {
    // While the flag is up no pause lasts, and the time allowed would be over at once.
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

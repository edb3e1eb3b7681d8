// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.util.random.RandomGenerator;

/**
 * A timer with jitter: drawn anew each time, so that a fleet never synchronizes, and anchored, so that it never
 * drifts.
 */
public final class Cadence {

  /** A fifth in either direction. Less would let processes that started together stay together for many rounds. */
  private static final double JITTER = 0.2;

  private final long intervalMillis;
  private final RandomGenerator random;
  private long target;

  /** Creates a timer that is first due at {@code firstMillis}. */
  public Cadence(long intervalMillis, RandomGenerator random, long firstMillis) {
    this.intervalMillis = intervalMillis;
    this.random = random;
    this.target = firstMillis;
  }

  /** Whether the timer is due; if so, sets the next target. Missed targets are skipped. */
  public boolean isDue(long nowMillis) {
    if (nowMillis < target) {
      return false;
    }
    long next = target + draw();
    // After a long gap the target is set anew: one that is already past would be due again right
    // after this one.
    target = next > nowMillis ? next : nowMillis + draw();
    return true;
  }

  private long draw() {
    return Math.max(
        1, Math.round(intervalMillis * (1 - JITTER + 2 * JITTER * random.nextDouble())));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.util.random.RandomGenerator;

/** A rhythm with jitter: drawn anew each time, so that a fleet never falls into step, and anchored, so that it never drifts. */
public final class Cadence {

  /** A fifth either way. Less would let processes that started together stay together for many rounds. */
  private static final double JITTER = 0.2;

  private final long intervalMillis;
  private final RandomGenerator random;
  private long target;

  /** First due at {@code firstMillis}. */
  public Cadence(long intervalMillis, RandomGenerator random, long firstMillis) {
    this.intervalMillis = intervalMillis;
    this.random = random;
    this.target = firstMillis;
  }

  /** Whether it is time; if so, sets the next target. Targets that were slept through are left out. */
  public boolean isDue(long nowMillis) {
    if (nowMillis < target) {
      return false;
    }
    long next = target + draw();
    // After a sleep a new anchor: a target that is past already would be a second beat right after
    // this one.
    target = next > nowMillis ? next : nowMillis + draw();
    return true;
  }

  private long draw() {
    return Math.max(
        1, Math.round(intervalMillis * (1 - JITTER + 2 * JITTER * random.nextDouble())));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

/**
 * How long to measure.
 *
 * @param rounds the number of rounds, in each of which every contender has a turn
 * @param warmMillis warm-up at full speed before each turn
 * @param turnMillis one turn at full speed
 * @param timedMillis one turn in which single calls are timed
 * @param paceMillis each rate of the curve
 * @param windows the number of windows in the case with one check per window, after the first
 */
record RedisTiming(
    int rounds, long warmMillis, long turnMillis, long timedMillis, long paceMillis, int windows) {
  /** Longer than the windows that long turns are used with, so that a window starts in each long turn. */
  private static final long LEAST_LONG_MILLIS = 2_500;

  /** For a rough result. */
  static final RedisTiming QUICK = new RedisTiming(3, 300, 500, 300, 2_000, 1);

  /** For results that can be published. The slowest rate of the curve needs ten seconds: that is ten checks. */
  static final RedisTiming FULL = new RedisTiming(5, 500, 1_500, 1_000, 10_000, 3);

  /** One long turn instead of several short ones, for counts, which do not depend on the machine's current speed. */
  RedisTiming once() {
    return new RedisTiming(
        1,
        warmMillis,
        Math.max(LEAST_LONG_MILLIS, 2 * turnMillis),
        timedMillis,
        paceMillis,
        windows);
  }

  static RedisTiming of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

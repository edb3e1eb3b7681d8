// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

/**
 * How long to measure.
 *
 * @param rounds in which every contender has its turn
 * @param warmMillis at full speed before each turn
 * @param turnMillis one turn at full speed
 * @param timedMillis one turn with a stop watch
 * @param paceMillis each pace of the curve
 * @param windows of the case with one check per window, after the first
 */
record RedisTiming(
    int rounds, long warmMillis, long turnMillis, long timedMillis, long paceMillis, int windows) {
  /** Longer than the windows that long turns are used with, so that each has a beginning of one in it. */
  private static final long LEAST_LONG_MILLIS = 2_500;

  /** For a look. */
  static final RedisTiming QUICK = new RedisTiming(3, 300, 500, 300, 2_000, 1);

  /** For a figure to be quoted. The slowest pace of the curve needs its ten seconds: that is ten checks. */
  static final RedisTiming FULL = new RedisTiming(5, 500, 1_500, 1_000, 10_000, 3);

  /** One long turn instead of some short ones: for what is counted, and so does not depend on the machine's mood. */
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

/**
 * How long to measure.
 *
 * @param rounds in which every contender has its turn
 * @param turnMillis one turn at full speed
 * @param timedMillis one turn with a stop watch
 * @param paceMillis each pace of the curve
 * @param windows of the case with one check per window, after the first
 */
record Rhythm(int rounds, long turnMillis, long timedMillis, long paceMillis, int windows) {
  /** For a look. */
  static final Rhythm QUICK = new Rhythm(3, 600, 500, 3_000, 1);

  /** For a figure to be quoted. The slowest pace of the curve needs its ten seconds: that is ten checks. */
  static final Rhythm FULL = new Rhythm(5, 2_000, 2_000, 10_000, 3);

  static Rhythm of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

/**
 * How long to measure.
 *
 * @param rounds the number of rounds, in each of which every server has a turn in every case
 * @param warmTurns the maximum number of warm-up turns in each case before the first round
 * @param turnSeconds the length of one turn
 * @param paceMillis the length of one turn at a fixed rate
 * @param starts how often a process is started
 * @param newcomers the number of new subjects whose memory is measured
 */
record ServerTiming(
    int rounds, int warmTurns, int turnSeconds, long paceMillis, int starts, int newcomers) {

  /** For a rough result. */
  static final ServerTiming QUICK = new ServerTiming(2, 12, 1, 3_000, 1, 100_000);

  /** For results that can be published. */
  static final ServerTiming FULL = new ServerTiming(5, 10, 3, 10_000, 5, 1_000_000);

  static ServerTiming of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

/**
 * How long to measure.
 *
 * @param rounds in which everybody has a turn in every case
 * @param warmTurns in each case before the first round, at most
 * @param turnSeconds of one turn
 * @param paceMillis of one turn at a fixed rate
 * @param starts of a process
 * @param newcomers subjects to be remembered
 */
record ServerTiming(
    int rounds, int warmTurns, int turnSeconds, long paceMillis, int starts, int newcomers) {

  /** For a look. */
  static final ServerTiming QUICK = new ServerTiming(2, 12, 1, 3_000, 1, 100_000);

  /** For a figure to be quoted. */
  static final ServerTiming FULL = new ServerTiming(5, 10, 3, 10_000, 5, 1_000_000);

  static ServerTiming of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

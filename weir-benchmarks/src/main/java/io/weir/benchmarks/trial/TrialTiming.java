// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

/**
 * How long to measure. Every round starts a new JVM for each trial. Differences between compilations and disturbances
 * by other processes average out over rounds, but not over iterations.
 *
 * @param rounds JVMs per trial
 * @param warmups iterations that are discarded
 * @param iterations iterations that count
 * @param millis length of each iteration
 */
public record TrialTiming(int rounds, int warmups, int iterations, int millis) {

  /** For a rough result: one JVM per trial, which runs just long enough for the compiler to finish. */
  public static final TrialTiming QUICK = new TrialTiming(1, 2, 2, 200);

  /** For results that can be published: the median of three JVMs per trial. */
  public static final TrialTiming FULL = new TrialTiming(3, 2, 3, 300);

  /** The timing for a quick or a full run. */
  public static TrialTiming of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

/**
 * How long to measure. Every round starts a JVM for each trial: rounds are what averages out the luck of the compiler
 * and of the neighbours, iterations are not.
 *
 * @param rounds JVMs per trial
 * @param warmups iterations that are thrown away
 * @param iterations iterations that count
 * @param millis length of each
 */
public record TrialTiming(int rounds, int warmups, int iterations, int millis) {

  /** For a look: one JVM each, just long enough for the compiler to be done. */
  public static final TrialTiming QUICK = new TrialTiming(1, 2, 2, 200);

  /** For a figure to be quoted: the median of three JVMs each. */
  public static final TrialTiming FULL = new TrialTiming(3, 2, 3, 300);

  /** Either of the two. */
  public static TrialTiming of(boolean quick) {
    return quick ? QUICK : FULL;
  }
}

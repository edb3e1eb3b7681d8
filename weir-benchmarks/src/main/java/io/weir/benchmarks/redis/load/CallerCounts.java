// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

/**
 * The counts of the callers.
 *
 * @param checks how many checks they made
 * @param admitted how many of the checks were allowed
 * @param nanos how long the checks took
 */
public record CallerCounts(long checks, long admitted, long nanos) {
  /** Answers per second. */
  public double perSecond() {
    return checks * 1e9 / nanos;
  }
}

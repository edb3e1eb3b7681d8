// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

/**
 * What callers counted.
 *
 * @param checks how often they asked
 * @param admitted how often the answer was yes
 * @param nanos how long it took
 */
public record CallerCounts(long checks, long admitted, long nanos) {
  /** Answers per second. */
  public double perSecond() {
    return checks * 1e9 / nanos;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.trial.TrialResult;

/**
 * What a limiter adds.
 *
 * @param with measured with it
 * @param without measured in the same case without any
 */
record AddedCost(TrialResult with, TrialResult without) {

  double nanos() {
    return with.medianNanos() - without.medianNanos();
  }

  double bytes() {
    return with.medianBytes() - without.medianBytes();
  }

  /** The share of the other's nanoseconds over these: above 1 means that this adds less. Not-a-number if either is nothing. */
  double over(double otherNanos) {
    return nanos() > 0 && otherNanos > 0 ? otherNanos / nanos() : Double.NaN;
  }
}

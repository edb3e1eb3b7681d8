// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.trial.TrialResult;

/**
 * The cost that a limiter adds.
 *
 * @param with the measurement with the limiter
 * @param without the measurement of the same case without a limiter
 */
record AddedCost(TrialResult with, TrialResult without) {

  double nanos() {
    return with.medianNanos() - without.medianNanos();
  }

  double bytes() {
    return with.medianBytes() - without.medianBytes();
  }

  /**
   * The other's added nanoseconds divided by these: above 1 means that this limiter adds less. NaN if either is zero
   * or less.
   */
  double over(double otherNanos) {
    return nanos() > 0 && otherNanos > 0 ? otherNanos / nanos() : Double.NaN;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.accuracy;

/** An exact limiter for one subject and one limit, in the order of the checks: the reference for a fleet. */
final class ExactLimiter {
  private final long limit;
  private final long duration;
  private long sequence = Long.MIN_VALUE;
  private long current;
  private long previous;

  ExactLimiter(long limit, long duration) {
    this.limit = limit;
    this.duration = duration;
  }

  boolean admits(long epochMillis) {
    long now = Math.floorDiv(epochMillis, duration);
    if (now != sequence) {
      previous = now == sequence + 1 ? current : 0;
      current = 0;
      sequence = now;
    }
    long left = duration - Math.floorMod(epochMillis, duration);
    if (current + previous * left / duration + 1 > limit) {
      return false;
    }
    current++;
    return true;
  }
}

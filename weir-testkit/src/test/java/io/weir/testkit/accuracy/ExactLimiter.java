// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.accuracy;

/** One subject under one limit, exactly, in the order in which the checks come: what a fleet is measured against. */
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import java.util.Collection;

/**
 * The totals of some checks.
 *
 * @param offered the number of checks
 * @param admitted the number allowed
 * @param refused the number refused
 * @param degraded how many of both were decided without the region although they required it
 * @param failed how many got no answer, because the engine was closed
 * @param slowestMicros the duration of the slowest check
 */
record CheckTotals(
    long offered, long admitted, long refused, long degraded, long failed, long slowestMicros) {

  static final CheckTotals NOTHING = new CheckTotals(0, 0, 0, 0, 0, 0);

  CheckTotals plus(CheckTotals other) {
    return new CheckTotals(
        offered + other.offered,
        admitted + other.admitted,
        refused + other.refused,
        degraded + other.degraded,
        failed + other.failed,
        Math.max(slowestMicros, other.slowestMicros));
  }

  static CheckTotals sum(Collection<CheckTotals> all) {
    return all.stream().reduce(NOTHING, CheckTotals::plus);
  }

  static CheckTotals parse(String text) {
    String[] parts = text.split(" ", -1);
    return new CheckTotals(
        Long.parseLong(parts[1]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[5]),
        Long.parseLong(parts[7]),
        Long.parseLong(parts[9]),
        Long.parseLong(parts[11]));
  }

  /** One line for people and for {@link #parse}. */
  @Override
  public String toString() {
    return "offered " + offered + " admitted " + admitted + " refused " + refused + " degraded "
        + degraded + " failed " + failed + " slowest-us " + slowestMicros;
  }
}

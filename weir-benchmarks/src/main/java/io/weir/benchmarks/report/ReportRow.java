// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import org.jspecify.annotations.Nullable;

/**
 * One measured value.
 *
 * @param scenario what was measured; the column "case"
 * @param peer the limiter or server that was measured
 * @param value the median of all rounds
 * @param unit of the value, for example ns/op
 * @param ratio the best peer's value divided by this one: above 1 means better than every peer; null if there is no
 * peer
 */
public record ReportRow(
    String scenario,
    String peer,
    double value,
    String unit,
    @Nullable Double ratio) {

  /** A value without a comparison. */
  public static ReportRow alone(String scenario, String peer, double value, String unit) {
    return new ReportRow(scenario, peer, value, unit, null);
  }
}

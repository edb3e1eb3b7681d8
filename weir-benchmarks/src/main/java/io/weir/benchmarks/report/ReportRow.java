// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import org.jspecify.annotations.Nullable;

/**
 * One measured value.
 *
 * @param scenario what was measured; the column "case"
 * @param peer who was measured
 * @param value the median of all rounds
 * @param unit of the value, for example ns/op
 * @param ratio the best peer's value over this one: above 1 means better than every peer; null where nothing compares
 */
public record ReportRow(
    String scenario,
    String peer,
    double value,
    String unit,
    @Nullable Double ratio) {

  /** A value that stands alone. */
  public static ReportRow alone(String scenario, String peer, double value, String unit) {
    return new ReportRow(scenario, peer, value, unit, null);
  }
}

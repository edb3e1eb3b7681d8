// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import io.weir.benchmarks.report.FigureFormat;
import java.util.Collections;
import java.util.List;

/**
 * What the rounds of one trial gave.
 *
 * @param nanos per call, one value per round
 * @param bytes allocated per call, one value per round
 */
public record TrialResult(List<Double> nanos, List<Double> bytes) {

  /** Nothing was measured. */
  public static final TrialResult NOTHING = new TrialResult(List.of(), List.of());

  /** Whether any round gave a value. */
  public boolean isPresent() {
    return !nanos.isEmpty();
  }

  /** Nanoseconds per call. */
  public double medianNanos() {
    return FigureFormat.median(nanos);
  }

  /** Bytes per call. The profiler's own few bytes per second are not the call's. */
  public double medianBytes() {
    double median = FigureFormat.median(bytes);
    return median < 0.5 ? 0 : median;
  }

  /** The lowest and the highest round. */
  public String spread() {
    return isPresent()
        ? FigureFormat.shown(Collections.min(nanos)) + ".."
            + FigureFormat.shown(Collections.max(nanos))
        : "-";
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import io.weir.benchmarks.report.FigureFormat;
import java.util.Collections;
import java.util.List;

/**
 * The results of one trial in all rounds.
 *
 * @param nanos nanoseconds per call, one value per round
 * @param bytes bytes allocated per call, one value per round
 */
public record TrialResult(List<Double> nanos, List<Double> bytes) {

  /** The result of a trial that could not be measured. */
  public static final TrialResult NOTHING = new TrialResult(List.of(), List.of());

  /** Whether any round has a value. */
  public boolean isPresent() {
    return !nanos.isEmpty();
  }

  /** The median of the nanoseconds per call. */
  public double medianNanos() {
    return FigureFormat.median(nanos);
  }

  /**
   * The median of the bytes per call. Less than half a byte counts as 0, because the profiler itself allocates a few
   * bytes per second.
   */
  public double medianBytes() {
    double median = FigureFormat.median(bytes);
    return median < 0.5 ? 0 : median;
  }

  /** The lowest and the highest value. */
  public String spread() {
    return isPresent()
        ? FigureFormat.shown(Collections.min(nanos)) + ".."
            + FigureFormat.shown(Collections.max(nanos))
        : "-";
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.report.FigureFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the honest client observed during a phase, and the CPU time that was used.
 *
 * @param times how long its requests took, from when each was due
 * @param failures requests that were not answered with a decision or not confirmed
 * @param faults all wrong decisions
 * @param cost the CPU time
 */
public record Phase(Times times, Failures failures, List<String> faults, PhaseCost cost) {

  /**
   * How long requests took.
   *
   * @param p50Micros the median of the checks and looks
   * @param p99Micros the 99th percentile of the checks and looks
   * @param slowestChangeMillis the slowest change of an override
   */
  public record Times(double p50Micros, double p99Micros, double slowestChangeMillis) {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_MILLI = 1_000_000;

    /** The figures of these durations in nanoseconds. */
    static Times of(long[] checks, long[] changes) {
      return new Times(
          FigureFormat.percentile(checks, 0.5) / NANOS_PER_MICRO,
          FigureFormat.percentile(checks, 0.99) / NANOS_PER_MICRO,
          FigureFormat.percentile(changes, 1) / NANOS_PER_MILLI);
    }
  }

  /**
   * CPU time, as a share of one core.
   *
   * @param server of the server
   * @param others of this process and everything else that it started: clients, attackers, stores
   */
  public record PhaseCost(double server, double others) {}

  /**
   * Combines phases: the medians of times and costs, and all failures and faults. Medians, because a single stall of
   * the machine would dominate a percentile of all requests.
   */
  public static Phase combined(List<Phase> parts) {
    Times times = new Times(
        median(parts, each -> each.times.p50Micros),
        median(parts, each -> each.times.p99Micros),
        median(parts, each -> each.times.slowestChangeMillis));
    PhaseCost phaseCost = new PhaseCost(
        median(parts, each -> each.cost.server), median(parts, each -> each.cost.others));
    return new Phase(
        times,
        Failures.sum(parts.stream().map(Phase::failures)),
        parts.stream().flatMap(each -> each.faults.stream()).toList(),
        phaseCost);
  }

  private static double median(List<Phase> parts, ToDoubleFunction<Phase> value) {
    double[] sorted = parts.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The same phase with the wrong decisions of an earlier one. */
  public Phase including(List<String> earlier) {
    List<String> all = new ArrayList<>(earlier);
    all.addAll(faults);
    return new Phase(times, failures, all, cost);
  }
}

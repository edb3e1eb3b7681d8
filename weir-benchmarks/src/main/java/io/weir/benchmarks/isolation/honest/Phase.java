// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.report.FigureFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the honest client noticed during a phase, and what it cost.
 *
 * @param times how long its requests took, from when each was due
 * @param failures requests that were not answered with a decision or confirmed
 * @param faults every wrong decision
 * @param cost processor time
 */
public record Phase(Times times, Failures failures, List<String> faults, PhaseCost cost) {

  /**
   * How long requests took.
   *
   * @param p50Micros what half of the checks and looks did not exceed
   * @param p99Micros what 99 of 100 checks and looks did not exceed
   * @param slowestChangeMillis the slowest change of an override
   */
  public record Times(double p50Micros, double p99Micros, double slowestChangeMillis) {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_MILLI = 1_000_000;

    /** Of nanoseconds. */
    static Times of(long[] checks, long[] changes) {
      return new Times(
          FigureFormat.percentile(checks, 0.5) / NANOS_PER_MICRO,
          FigureFormat.percentile(checks, 0.99) / NANOS_PER_MICRO,
          FigureFormat.percentile(changes, 1) / NANOS_PER_MILLI);
    }
  }

  /**
   * Processor time, as a share of one core.
   *
   * @param server of the server
   * @param others of everything else that this run started and of itself: clients, attackers, stores
   */
  public record PhaseCost(double server, double others) {}

  /**
   * Several phases as one: the medians of times and costs, since one stall of the machine would decide a percentile of all
   * requests; every failure and fault.
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

  /** The same with wrong decisions of an earlier phase. */
  public Phase including(List<String> earlier) {
    List<String> all = new ArrayList<>(earlier);
    all.addAll(faults);
    return new Phase(times, failures, all, cost);
  }
}

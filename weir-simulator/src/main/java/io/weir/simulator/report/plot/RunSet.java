// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.List;

/**
 * A set of runs, with access by contender and load.
 *
 * @param runs all runs
 * @param seconds the virtual duration of each run
 */
public record RunSet(List<Run> runs, double seconds) {

  /** Returns the runs of the results. */
  public static RunSet of(SimulationResult simulationResult) {
    return new RunSet(simulationResult.runs(), simulationResult.virtualMillis() / 1000.0);
  }

  /** Returns the contenders, in the order in which they ran. */
  public List<String> contenders() {
    return runs.stream().map(Run::contender).distinct().toList();
  }

  /** Returns the loads, in ascending order. */
  public List<Double> loads() {
    return runs.stream().map(Run::load).distinct().sorted().toList();
  }

  /** Returns all runs of one contender, by ascending load. */
  public List<Run> of(String contender) {
    return runs.stream()
        .filter(run -> run.contender().equals(contender))
        .sorted((one, other) -> Double.compare(one.load(), other.load()))
        .toList();
  }

  /** Returns all runs under one load. */
  public List<Run> under(double load) {
    return runs.stream().filter(run -> Double.compare(run.load(), load) == 0).toList();
  }

  /** Returns the style of a contender. */
  public SeriesStyle styleOf(String contender) {
    return SeriesStyle.of(contender, contenders());
  }

  /** Returns the rate of a count per second; NaN if no time passed. */
  public double perSecond(long count) {
    return seconds > 0 ? count / seconds : Double.NaN;
  }

  /** Returns the number of calls to origins for each admitted check; NaN if none was admitted. */
  public static double callsPerAdmitted(Run run) {
    long admitted = run.volume().admittedChecks();
    return admitted > 0 ? (double) run.cost().originCalls() / admitted : Double.NaN;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.List;

/**
 * Who ran, and under which loads.
 *
 * @param runs all runs
 * @param seconds how long each of them took, in virtual time
 */
public record RunSet(List<Run> runs, double seconds) {

  /** The runs of an outcome. */
  public static RunSet of(SimulationResult simulationResult) {
    return new RunSet(simulationResult.runs(), simulationResult.virtualMillis() / 1000.0);
  }

  /** The contenders, in the order in which they ran. */
  public List<String> contenders() {
    return runs.stream().map(Run::contender).distinct().toList();
  }

  /** The loads, in rising order. */
  public List<Double> loads() {
    return runs.stream().map(Run::load).distinct().sorted().toList();
  }

  /** All runs of one contender, by rising load. */
  public List<Run> of(String contender) {
    return runs.stream()
        .filter(run -> run.contender().equals(contender))
        .sorted((one, other) -> Double.compare(one.load(), other.load()))
        .toList();
  }

  /** All runs under one load. */
  public List<Run> under(double load) {
    return runs.stream().filter(run -> Double.compare(run.load(), load) == 0).toList();
  }

  /** How a contender looks. */
  public SeriesStyle styleOf(String contender) {
    return SeriesStyle.of(contender, contenders());
  }

  /** How many of these there were in a second; not a number if no time passed. */
  public double perSecond(long count) {
    return seconds > 0 ? count / seconds : Double.NaN;
  }

  /** How often origins were called for each check that was admitted; not a number if none was. */
  public static double callsPerAdmitted(Run run) {
    long admitted = run.volume().admittedChecks();
    return admitted > 0 ? (double) run.cost().originCalls() / admitted : Double.NaN;
  }
}

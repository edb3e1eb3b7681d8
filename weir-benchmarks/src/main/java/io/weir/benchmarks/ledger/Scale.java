// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.traffic.shapes.ProductionTraffic;
import java.util.List;
import java.util.Locale;

/**
 * The load of the simulated fleet, as a multiple of the simulator's production traffic, and the length of the run.
 *
 * @param load the factor for the number of spenders
 * @param warmMillis virtual time before the measurement
 * @param measuredMillis virtual time of the measurement
 */
record Scale(double load, long warmMillis, long measuredMillis) {
  private static final Scenario PRODUCTION = ScenarioCatalog.named("production").orElseThrow();

  static final long SEED = 20_260_501;

  /** Two windows of a minute have passed before the measurement starts, and two whole ones are measured. */
  static final Scale TODAY = new Scale(1, 120_000, 120_000);

  /** Shorter, because a run takes ten times as long. */
  static final Scale TENFOLD = new Scale(10, 30_000, 30_000);

  static final Scale QUICK = new Scale(0.1, 30_000, 90_000);

  /** The task for the simulator. */
  RunTask task(ComparedPolicy policy) {
    TimeSpan timeSpan = PRODUCTION.span();
    Scenario scenario = new Scenario(
        PRODUCTION.name(),
        PRODUCTION.title(),
        PRODUCTION.shape(),
        List.of(load),
        PRODUCTION.topology(),
        new TimeSpan(timeSpan.startMillis(), millis(), timeSpan.tickMillis()),
        PRODUCTION.faults());
    return new RunTask(scenario, policy, load, SEED);
  }

  /** The length of the whole run. */
  long millis() {
    return warmMillis + measuredMillis;
  }

  int subjects() {
    return ((ProductionTraffic) PRODUCTION.shape()).spendersAt(load);
  }

  String label() {
    return FigureFormat.count(subjects()) + " windows";
  }

  double measuredSeconds() {
    return measuredMillis / 1_000.0;
  }

  /** A one-sentence description of the fleet. */
  static String inWords() {
    Scenario.Topology topology = PRODUCTION.topology();
    return String.format(
        Locale.ROOT,
        "%d processes in %d regions, one way to the ledger %d to %d ms, to the origin %d to %d ms, ticks of %d ms; the"
            + " simulator's production traffic. Seed %d.",
        topology.regions() * topology.nodes(),
        topology.regions(),
        topology.far().minMillis(),
        topology.far().maxMillis(),
        topology.near().minMillis(),
        topology.near().maxMillis(),
        PRODUCTION.span().tickMillis(),
        SEED);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Accuracy;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.result.Run.Delays;
import io.weir.simulator.result.Run.Estimate;
import io.weir.simulator.result.Run.Footprint;
import io.weir.simulator.result.Run.StoreLoad;
import io.weir.simulator.result.Run.Volume;
import io.weir.simulator.run.RunProgress;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.truth.GroundTruth;
import java.util.List;

/**
 * An ideal limiter that decides on the true global counts. No two-cell limiter can be more exact, and no real one can
 * be built this way.
 */
final class Oracle {
  private final Scenario scenario;
  private final TrafficSource trafficSource;
  private final GroundTruth groundTruth;
  private final StoreMeter storeMeter = new StoreMeter();
  private final ExcessMeter excess;
  private long now;
  private long checks;
  private long units;
  private long admittedChecks;
  private long admittedUnits;

  Oracle(Scenario scenario, TrafficSource trafficSource) {
    this.scenario = scenario;
    this.trafficSource = trafficSource;
    this.groundTruth =
        new GroundTruth(trafficSource.spenders(), scenario.topology().regions());
    this.excess = new ExcessMeter(trafficSource.spenders().size());
  }

  Run run(String contender, double load, RunProgress runProgress) {
    long tick = scenario.span().tickMillis();
    for (long passed = tick; passed <= scenario.span().millis(); passed += tick) {
      now = scenario.span().startMillis() + passed;
      trafficSource.generateUntil(now, this::check);
      storeMeter.advanceTo(passed, spender -> groundTruth.usage(spender, now));
      runProgress.at(passed, checks);
    }
    return new Run(
        contender,
        load,
        new Volume(checks, units, admittedChecks, admittedUnits, 0),
        new Accuracy(excess.finish(), Double.NaN, new Estimate(admittedChecks, admittedChecks)),
        new Delays(0, 0, 0, 0, 0, 0, List.of()),
        new StoreLoad(
            new Cost(0, 0, 0, 0, 0, 0), new Footprint(trafficSource.spenders().size(), 0, 0, 0)),
        storeMeter.samples());
  }

  private void check(SimulatedCheck simulatedCheck) {
    Spender spender = simulatedCheck.spender();
    checks++;
    units += simulatedCheck.cost();
    storeMeter.offered(simulatedCheck.cost());
    boolean allowed = groundTruth.usage(spender, now) + simulatedCheck.cost()
        <= spender.limit().amount();
    if (allowed) {
      long sequence = Math.floorDiv(now, spender.limit().durationMillis());
      ProcessInstance process = new ProcessInstance(0, simulatedCheck.region(), "oracle");
      groundTruth.cell(spender, sequence, now).admitted(process, simulatedCheck.cost(), now);
      long usage = groundTruth.usage(spender, now);
      excess.record(spender, usage, now);
      storeMeter.admitted(simulatedCheck.cost(), spender, usage);
      admittedChecks++;
      admittedUnits += simulatedCheck.cost();
    }
    trafficSource.decided(simulatedCheck, allowed);
  }
}

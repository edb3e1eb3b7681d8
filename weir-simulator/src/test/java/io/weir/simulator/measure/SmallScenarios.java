// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.traffic.TrafficShape;
import java.util.List;

/** Short scenarios for tests. */
final class SmallScenarios {
  static final Topology TOPOLOGY = new Topology(3, 2, new Delay(1, 2), new Delay(30, 50));

  private SmallScenarios() {}

  /** Returns a scenario with this traffic in three regions, in coarse steps. */
  static Scenario scenario(TrafficShape trafficShape, long seconds, SimulatedFault... faults) {
    TimeSpan timeSpan = new TimeSpan(ScenarioCatalog.START_MILLIS, seconds * 1_000, 10);
    return new Scenario(
        "tiny", "Soon over.", trafficShape, List.of(1.0), TOPOLOGY, timeSpan, List.of(faults));
  }

  /** Returns a built-in scenario in coarse steps. */
  static Scenario coarse(String name, long seconds) {
    Scenario named = ScenarioCatalog.named(name).orElseThrow();
    return new Scenario(
        named.name(),
        named.title(),
        named.shape(),
        named.loads(),
        named.topology(),
        new TimeSpan(named.span().startMillis(), seconds * 1_000, 10),
        named.faults());
  }

  static Run run(Scenario scenario, ComparedPolicy comparedPolicy, double load, long seed) {
    return new VirtualTimeSimulator()
        .run(new RunTask(scenario, comparedPolicy, load, seed), (millis, checks) -> {});
  }
}

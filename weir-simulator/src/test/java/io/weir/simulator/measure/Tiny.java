// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.Task;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Span;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Shape;
import java.util.List;

/** Scenarios that are over soon. */
final class Tiny {
  static final Terrain TERRAIN = new Terrain(3, 2, new Delay(1, 2), new Delay(30, 50));

  private Tiny() {}

  /** This traffic in three regions, in coarse steps. */
  static Scenario scenario(Shape shape, long seconds, Fault... faults) {
    Span span = new Span(Catalogue.START_MILLIS, seconds * 1_000, 10);
    return new Scenario("tiny", "Soon over.", shape, List.of(1.0), TERRAIN, span, List.of(faults));
  }

  /** A built-in scenario in coarse steps. */
  static Scenario coarse(String name, long seconds) {
    Scenario named = Catalogue.named(name).orElseThrow();
    return new Scenario(
        named.name(),
        named.title(),
        named.shape(),
        named.loads(),
        named.terrain(),
        new Span(named.span().startMillis(), seconds * 1_000, 10),
        named.faults());
  }

  static Run run(Scenario scenario, Contender contender, double load, long seed) {
    return new VirtualTime().run(new Task(scenario, contender, load, seed), (millis, checks) -> {});
  }
}

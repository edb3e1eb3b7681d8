// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.planet.Life;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.result.Run.Delays;
import io.weir.simulator.result.Run.Estimate;
import io.weir.simulator.result.Run.Footprint;
import io.weir.simulator.result.Run.Volume;
import io.weir.simulator.run.Progress;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.truth.Truth;
import java.util.List;

/** The all-knowing limiter: decides by the truth itself. Nobody can do better with two cells, and nobody can build it. */
final class Oracle {
  private final Scenario scenario;
  private final Traffic traffic;
  private final Truth truth;
  private final Meter meter = new Meter();
  private final ExcessMeter excess;
  private long now;
  private long checks;
  private long units;
  private long admittedChecks;
  private long admittedUnits;

  Oracle(Scenario scenario, Traffic traffic) {
    this.scenario = scenario;
    this.traffic = traffic;
    this.truth = new Truth(traffic.spenders(), scenario.terrain().regions());
    this.excess = new ExcessMeter(traffic.spenders().size());
  }

  Run run(String contender, double load, Progress progress) {
    long tick = scenario.span().tickMillis();
    for (long passed = tick; passed <= scenario.span().millis(); passed += tick) {
      now = scenario.span().startMillis() + passed;
      traffic.until(now, this::ask);
      meter.at(passed, spender -> truth.usage(spender, now));
      progress.at(passed, checks);
    }
    return new Run(
        contender,
        load,
        new Volume(checks, units, admittedChecks, admittedUnits, 0),
        excess.end(),
        Double.NaN,
        new Estimate(admittedChecks, admittedChecks),
        new Delays(0, 0, 0, 0, 0, 0, List.of()),
        new Cost(0, 0, 0, 0, 0, 0),
        new Footprint(traffic.spenders().size(), 0, 0, 0),
        meter.samples());
  }

  private void ask(Ask ask) {
    Spender spender = ask.spender();
    checks++;
    units += ask.cost();
    meter.offered(ask.cost());
    boolean allowed = truth.usage(spender, now) + ask.cost() <= spender.limit().amount();
    if (allowed) {
      long sequence = Math.floorDiv(now, spender.limit().durationMillis());
      Life nobody = new Life(0, ask.region(), "oracle");
      truth.cell(spender, sequence, now).admitted(nobody, ask.cost(), now);
      long usage = truth.usage(spender, now);
      excess.held(spender, usage, now);
      meter.admitted(ask.cost(), spender, usage);
      admittedChecks++;
      admittedUnits += ask.cost();
    }
    traffic.decided(ask, allowed);
  }
}

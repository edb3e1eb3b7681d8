// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Two regions of two processes each and one spender, with an audit that a test feeds by hand. */
final class World {
  static final long START = 1_700_000_400_000L;

  final Spender spender = new Spender(0, "w", Limit.of(100, Duration.ofMinutes(1)));
  final CellKey cell = new CellKey(spender.key(), START / 60_000);
  final Truth truth = new Truth(List.of(spender), 2);
  final Audit audit = new Audit(truth, (life, key, counts) -> {});
  final Planet planet = planet(audit);

  World() {
    audit.watch(planet);
  }

  /** Another planet of the same plan: its processes bear the same names. */
  static Planet planet(Witness witness) {
    Terrain terrain = new Terrain(2, 2, new Delay(0, 1), new Delay(1, 2));
    return new Planet(Plan.of(terrain, START, Optional.of(LedgerOptions.defaults()), 1), witness);
  }

  /** The first process of a region, or the second. */
  Station station(int region, int node) {
    return planet.stations().get(2 * region + node);
  }

  Life life(int region, int node) {
    return Objects.requireNonNull(station(region, node).life());
  }

  /** The truth learns that a process admitted so much. */
  void admitted(Life by, long units) {
    truth
        .cell(spender, cell.sequence(), planet.clock().epochMillis())
        .admitted(by, units, planet.clock().epochMillis());
  }

  /** Lets a process of some planet spend, without a word to the truth. */
  Decision spend(Planet where, Station station, long cost) {
    CompletableFuture<Decision> decision =
        station.limiter(spender).checkAsync(spender.identifier(), cost);
    for (int i = 0; i < 100 && !decision.isDone(); i++) {
      where.pass(1);
    }
    return decision.join();
  }

  /** Looks at what a process knows of the spender. */
  void look(Life life) {
    audit.decided(life, spender.key());
    audit.settle();
  }
}

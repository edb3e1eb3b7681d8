// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.planet.Damage;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Quirk;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Regions whose processes gain, lose and replace their origins, one after the other, under load. */
@Tag("stress")
class OriginChangesTest {
  private static final long START = 1_700_002_800_000L; // begins an hour
  private static final Spender SPENDER =
      new Spender(0, "w", Limit.of(1_000_000, Duration.ofHours(1)));
  private static final int SEEDS = 40;

  /** Tells of a thousandth of the limit on, so that nothing stays behind in an origin that nobody has any more. */
  private static final PushPolicy.Terms TERMS = new PushPolicy.Terms(1, 250, 500);

  @Test
  @DisplayName("nothing is lost or counted twice, whatever is changed in whichever order")
  void everybodyKnowsTheTruth() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(wrongViews(seed, Quirk.NONE)).as("seed %s", seed).isEmpty();
    }
  }

  @Test
  @DisplayName("a process that takes all rows of its region for its own origin's is found")
  void thePlantedBugIsFound() {
    int found = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      found += wrongViews(seed, new LedgerBugs.AllRowsAsOwn()).isEmpty() ? 0 : 1;
    }

    assertThat(found).isGreaterThan(SEEDS / 2);
  }

  /** What processes see that is not what was admitted, after a minute and a half of changes. */
  private static List<String> wrongViews(long seed, Quirk quirk) {
    SplittableRandom random = new SplittableRandom(seed);
    Terrain terrain = new Terrain(2, 2, new Delay(0, 2), new Delay(1, 10));
    LedgerOptions ledger = LedgerOptions.defaults().withTerms(TERMS);
    Planet planet = new Planet(
        new Plan(
            terrain,
            START,
            Optional.of(OriginOptions.defaults()),
            Optional.of(ledger),
            Plan.PLENTY,
            seed,
            quirk),
        Witness.NONE);
    Damage damage = new Damage(planet, changes(random));
    List<CompletableFuture<Decision>> asked = new ArrayList<>();
    for (int tick = 0; tick < 36_000; tick++) { // three minutes, five milliseconds each
      planet.pass(5);
      damage.strike();
      if (tick % 40 == 0 && tick < 24_000) {
        planet
            .at(random.nextInt(2), random.nextDouble())
            .ifPresent(station ->
                asked.add(station.limiter(SPENDER).checkAsync(SPENDER.identifier(), 1_000)));
      }
    }
    long truth = asked.stream().filter(each -> each.join().allowed()).count() * 1_000;
    List<String> wrong = new ArrayList<>();
    for (Station station : planet.stations()) {
      long seen = seen(station);
      if (seen != truth) {
        wrong.add(station.name() + " sees " + seen + " of " + truth);
      }
    }
    return wrong;
  }

  /** One process after the other, with time for the others to hear of it in between. */
  private static List<Fault> changes(SplittableRandom random) {
    Kind[] kinds = {Kind.ADD_ORIGIN, Kind.REMOVE_ORIGIN, Kind.REPLACE_ORIGIN};
    List<Fault> changes = new ArrayList<>();
    for (long at = 20_000; at < 110_000; at += random.nextLong(14_000, 25_000)) {
      String place = Planet.regionName(random.nextInt(2)) + "/node-" + random.nextInt(2);
      changes.add(new Fault(
          kinds[random.nextInt(kinds.length)], place, at, random.nextLong(100, 1_000), 0));
    }
    return changes;
  }

  private static long seen(Station station) {
    Engine engine = station.engine();
    if (engine == null) {
      return -1;
    }
    // A check of cost 0, so that a process that never heard of the subject asks its stores.
    Decision look = station.limiter(SPENDER).checkAsync(SPENDER.identifier(), 0).getNow(null);
    Counts counts = look == null
        ? engine.known(SPENDER.key()).orElseThrow().current()
        : look.explain().current();
    return counts.own() + counts.siblings() + counts.foreign();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.fault.Fault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PlanetTest {

  /** Everything that was said and decided in some seconds of spending and trouble. */
  private static List<String> history(long seed) {
    Town town = new Town(3, seed);
    List<String> decisions = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    town.strike(
        Town.fault(Kind.STORM, "region-0", 500, 2_000),
        Town.fault(Kind.STORM, "ledger", 1_000, 2_000),
        Town.fault(Kind.KILL, "region-1/node-0", 1_500, 100));
    for (int i = 0; i < 400; i++) {
      town.pass(10);
      int region = random.nextInt(2);
      town.planet.at(region, random.nextDouble()).ifPresent(station -> {
        CompletableFuture<Void> unused = town.ask(station, 5)
            .thenAccept(decision -> decisions.add(station.name() + " " + decision.explain()));
      });
    }
    assertThat(decisions).hasSizeGreaterThan(300);
    town.notes.addAll(decisions);
    return town.notes;
  }

  @Test
  @DisplayName("two planets of one plan, asked and struck alike, say and decide the same")
  void oneSeedOneHistory() {
    assertThat(history(1)).isEqualTo(history(1));
  }

  @Test
  @DisplayName("another seed is another history")
  void anotherSeed() {
    assertThat(history(1)).isNotEqualTo(history(2));
  }

  @Test
  @DisplayName("whoever is asked is the process there, or the next one that is open")
  void at() {
    Town town = new Town();

    assertThat(town.planet.at(1, 0)).hasValue(town.station(1, 0));
    assertThat(town.planet.at(1, 0.49)).hasValue(town.station(1, 0));
    assertThat(town.planet.at(1, 0.5)).hasValue(town.station(1, 1));
    assertThat(town.planet.at(1, 0.999)).hasValue(town.station(1, 1));

    town.strike(Town.fault(Kind.PAUSE, "region-1/node-1", 0, 10));

    assertThat(town.planet.at(1, 0.999)).as("round to the first").hasValue(town.station(1, 0));
    assertThat(town.planet.at(0, 0.999)).as("elsewhere").hasValue(town.station(0, 1));
  }

  @Test
  @DisplayName("nobody is asked in a region that is away, however it is")
  void nobodyThere() {
    Town town = new Town();
    town.strike(
        Town.fault(Kind.PAUSE, "region-0/node-0", 0, 5),
        Town.fault(Kind.KILL, "region-0/node-1", 0, 10));
    assertThat(town.planet.at(0, 0)).isEmpty();
    assertThat(town.planet.at(0, 0.9)).isEmpty();
    assertThatThrownBy(() -> town.station(0, 1).limiter(Town.SPENDER))
        .hasMessage("no process runs as region-0/node-1");

    town.pass(5);
    assertThat(town.planet.at(0, 0.9)).hasValue(town.station(0, 0));
    town.pass(5);
    assertThat(town.planet.at(0, 0.9)).hasValue(town.station(0, 1));
  }

  @Test
  @DisplayName("seats are named by region and number, lives also by when they began")
  void names() {
    Town town = new Town();

    assertThat(town.planet.stations())
        .extracting(Station::name)
        .containsExactly(
            "region-0/node-0", "region-0/node-1", "region-1/node-0", "region-1/node-1");
    assertThat(town.life(1, 1).name()).isEqualTo("region-1/node-1#3");
    assertThat(town.life(1, 1).regionName()).isEqualTo("region-1");
    assertThat(town.planet.seatOf(2)).isSameAs(town.station(1, 0));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks are exact: not a check more or less than said. */
class AttackTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7, 10, 30, 100})
  @DisplayName(
      "the even spread makes exactly load limits of checks in each window, the same in each region")
  void theEvenSpreadIsExact(int load) {
    Ground ground = Heard.minutes(3, 1);

    List<Heard> all = Heard.all(new EvenSpread(70, 60_000, 0).traffic(ground, load), ground, 1);

    for (long window = 0; window < 3; window++) {
      assertThat(within(all, window * 60_000, 60_000)).as("window %d", window).hasSize(70 * load);
    }
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertThat(all.stream().filter(each -> each.ask().region() == number))
          .as("region %d", region)
          .hasSize(3 * 7 * load);
    }
  }

  @Test
  @DisplayName("the even spread goes round the regions, at even distances")
  void theEvenSpreadGoesRound() {
    Ground ground = Heard.minutes(1, 1);

    List<Heard> all = Heard.all(new EvenSpread(100, 60_000, 0).traffic(ground, 6), ground, 1);

    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).atMillis()).isEqualTo(i * 100L);
      assertThat(all.get(i).ask().region()).isEqualTo(i % 10);
      assertThat(all.get(i).ask().cost()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 59000, 59000", "0, 0, 0", "15000, 59000, 44000", "15000, 0, 45000"})
  @DisplayName("the even spread begins when the window has the age that was asked for")
  void theEvenSpreadBegins(long late, long phase, long expected) {
    Ground ground = new Ground(10, Heard.START + late, 120_000, 1);

    List<Heard> all = Heard.all(new EvenSpread(1_000, 60_000, phase).traffic(ground, 1), ground, 1);

    assertThat(all.get(0).atMillis()).isEqualTo(expected);
    assertThat(within(all, expected, 60_000)).hasSize(1_000);
  }

  @Test
  @DisplayName("the roaming attacker stays where it is allowed, whatever it was refused before")
  void theRoamerStays() {
    Ground ground = Heard.minutes(1, 1);
    Traffic roamer = new Roaming(100, 60_000, 3).traffic(ground, 3);
    List<Ask> all = new ArrayList<>();

    roamer.until(Heard.START + 60_000, ask -> {
      all.add(ask);
      roamer.decided(ask, all.size() % 3 == 0); // two refusals in a row at most
    });

    assertThat(all).hasSize(300).allSatisfy(ask -> assertThat(ask.region()).isZero());
  }

  @Test
  @DisplayName(
      "the roaming attacker moves on after so many refusals in a row, and comes round again")
  void theRoamerMovesOn() {
    Ground ground = new Ground(3, Heard.START, 60_000, 1);
    Traffic roamer = new Roaming(10, 60_000, 2).traffic(ground, 1);
    List<Integer> regions = new ArrayList<>();

    roamer.until(Heard.START + 60_000, ask -> {
      regions.add(ask.region());
      roamer.decided(ask, regions.size() <= 3);
    });

    assertThat(regions).containsExactly(0, 0, 0, 0, 0, 1, 1, 2, 2, 0);
  }

  @Test
  @DisplayName("what a region says after the roaming attacker left it does not count")
  void lateAnswersAreIgnored() {
    Ground ground = new Ground(3, Heard.START, 60_000, 1);
    Traffic roamer = new Roaming(10, 60_000, 2).traffic(ground, 1);
    List<Ask> all = new ArrayList<>();

    roamer.until(Heard.START + 20_000, all::add);
    all.forEach(ask -> roamer.decided(ask, false));
    all.clear();
    roamer.until(Heard.START + 30_000, all::add);

    assertThat(all)
        .hasSizeGreaterThan(1)
        .allSatisfy(ask -> assertThat(ask.region()).isEqualTo(1));
  }

  private static List<Heard> within(List<Heard> all, long from, long millis) {
    return all.stream()
        .filter(each -> each.atMillis() >= from && each.atMillis() < from + millis)
        .toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import static io.weir.simulator.planet.Town.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DamageTest {

  @Test
  @DisplayName(
      "faults happen in order of time, those of one instant as they were given, and it is over with the last end")
  void orderAndEnd() {
    Town town = new Town();
    Fault late = fault(Kind.STORM, "region-0", 20, 10);
    Fault first = fault(Kind.WIPE_ORIGIN, "region-0", 5, 0);
    Fault second = fault(Kind.WIPE_LEDGER, "ledger", 5, 0);
    Damage damage = town.strike(late, first, second);

    town.pass(25);
    assertThat(damage.isOver()).isFalse();
    town.pass(5);

    assertThat(damage.isOver()).isTrue();
    assertThat(town.notes.stream().filter(note -> note.contains("Fault[")))
        .containsExactly(first.toString(), second.toString(), late.toString(), "ended: " + late);
  }

  @Test
  @DisplayName(
      "who is cut off from its origin is not heard there, and hears nothing, until the cut is over; its sibling is")
  void cutOrigin() {
    Town town = new Town();
    String cut = town.life(0, 0).name() + " beat near";
    String sibling = town.life(0, 1).name() + " beat near";
    String far = town.life(0, 0).name() + " beat far";
    assertThat(town.hearsOf(cut, 10_000)).isTrue();

    town.strike(fault(Kind.CUT_ORIGIN, "region-0/node-0", 0, 40_000));

    assertThat(town.hearsOf(cut, 39_999)).isFalse();
    assertThat(town.notes).contains(sibling, far);
    assertThat(town.hearsOf(cut, 30_000)).isTrue();
  }

  @Test
  @DisplayName(
      "a region that is cut off from the ledger is not heard there until the cut is over; the others are")
  void cutLedger() {
    Town town = new Town();
    String cut = town.life(0, 1).name() + " pulled";
    String other = town.life(1, 0).name() + " pulled";
    assertThat(town.hearsOf(cut, 3_000)).isTrue();

    town.strike(fault(Kind.CUT_LEDGER, "region-0", 0, 20_000));

    assertThat(town.hearsOf(cut, 19_999)).isFalse();
    assertThat(town.notes).contains(other);
    assertThat(town.hearsOf(cut, 30_000)).isTrue();
  }

  @Test
  @DisplayName(
      "cuts that overlap end with the last of them, and hold for whoever takes the seat meanwhile")
  void cutsOverlap() {
    Town town = new Town();
    town.strike(
        fault(Kind.CUT_ORIGIN, "region-0", 0, 5_000),
        fault(Kind.CUT_ORIGIN, "region-0/node-0", 1_000, 60_000),
        fault(Kind.KILL, "region-0/node-0", 2_000, 1_000));
    town.pass(5_500);
    String successor = town.life(0, 0).name() + " beat near";

    assertThat(town.life(0, 0).number()).isEqualTo(4);
    assertThat(town.hearsOf(successor, 55_000)).isFalse();
    assertThat(town.notes).contains(town.life(0, 1).name() + " beat near");
    assertThat(town.hearsOf(successor, 30_000)).isTrue();
  }

  /** How many of so many messages arrive by the next step. */
  private static int arriving(Town town, VirtualNetwork network, int messages) {
    int[] arrived = {0};
    for (int i = 0; i < messages; i++) {
      CompletableFuture<Void> unused = network
          .call("a", "b", () -> CompletableFuture.completedFuture(1))
          .thenAccept(one -> arrived[0]++)
          .toCompletableFuture();
    }
    town.pass(1);
    return arrived[0];
  }

  @Test
  @DisplayName(
      "a storm delays messages on one way until it is over; storms that overlap end with the last")
  void storm() {
    Town town = new Town();
    VirtualNetwork stormy = town.planet.near(1);
    town.strike(fault(Kind.STORM, "region-1", 0, 100), fault(Kind.STORM, "region-1", 50, 150));

    assertThat(arriving(town, stormy, 100)).isLessThan(20);
    assertThat(arriving(town, town.planet.near(0), 100)).isEqualTo(100);
    assertThat(arriving(town, town.planet.far(), 100)).isEqualTo(100);
    town.pass(140);
    assertThat(arriving(town, stormy, 100)).isLessThan(20);
    town.pass(60);
    assertThat(arriving(town, stormy, 100)).isEqualTo(100);

    town.strike(fault(Kind.STORM, "ledger", 0, 100));

    assertThat(arriving(town, town.planet.far(), 100)).isLessThan(20);
    assertThat(arriving(town, stormy, 100)).isEqualTo(100);
  }

  @Test
  @DisplayName("a store that is wiped has nothing left, and the others have what they had")
  void wipes() {
    Town town = new Town();
    town.spend(town.station(0, 0), 600);
    town.spend(town.station(1, 0), 300);
    town.pass(2_000);
    assertThat(town.planet.origin(0).total(Town.CELL)).isEqualTo(600);
    assertThat(town.planet.ledger().total(Town.CELL)).isEqualTo(900);

    town.strike(fault(Kind.WIPE_ORIGIN, "region-0", 0, 0));

    assertThat(town.planet.origin(0).total(Town.CELL)).isZero();
    assertThat(town.planet.origin(1).total(Town.CELL)).isEqualTo(300);
    assertThat(town.planet.ledger().total(Town.CELL)).isEqualTo(900);

    town.strike(fault(Kind.WIPE_LEDGER, "ledger", 0, 0));

    assertThat(town.planet.ledger().total(Town.CELL)).isZero();
  }

  @Test
  @DisplayName(
      "a clock is set at one seat only, or at all of a region, for good and on top of before")
  void clocks() {
    Town town = new Town();
    town.strike(
        new Fault(Kind.STEP_CLOCK, "region-0/node-1", 0, 0, -1_500),
        new Fault(Kind.STEP_CLOCK, "region-1", 0, 0, 5_000),
        new Fault(Kind.STEP_CLOCK, "region-1/node-0", 10, 0, 1),
        fault(Kind.KILL, "region-1/node-1", 10, 10));

    town.pass(30);

    long now = town.planet.clock().epochMillis();
    assertThat(now).isEqualTo(Town.START + 30);
    assertThat(town.planet.stations())
        .extracting(station -> station.epochMillis() - now)
        .containsExactly(0L, -1_500L, 5_001L, 5_000L);
  }
}

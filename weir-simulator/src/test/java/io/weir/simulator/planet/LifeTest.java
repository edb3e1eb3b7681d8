// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import static io.weir.simulator.planet.Town.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.simulator.fault.Fault.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Processes that stand still, die and are replaced. */
class LifeTest {
  /** Messages to the origin take 50 ms each way. */
  private final Town town = new Town(50, 1);

  private final Station seat = town.station(0, 0);
  private final Life life = town.life(0, 0);

  @Test
  @DisplayName(
      "a paused process does and hears nothing, and when it goes on it hears what came meanwhile")
  void pause() {
    town.pass(1_000);
    CompletableFuture<Decision> decision = town.ask(seat, 1); // waits for the origin's answer
    town.pass(1);
    town.strike(fault(Kind.PAUSE, "region-0/node-0", 0, 20_000));

    assertThat(town.hearsOf(life.name() + " heard near", 19_998)).isFalse();
    assertThat(town.notes).contains(life.name() + " read"); // sent before
    assertThat(town.notes.subList(town.notes.size() / 2, town.notes.size()))
        .noneMatch(note -> note.startsWith(life.name()))
        .anyMatch(note -> note.startsWith(town.life(0, 1).name()));
    assertThat(decision).isNotDone();
    assertThat(seat.isOpen()).isFalse();

    assertThat(town.hearsOf(life.name() + " heard near", 3)).isTrue();
    assertThat(decision).isCompleted();
    assertThat(seat.isOpen()).isTrue();
  }

  @Test
  @DisplayName("pauses that overlap end with the last of them")
  void pausesOverlap() {
    town.strike(
        fault(Kind.PAUSE, "region-0", 0, 100), fault(Kind.PAUSE, "region-0/node-0", 50, 100));

    town.pass(120);
    assertThat(seat.isOpen()).isFalse();
    assertThat(town.station(0, 1).isOpen()).isTrue();
    town.pass(30);
    assertThat(seat.isOpen()).isTrue();
  }

  @Test
  @DisplayName("what a killed process sent still arrives, but nothing reaches it")
  void kill() {
    town.pass(1_000);
    CompletableFuture<Decision> decision = town.ask(seat, 3);
    town.pass(105);
    assertThat(decision).isCompleted();
    assertThat(town.hearsOf(life.name() + " published", 270)).isFalse(); // it is on its way

    town.strike(fault(Kind.KILL, "region-0/node-0", 0, 1_000));

    assertThat(seat.life()).isNull();
    assertThat(seat.engine()).isNull();
    assertThat(town.planet.seatOf(life.number())).isNull();
    assertThat(town.hearsOf(life.name() + " published", 900)).isTrue();
    assertThat(town.notes).doesNotContain(life.name() + " heard near");
    assertThat(town.planet.origin(0).total(Town.CELL)).isEqualTo(3);
  }

  @Test
  @DisplayName(
      "whoever takes the seat is somebody else, by number and by name in the stores, and knows nothing")
  void successor() {
    town.pass(1_000);
    town.spend(seat, 5);
    town.pass(1_000);
    town.strike(fault(Kind.KILL, "region-0/node-0", 0, 1_000));
    town.pass(2_000);
    Life next = town.life(0, 0);

    assertThat(next.number()).isEqualTo(4);
    assertThat(next.seat()).isEqualTo(life.seat());
    assertThat(next.name()).isEqualTo("region-0/node-0#4").isNotEqualTo(life.name());
    assertThat(town.planet.seatOf(4)).isSameAs(seat);
    assertThat(seat.isOpen()).isTrue();
    assertThat(incarnations(next)).hasSize(1).doesNotContainAnyElementsOf(incarnations(life));
    CompletableFuture<Decision> decision = town.ask(seat, 1);
    town.pass(1_000);
    assertThat(decision.join().explain().current().own()).isZero();
    assertThat(decision.join().explain().current().siblings())
        .as("from the origin")
        .isEqualTo(5);
  }

  private List<String> incarnations(Life whose) {
    String prefix = whose.name() + " beat near as ";
    return town.notes.stream()
        .filter(note -> note.startsWith(prefix))
        .map(note -> note.substring(prefix.length()))
        .distinct()
        .toList();
  }

  @Test
  @DisplayName(
      "a process that was killed while it stood still does not go on, and its successor does not stand still")
  void killedWhilePaused() {
    town.strike(
        fault(Kind.PAUSE, "region-0/node-0", 0, 5_000),
        fault(Kind.KILL, "region-0/node-0", 100, 100));

    town.pass(300);
    assertThat(seat.isOpen()).isTrue();
    town.pass(5_000);
    assertThat(seat.isOpen()).isTrue();
    assertThat(town.life(0, 0).number()).isEqualTo(4);
  }

  @Test
  @DisplayName(
      "a process that is closed takes no checks, tells what it has to tell, and is then replaced")
  void restart() {
    town.pass(1_000);
    town.spend(seat, 5);
    town.pass(101);
    town.strike(fault(Kind.RESTART, "region-0/node-0", 0, 500));

    assertThat(seat.isOpen()).isFalse();
    assertThat(town.hearsOf(life.name() + " published", 1_490)).isTrue();
    assertThat(seat.life()).isEqualTo(life);
    town.pass(100);
    assertThat(seat.life()).isNull();
    town.pass(500);
    assertThat(town.life(0, 0).number()).isEqualTo(4);
    assertThat(seat.isOpen()).isTrue();
  }

  @Test
  @DisplayName("a process that is killed while it is closed is replaced once, not twice")
  void killedWhileLeaving() {
    town.strike(
        fault(Kind.RESTART, "region-0/node-0", 0, 100),
        fault(Kind.KILL, "region-0/node-0", 500, 100));

    town.pass(3_000);

    assertThat(town.life(0, 0).number()).isEqualTo(4);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger.Component;
import io.weir.origin.Origin.Publication;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What processes know. */
class AuditViewsTest {
  private final World world = new World();
  private final Life here = world.life(0, 0);
  private final Life abroad = world.life(1, 0);

  @Test
  @DisplayName("processes that know what was admitted, or less, are in the right")
  void rightViews() {
    world.planet.pass(100);
    for (int i = 0; i < 10; i++) {
      world.admitted(here, 5);
      assertThat(world.spend(world.planet, world.station(0, 0), 5).allowed()).isTrue();
      world.admitted(abroad, 5);
      world.spend(world.planet, world.station(1, 0), 5);
      for (int millis = 0; millis < 500; millis++) {
        world.planet.pass(1);
        world.look(here);
        world.look(abroad);
      }
    }

    assertThat(Objects.requireNonNull(world.station(0, 0).engine())
            .known(world.spender.key())
            .orElseThrow()
            .current()
            .foreign())
        .as("regions have heard of each other")
        .isPositive();
  }

  @Test
  @DisplayName("a process never knows more of its own than it admitted")
  void tooMuchOwn() {
    world.spend(world.planet, world.station(0, 0), 5);
    world.admitted(here, 4);
    world.admitted(world.life(0, 1), 4);

    assertThatThrownBy(() -> world.look(here))
        .isInstanceOf(Violation.class)
        .hasMessageContainingAll(here.name() + " knows", "own=5", "region admitted 8");
  }

  @Test
  @DisplayName("a process never knows more of its siblings than they admitted")
  void tooManySiblings() {
    Publication ghost = new Publication(world.cell, "ghost.0", 3, 60_000);
    assertThat(world.planet.origin(0).publish(List.of(ghost))).isCompleted();
    world.spend(world.planet, world.station(0, 0), 5);
    world.admitted(here, 5);
    world.admitted(abroad, 50);

    assertThatThrownBy(() -> world.look(here))
        .isInstanceOf(Violation.class)
        .hasMessageContainingAll("siblings=3", "its region admitted 5 and all regions 55");
  }

  @Test
  @DisplayName("a process never knows more of other regions than they admitted")
  void tooMuchForeign() {
    Component ghost = new Component(world.cell, "region-9", "", 3);
    assertThat(world.planet.ledger().push(List.of(ghost))).isCompleted();
    world.admitted(here, 5);
    world.admitted(abroad, 2);
    world.spend(world.planet, world.station(0, 0), 5);

    assertThatThrownBy(() -> {
          for (int i = 0; i < 5_000; i++) {
            world.planet.pass(1);
            world.audit.settle(); // heard of it by itself: the ledger's answer is reason to look
          }
        })
        .isInstanceOf(Violation.class)
        .hasMessageContainingAll("foreign=3", "its region admitted 5 and all regions 7");
  }

  @Test
  @DisplayName("what a process knows of a window never gets less")
  void aViewThatShrinks() {
    world.admitted(here, 5);
    world.spend(world.planet, world.station(0, 0), 5);
    world.look(here);
    Planet poorer = World.planet(world.audit); // where the same process, by its name, spent less
    world.spend(poorer, poorer.stations().get(0), 4);
    world.audit.watch(poorer);

    assertThatThrownBy(() -> world.look(here))
        .isInstanceOf(Violation.class)
        .hasMessageContainingAll("region-0/node-0 knew", "own=5", "but now", "own=4");
  }

  @Test
  @DisplayName("nor when that window has become the previous one")
  void aPreviousViewThatShrinks() {
    world.admitted(here, 5);
    world.spend(world.planet, world.station(0, 0), 5);
    world.look(here);
    Planet poorer = World.planet(world.audit);
    world.spend(poorer, poorer.stations().get(0), 4);
    poorer.pass(60_000);
    world.spend(poorer, poorer.stations().get(0), 0);
    world.audit.watch(poorer);

    assertThatThrownBy(() -> world.look(here))
        .isInstanceOf(Violation.class)
        .hasMessageContainingAll("knew", "own=5", "but now", "own=4");
  }

  @Test
  @DisplayName("a view that left memory, or whose process ended, is nobody's view")
  void nothingToLookAt() {
    assertThatCode(() -> world.look(here)).doesNotThrowAnyException();
  }

  @Test
  @DisplayName("whoever listens hears what processes know of both windows")
  void theLookerHears() {
    StringBuilder heard = new StringBuilder();
    Audit audit = new Audit(
        world.truth,
        (life, cell, counts) -> heard
            .append(cell.sequence() - world.cell.sequence())
            .append(":")
            .append(counts.own())
            .append(' '));
    audit.watch(world.planet);
    world.admitted(here, 5);
    world.spend(world.planet, world.station(0, 0), 5);

    audit.decided(here, world.spender.key());
    audit.settle();
    audit.settle(); // nothing has changed

    assertThat(heard).hasToString("0:5 -1:0 ");
  }
}

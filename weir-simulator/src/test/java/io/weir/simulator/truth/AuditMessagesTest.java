// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger.Component;
import io.weir.origin.Origin.Publication;
import io.weir.simulator.planet.Life;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What processes say to stores, and what stores make of it. */
class AuditMessagesTest {
  private final World world = new World();
  private final Audit audit = world.audit;
  private final Life here = world.life(0, 0);
  private final Life sibling = world.life(0, 1);
  private final Life abroad = world.life(1, 0);

  private List<Publication> publication(String field, long count) {
    return List.of(new Publication(world.cell, field, count, 60_000));
  }

  private List<Component> component(String region, String writer, long count) {
    return List.of(new Component(world.cell, region, writer, count));
  }

  private void assertViolated(String... words) {
    assertThatThrownBy(audit::settle).isInstanceOf(Violation.class).hasMessageContainingAll(words);
  }

  private void assertQuiet() {
    assertThatCode(audit::settle).doesNotThrowAnyException();
  }

  /** The same process without an origin. */
  private static Life alone(Life life) {
    return new Life(life.number(), life.region(), life.seat(), Life.Which.NONE);
  }

  private void publish(Life from, String field, long count) {
    audit.publishing(from, publication(field, count));
    assertThat(world.planet.origin(from.region()).publish(publication(field, count)))
        .isCompleted();
    audit.published(from, publication(field, count));
  }

  private void push(Life from, List<Component> components) {
    audit.pushing(from, components);
    assertThat(world.planet.ledger().push(components)).isCompleted();
    audit.pushed(from, components);
  }

  @Test
  @DisplayName("whoever tells what it admitted, or less, under its own name, is in the right")
  void rightMessages() {
    world.admitted(here, 3);
    world.admitted(sibling, 4);
    world.admitted(abroad, 5);

    audit.beat(here, false, "a");
    audit.beat(here, true, "a");
    publish(here, "a.0", 3);
    publish(here, "a.0", 2); // late
    publish(sibling, "b.0", 4);
    publish(abroad, "c.0", 5);
    push(here, component("region-0", "", 7));
    push(sibling, component("region-0", "", 6));
    push(abroad, component("region-1", "c.0", 5));

    assertQuiet();
  }

  @Test
  @DisplayName("nobody publishes as somebody else")
  void anotherField() {
    world.admitted(here, 1);
    world.admitted(sibling, 1);
    publish(here, "a.0", 1);
    audit.publishing(sibling, publication("a.1", 1));

    assertViolated("region-0/node-1", "published as a.1, which belongs to another process");
  }

  @Test
  @DisplayName("a name that was heard in a beat has its owner, too")
  void aNameFromABeat() {
    world.admitted(sibling, 1);
    audit.beat(here, false, "a");
    audit.publishing(sibling, publication("a.0", 1));

    assertViolated("published as a.0, which belongs to another process");
  }

  @Test
  @DisplayName("nobody publishes more than it admitted, not even what its siblings did")
  void publishesTooMuch() {
    world.admitted(here, 3);
    world.admitted(sibling, 9);
    audit.publishing(here, publication("a.0", 4));

    assertViolated("region-0/node-0", "published 4 of", "but admitted only 3");
  }

  @Test
  @DisplayName("a publication of a window that nobody used is too much")
  void publishesOfNothing() {
    audit.publishing(here, publication("a.0", 1));

    assertViolated("published 1 of", "but admitted only 0");
  }

  @Test
  @DisplayName("an origin never holds more than its region admitted")
  void originHoldsTooMuch() {
    world.admitted(here, 3);
    world.admitted(abroad, 50);
    assertThat(world.planet.origin(0).publish(publication("ghost.0", 1))).isCompleted();
    publish(here, "a.0", 3);

    assertViolated("the origin of region-0 holds 4 of", "but only 3 were admitted");
  }

  @Test
  @DisplayName("an origin holds at least what it was just told")
  void originForgets() {
    world.admitted(here, 3);
    audit.published(here, publication("a.0", 3)); // but it never got there

    assertViolated("the origin of region-0 acknowledged 3 of", "as a.0, but holds less: {}");
  }

  @Test
  @DisplayName("nobody pushes for another region")
  void pushesForAnother() {
    world.admitted(here, 3);
    audit.pushing(here, component("region-1", "", 1));

    assertViolated("region-0/node-0", "pushed as region-1", "which belongs to another process");
  }

  @Test
  @DisplayName("nobody pushes under the name of another process")
  void pushesAsAnother() {
    world.admitted(here, 3);
    world.admitted(sibling, 3);
    audit.pushing(alone(here), component("region-0", "a.0", 3));
    audit.pushing(alone(sibling), component("region-0", "a.0", 3));

    assertViolated("region-0/node-1", "pushed as region-0 a.0, which belongs to another process");
  }

  @Test
  @DisplayName("nobody pushes more than its region admitted")
  void pushesTooMuch() {
    world.admitted(here, 3);
    world.admitted(sibling, 3);
    world.admitted(abroad, 3);
    audit.pushing(here, component("region-0", "", 7));

    assertViolated("region-0/node-0", "pushed 7 of", "but only 6 were admitted");
  }

  @Test
  @DisplayName("who pushes for itself pushes no more than it admitted itself")
  void pushesTooMuchForItself() {
    world.admitted(here, 3);
    world.admitted(sibling, 3);
    audit.pushing(alone(here), component("region-0", "a.0", 4));

    assertViolated("pushed 4 of", "but only 3 were admitted");
  }

  @Test
  @DisplayName("the ledger never holds more than the world admitted")
  void ledgerHoldsTooMuch() {
    world.admitted(here, 3);
    assertThat(world.planet.ledger().push(component("region-9", "", 1))).isCompleted();
    push(here, component("region-0", "", 3));

    assertViolated("the ledger holds 4 of", "but only 3 were admitted");
  }

  @Test
  @DisplayName("two processes never bear one name")
  void oneNameForTwo() {
    audit.beat(here, false, "a");
    audit.beat(abroad, true, "a");

    assertViolated("two processes use the name a", "region-1/node-0");
  }

  @Test
  @DisplayName("what was found first is what is told")
  void theFirstIsTold() {
    world.admitted(here, 1);
    audit.publishing(here, publication("a.0", 2));
    audit.publishing(here, publication("a.0", 3));

    assertViolated("published 2 of");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger.Component;
import io.weir.origin.Origin.Publication;
import io.weir.simulator.fleet.ProcessInstance;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the audit of messages and stores. */
class AuditMessagesTest {
  private final AuditedFleet fleet = new AuditedFleet();
  private final Audit audit = fleet.audit;
  private final ProcessInstance here = fleet.process(0, 0);
  private final ProcessInstance sibling = fleet.process(0, 1);
  private final ProcessInstance abroad = fleet.process(1, 0);

  private List<Publication> publication(String field, long count) {
    return List.of(new Publication(fleet.cell, field, count, 60_000));
  }

  private List<Component> component(String region, String writer, long count) {
    return List.of(new Component(fleet.cell, region, writer, count));
  }

  private void assertViolated(String... words) {
    assertThatThrownBy(audit::checkAll)
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll(words);
  }

  private void assertQuiet() {
    assertThatCode(audit::checkAll).doesNotThrowAnyException();
  }

  /** Returns the same process without an origin. */
  private static ProcessInstance alone(ProcessInstance processInstance) {
    return new ProcessInstance(
        processInstance.number(),
        processInstance.region(),
        processInstance.slot(),
        ProcessInstance.OriginChoice.NONE);
  }

  private void publish(ProcessInstance from, String field, long count) {
    audit.publishing(from, publication(field, count));
    assertThat(fleet.fleet.origin(from.region()).publish(publication(field, count)))
        .isCompleted();
    audit.published(from, publication(field, count));
  }

  private void push(ProcessInstance from, List<Component> components) {
    audit.pushing(from, components);
    assertThat(fleet.fleet.ledger().push(components)).isCompleted();
    audit.pushed(from, components);
  }

  @Test
  void publishingAtMostTheOwnCountIsValid() {
    fleet.admitted(here, 3);
    fleet.admitted(sibling, 4);
    fleet.admitted(abroad, 5);

    audit.heartbeat(here, false, "a");
    audit.heartbeat(here, true, "a");
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
  void publishingAsAnotherProcessIsFound() {
    fleet.admitted(here, 1);
    fleet.admitted(sibling, 1);
    publish(here, "a.0", 1);
    audit.publishing(sibling, publication("a.1", 1));

    assertViolated("region-0/node-1", "published as a.1, which belongs to another process");
  }

  @Test
  void aNameFromAHeartbeatHasAnOwner() {
    fleet.admitted(sibling, 1);
    audit.heartbeat(here, false, "a");
    audit.publishing(sibling, publication("a.0", 1));

    assertViolated("published as a.0, which belongs to another process");
  }

  @Test
  void publishingTooMuchIsFound() {
    fleet.admitted(here, 3);
    fleet.admitted(sibling, 9);
    audit.publishing(here, publication("a.0", 4));

    assertViolated("region-0/node-0", "published 4 of", "but admitted only 3");
  }

  @Test
  void publishingAnUnusedWindowIsFound() {
    audit.publishing(here, publication("a.0", 1));

    assertViolated("published 1 of", "but admitted only 0");
  }

  @Test
  void anOriginAboveItsRegionsCountIsFound() {
    fleet.admitted(here, 3);
    fleet.admitted(abroad, 50);
    assertThat(fleet.fleet.origin(0).publish(publication("ghost.0", 1))).isCompleted();
    publish(here, "a.0", 3);

    assertViolated("the origin of region-0 holds 4 of", "but only 3 were admitted");
  }

  @Test
  void anOriginThatForgetsAPublishIsFound() {
    fleet.admitted(here, 3);
    audit.published(here, publication("a.0", 3)); // but it never arrived

    assertViolated("the origin of region-0 acknowledged 3 of", "as a.0, but holds less: {}");
  }

  @Test
  void pushingForAnotherRegionIsFound() {
    fleet.admitted(here, 3);
    audit.pushing(here, component("region-1", "", 1));

    assertViolated("region-0/node-0", "pushed as region-1", "which belongs to another process");
  }

  @Test
  void pushingAsAnotherProcessIsFound() {
    fleet.admitted(here, 3);
    fleet.admitted(sibling, 3);
    audit.pushing(alone(here), component("region-0", "a.0", 3));
    audit.pushing(alone(sibling), component("region-0", "a.0", 3));

    assertViolated("region-0/node-1", "pushed as region-0 a.0, which belongs to another process");
  }

  @Test
  void pushingMoreThanTheRegionAdmittedIsFound() {
    fleet.admitted(here, 3);
    fleet.admitted(sibling, 3);
    fleet.admitted(abroad, 3);
    audit.pushing(here, component("region-0", "", 7));

    assertViolated("region-0/node-0", "pushed 7 of", "but only 6 were admitted");
  }

  @Test
  void pushingMoreThanTheProcessAdmittedIsFound() {
    fleet.admitted(here, 3);
    fleet.admitted(sibling, 3);
    audit.pushing(alone(here), component("region-0", "a.0", 4));

    assertViolated("pushed 4 of", "but only 3 were admitted");
  }

  @Test
  void aLedgerAboveAllAdmissionsIsFound() {
    fleet.admitted(here, 3);
    assertThat(fleet.fleet.ledger().push(component("region-9", "", 1))).isCompleted();
    push(here, component("region-0", "", 3));

    assertViolated("the ledger holds 4 of", "but only 3 were admitted");
  }

  @Test
  void twoProcessesWithOneNameAreFound() {
    audit.heartbeat(here, false, "a");
    audit.heartbeat(abroad, true, "a");

    assertViolated("two processes use the name a", "region-1/node-0");
  }

  @Test
  void theFirstViolationIsReported() {
    fleet.admitted(here, 1);
    audit.publishing(here, publication("a.0", 2));
    audit.publishing(here, publication("a.0", 3));

    assertViolated("published 2 of");
  }
}

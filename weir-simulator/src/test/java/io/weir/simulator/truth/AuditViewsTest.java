// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger.Component;
import io.weir.origin.Origin.Publication;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.SimulatedFleet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the audit of the processes' views. */
class AuditViewsTest {
  private final AuditedFleet fleet = new AuditedFleet();
  private final ProcessInstance here = fleet.process(0, 0);
  private final ProcessInstance abroad = fleet.process(1, 0);

  @Test
  void viewsWithinTheTruthAreValid() {
    fleet.fleet.advance(100);
    for (int i = 0; i < 10; i++) {
      fleet.admitted(here, 5);
      assertThat(fleet.spend(fleet.fleet, fleet.slot(0, 0), 5).allowed()).isTrue();
      fleet.admitted(abroad, 5);
      fleet.spend(fleet.fleet, fleet.slot(1, 0), 5);
      for (int millis = 0; millis < 500; millis++) {
        fleet.fleet.advance(1);
        fleet.inspect(here);
        fleet.inspect(abroad);
      }
    }

    assertThat(Objects.requireNonNull(fleet.slot(0, 0).engine())
            .inspect(fleet.spender.key())
            .orElseThrow()
            .current()
            .foreign())
        .as("regions know of each other")
        .isPositive();
  }

  @Test
  void excessiveOwnCountsAreFound() {
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);
    fleet.admitted(here, 4);
    fleet.admitted(fleet.process(0, 1), 4);

    assertThatThrownBy(() -> fleet.inspect(here))
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll(here.name() + " knows", "own=5", "region admitted 8");
  }

  @Test
  void excessiveSiblingCountsAreFound() {
    Publication ghost = new Publication(fleet.cell, "ghost.0", 3, 60_000);
    assertThat(fleet.fleet.origin(0).publish(List.of(ghost))).isCompleted();
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);
    fleet.admitted(here, 5);
    fleet.admitted(abroad, 50);

    assertThatThrownBy(() -> fleet.inspect(here))
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll("siblings=3", "its region admitted 5 and all regions 55");
  }

  @Test
  void excessiveForeignCountsAreFound() {
    Component ghost = new Component(fleet.cell, "region-9", "", 3);
    assertThat(fleet.fleet.ledger().push(List.of(ghost))).isCompleted();
    fleet.admitted(here, 5);
    fleet.admitted(abroad, 2);
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);

    assertThatThrownBy(() -> {
          for (int i = 0; i < 5_000; i++) {
            fleet.fleet.advance(1);
            // No decision is reported: the ledger's response triggers the inspection.
            fleet.audit.checkAll();
          }
        })
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll("foreign=3", "its region admitted 5 and all regions 7");
  }

  @Test
  void aShrinkingViewIsFound() {
    fleet.admitted(here, 5);
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);
    fleet.inspect(here);
    SimulatedFleet otherFleet =
        AuditedFleet.fleet(fleet.audit); // a process with the same name spent less there
    fleet.spend(otherFleet, otherFleet.slots().get(0), 4);
    fleet.audit.attach(otherFleet);

    assertThatThrownBy(() -> fleet.inspect(here))
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll("region-0/node-0 knew", "own=5", "but now", "own=4");
  }

  @Test
  void aShrinkingViewOfThePreviousWindowIsFound() {
    fleet.admitted(here, 5);
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);
    fleet.inspect(here);
    SimulatedFleet otherFleet = AuditedFleet.fleet(fleet.audit);
    fleet.spend(otherFleet, otherFleet.slots().get(0), 4);
    otherFleet.advance(60_000);
    fleet.spend(otherFleet, otherFleet.slots().get(0), 0);
    fleet.audit.attach(otherFleet);

    assertThatThrownBy(() -> fleet.inspect(here))
        .isInstanceOf(AuditViolation.class)
        .hasMessageContainingAll("knew", "own=5", "but now", "own=4");
  }

  @Test
  void evictedAndEndedViewsAreIgnored() {
    assertThatCode(() -> fleet.inspect(here)).doesNotThrowAnyException();
  }

  @Test
  void aListenerGetsTheViewsOfBothWindows() {
    StringBuilder views = new StringBuilder();
    Audit audit = new Audit(
        fleet.groundTruth,
        (processInstance, cell, countsByOrigin) -> views
            .append(cell.sequence() - fleet.cell.sequence())
            .append(":")
            .append(countsByOrigin.own())
            .append(' '));
    audit.attach(fleet.fleet);
    fleet.admitted(here, 5);
    fleet.spend(fleet.fleet, fleet.slot(0, 0), 5);

    audit.decided(here, fleet.spender.key());
    audit.checkAll();
    audit.checkAll(); // nothing has changed

    assertThat(views).hasToString("0:5 -1:0 ");
  }
}

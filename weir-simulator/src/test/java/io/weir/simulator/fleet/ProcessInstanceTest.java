// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static io.weir.simulator.fleet.SmallFleet.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests processes that are paused, killed and replaced. */
class ProcessInstanceTest {
  /** Messages to the origin take 50 ms each way. */
  private final SmallFleet fleet = new SmallFleet(50, 1);

  private final ProcessSlot slot = fleet.slot(0, 0);
  private final ProcessInstance process = fleet.process(0, 0);

  @Test
  void aPausedProcessReceivesItsMessagesLater() {
    fleet.advance(1_000);
    CompletableFuture<Decision> decision = fleet.check(slot, 1); // waits for the origin's answer
    fleet.advance(1);
    fleet.inject(fault(FaultType.PAUSE, "region-0/node-0", 0, 20_000));

    assertThat(fleet.notesWithin(process.name() + " heard near", 19_998)).isFalse();
    assertThat(fleet.notes).contains(process.name() + " read"); // sent before
    assertThat(fleet.notes.subList(fleet.notes.size() / 2, fleet.notes.size()))
        .noneMatch(note -> note.startsWith(process.name()))
        .anyMatch(note -> note.startsWith(fleet.process(0, 1).name()));
    assertThat(decision).isNotDone();
    assertThat(slot.isOpen()).isFalse();

    assertThat(fleet.notesWithin(process.name() + " heard near", 3)).isTrue();
    assertThat(decision).isCompleted();
    assertThat(slot.isOpen()).isTrue();
  }

  @Test
  void overlappingPausesEndWithTheLast() {
    fleet.inject(
        fault(FaultType.PAUSE, "region-0", 0, 100),
        fault(FaultType.PAUSE, "region-0/node-0", 50, 100));

    fleet.advance(120);
    assertThat(slot.isOpen()).isFalse();
    assertThat(fleet.slot(0, 1).isOpen()).isTrue();
    fleet.advance(30);
    assertThat(slot.isOpen()).isTrue();
  }

  @Test
  void messagesOfAKilledProcessStillArrive() {
    fleet.advance(1_000);
    CompletableFuture<Decision> decision = fleet.check(slot, 3);
    fleet.advance(105);
    assertThat(decision).isCompleted();
    assertThat(fleet.notesWithin(process.name() + " published", 270)).isFalse(); // still in transit

    fleet.inject(fault(FaultType.KILL, "region-0/node-0", 0, 1_000));

    assertThat(slot.process()).isNull();
    assertThat(slot.engine()).isNull();
    assertThat(fleet.fleet.slotOf(process.number())).isNull();
    assertThat(fleet.notesWithin(process.name() + " published", 900)).isTrue();
    assertThat(fleet.notes).doesNotContain(process.name() + " heard near");
    assertThat(fleet.fleet.origin(0).total(SmallFleet.CELL)).isEqualTo(3);
  }

  @Test
  void aSuccessorIsANewProcess() {
    fleet.advance(1_000);
    fleet.spend(slot, 5);
    fleet.advance(1_000);
    fleet.inject(fault(FaultType.KILL, "region-0/node-0", 0, 1_000));
    fleet.advance(2_000);
    ProcessInstance next = fleet.process(0, 0);

    assertThat(next.number()).isEqualTo(4);
    assertThat(next.slot()).isEqualTo(process.slot());
    assertThat(next.name()).isEqualTo("region-0/node-0#4").isNotEqualTo(process.name());
    assertThat(fleet.fleet.slotOf(4)).isSameAs(slot);
    assertThat(slot.isOpen()).isTrue();
    assertThat(incarnations(next)).hasSize(1).doesNotContainAnyElementsOf(incarnations(process));
    CompletableFuture<Decision> decision = fleet.check(slot, 1);
    fleet.advance(1_000);
    assertThat(decision.join().explain().current().own()).isZero();
    assertThat(decision.join().explain().current().siblings())
        .as("from the origin")
        .isEqualTo(5);
  }

  private List<String> incarnations(ProcessInstance process) {
    String prefix = process.name() + " beat near as ";
    return fleet.notes.stream()
        .filter(note -> note.startsWith(prefix))
        .map(note -> note.substring(prefix.length()))
        .distinct()
        .toList();
  }

  @Test
  void aSuccessorOfAPausedProcessIsNotPaused() {
    fleet.inject(
        fault(FaultType.PAUSE, "region-0/node-0", 0, 5_000),
        fault(FaultType.KILL, "region-0/node-0", 100, 100));

    fleet.advance(300);
    assertThat(slot.isOpen()).isTrue();
    fleet.advance(5_000);
    assertThat(slot.isOpen()).isTrue();
    assertThat(fleet.process(0, 0).number()).isEqualTo(4);
  }

  @Test
  void aClosingProcessPublishesAndIsReplaced() {
    fleet.advance(1_000);
    fleet.spend(slot, 5);
    fleet.advance(101);
    fleet.inject(fault(FaultType.RESTART, "region-0/node-0", 0, 500));

    assertThat(slot.isOpen()).isFalse();
    assertThat(fleet.notesWithin(process.name() + " published", 1_490)).isTrue();
    assertThat(slot.process()).isEqualTo(process);
    fleet.advance(100);
    assertThat(slot.process()).isNull();
    fleet.advance(500);
    assertThat(fleet.process(0, 0).number()).isEqualTo(4);
    assertThat(slot.isOpen()).isTrue();
  }

  @Test
  void aProcessKilledWhileClosingIsReplacedOnce() {
    fleet.inject(
        fault(FaultType.RESTART, "region-0/node-0", 0, 100),
        fault(FaultType.KILL, "region-0/node-0", 500, 100));

    fleet.advance(3_000);

    assertThat(fleet.process(0, 0).number()).isEqualTo(4);
  }
}

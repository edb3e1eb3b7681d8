// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static io.weir.simulator.fleet.SmallFleet.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {

  @Test
  void faultsHappenInOrderOfTime() {
    SmallFleet smallFleet = new SmallFleet();
    SimulatedFault late = fault(FaultType.STORM, "region-0", 20, 10);
    SimulatedFault first = fault(FaultType.WIPE_ORIGIN, "region-0", 5, 0);
    SimulatedFault second = fault(FaultType.WIPE_LEDGER, "ledger", 5, 0);
    FaultInjector faultInjector = smallFleet.inject(late, first, second);

    smallFleet.advance(25);
    assertThat(faultInjector.isFinished()).isFalse();
    smallFleet.advance(5);

    assertThat(faultInjector.isFinished()).isTrue();
    assertThat(smallFleet.notes.stream().filter(note -> note.contains("Fault[")))
        .containsExactly(first.toString(), second.toString(), late.toString(), "ended: " + late);
  }

  @Test
  void aProcessCutOffFromItsOriginExchangesNothing() {
    SmallFleet smallFleet = new SmallFleet();
    String cut = smallFleet.process(0, 0).name() + " beat near";
    String sibling = smallFleet.process(0, 1).name() + " beat near";
    String far = smallFleet.process(0, 0).name() + " beat far";
    assertThat(smallFleet.notesWithin(cut, 10_000)).isTrue();

    smallFleet.inject(fault(FaultType.CUT_ORIGIN, "region-0/node-0", 0, 40_000));

    assertThat(smallFleet.notesWithin(cut, 39_999)).isFalse();
    assertThat(smallFleet.notes).contains(sibling, far);
    assertThat(smallFleet.notesWithin(cut, 30_000)).isTrue();
  }

  @Test
  void aRegionCutOffFromTheLedgerIsNotSeenThere() {
    SmallFleet smallFleet = new SmallFleet();
    String cut = smallFleet.process(0, 1).name() + " pulled";
    String other = smallFleet.process(1, 0).name() + " pulled";
    assertThat(smallFleet.notesWithin(cut, 3_000)).isTrue();

    smallFleet.inject(fault(FaultType.CUT_LEDGER, "region-0", 0, 20_000));

    assertThat(smallFleet.notesWithin(cut, 19_999)).isFalse();
    assertThat(smallFleet.notes).contains(other);
    assertThat(smallFleet.notesWithin(cut, 30_000)).isTrue();
  }

  @Test
  void overlappingCutsEndWithTheLast() {
    SmallFleet smallFleet = new SmallFleet();
    smallFleet.inject(
        fault(FaultType.CUT_ORIGIN, "region-0", 0, 5_000),
        fault(FaultType.CUT_ORIGIN, "region-0/node-0", 1_000, 60_000),
        fault(FaultType.KILL, "region-0/node-0", 2_000, 1_000));
    smallFleet.advance(5_500);
    String successor = smallFleet.process(0, 0).name() + " beat near";

    assertThat(smallFleet.process(0, 0).number()).isEqualTo(4);
    assertThat(smallFleet.notesWithin(successor, 55_000)).isFalse();
    assertThat(smallFleet.notes).contains(smallFleet.process(0, 1).name() + " beat near");
    assertThat(smallFleet.notesWithin(successor, 30_000)).isTrue();
  }

  /** Returns how many of this number of messages arrive by the next step. */
  private static int arrivals(SmallFleet smallFleet, VirtualNetwork network, int messages) {
    int[] arrived = {0};
    for (int i = 0; i < messages; i++) {
      CompletableFuture<Void> unused = network
          .call("a", "b", () -> CompletableFuture.completedFuture(1))
          .thenAccept(one -> arrived[0]++)
          .toCompletableFuture();
    }
    smallFleet.advance(1);
    return arrived[0];
  }

  @Test
  void aStormDelaysOneDirectionUntilItsEnd() {
    SmallFleet smallFleet = new SmallFleet();
    VirtualNetwork stormy = smallFleet.fleet.originNetwork(1);
    smallFleet.inject(
        fault(FaultType.STORM, "region-1", 0, 100), fault(FaultType.STORM, "region-1", 50, 150));

    assertThat(arrivals(smallFleet, stormy, 100)).isLessThan(20);
    assertThat(arrivals(smallFleet, smallFleet.fleet.originNetwork(0), 100)).isEqualTo(100);
    assertThat(arrivals(smallFleet, smallFleet.fleet.ledgerNetwork(), 100)).isEqualTo(100);
    smallFleet.advance(140);
    assertThat(arrivals(smallFleet, stormy, 100)).isLessThan(20);
    smallFleet.advance(60);
    assertThat(arrivals(smallFleet, stormy, 100)).isEqualTo(100);

    smallFleet.inject(fault(FaultType.STORM, "ledger", 0, 100));

    assertThat(arrivals(smallFleet, smallFleet.fleet.ledgerNetwork(), 100)).isLessThan(20);
    assertThat(arrivals(smallFleet, stormy, 100)).isEqualTo(100);
  }

  @Test
  void aWipedStoreLeavesTheOthersIntact() {
    SmallFleet smallFleet = new SmallFleet();
    smallFleet.spend(smallFleet.slot(0, 0), 600);
    smallFleet.spend(smallFleet.slot(1, 0), 300);
    smallFleet.advance(2_000);
    assertThat(smallFleet.fleet.origin(0).total(SmallFleet.CELL)).isEqualTo(600);
    assertThat(smallFleet.fleet.ledger().total(SmallFleet.CELL)).isEqualTo(900);

    smallFleet.inject(fault(FaultType.WIPE_ORIGIN, "region-0", 0, 0));

    assertThat(smallFleet.fleet.origin(0).total(SmallFleet.CELL)).isZero();
    assertThat(smallFleet.fleet.origin(1).total(SmallFleet.CELL)).isEqualTo(300);
    assertThat(smallFleet.fleet.ledger().total(SmallFleet.CELL)).isEqualTo(900);

    smallFleet.inject(fault(FaultType.WIPE_LEDGER, "ledger", 0, 0));

    assertThat(smallFleet.fleet.ledger().total(SmallFleet.CELL)).isZero();
  }

  @Test
  void clocksAreSetPerProcessOrRegion() {
    SmallFleet smallFleet = new SmallFleet();
    smallFleet.inject(
        new SimulatedFault(FaultType.STEP_CLOCK, "region-0/node-1", 0, 0, -1_500),
        new SimulatedFault(FaultType.STEP_CLOCK, "region-1", 0, 0, 5_000),
        new SimulatedFault(FaultType.STEP_CLOCK, "region-1/node-0", 10, 0, 1),
        fault(FaultType.KILL, "region-1/node-1", 10, 10));

    smallFleet.advance(30);

    long now = smallFleet.fleet.clock().epochMillis();
    assertThat(now).isEqualTo(SmallFleet.START + 30);
    assertThat(smallFleet.fleet.slots())
        .extracting(processSlot -> processSlot.epochMillis() - now)
        .containsExactly(0L, -1_500L, 5_001L, 5_000L);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.fault.SimulatedFault.FaultType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SimulatedFleetTest {

  /** Returns all messages and decisions of some seconds of traffic with faults. */
  private static List<String> history(long seed) {
    SmallFleet smallFleet = new SmallFleet(3, seed);
    List<String> decisions = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    smallFleet.inject(
        SmallFleet.fault(FaultType.STORM, "region-0", 500, 2_000),
        SmallFleet.fault(FaultType.STORM, "ledger", 1_000, 2_000),
        SmallFleet.fault(FaultType.KILL, "region-1/node-0", 1_500, 100));
    for (int i = 0; i < 400; i++) {
      smallFleet.advance(10);
      int region = random.nextInt(2);
      smallFleet.fleet.openSlot(region, random.nextDouble()).ifPresent(processSlot -> {
        CompletableFuture<Void> unused = smallFleet
            .check(processSlot, 5)
            .thenAccept(decision -> decisions.add(processSlot.name() + " " + decision.explain()));
      });
    }
    assertThat(decisions).hasSizeGreaterThan(300);
    smallFleet.notes.addAll(decisions);
    return smallFleet.notes;
  }

  @Test
  void onePlanAndSeedGiveOneHistory() {
    assertThat(history(1)).isEqualTo(history(1));
  }

  @Test
  void anotherSeedGivesAnotherHistory() {
    assertThat(history(1)).isNotEqualTo(history(2));
  }

  @Test
  void aCheckGoesToTheNextOpenProcess() {
    SmallFleet smallFleet = new SmallFleet();

    assertThat(smallFleet.fleet.openSlot(1, 0)).hasValue(smallFleet.slot(1, 0));
    assertThat(smallFleet.fleet.openSlot(1, 0.49)).hasValue(smallFleet.slot(1, 0));
    assertThat(smallFleet.fleet.openSlot(1, 0.5)).hasValue(smallFleet.slot(1, 1));
    assertThat(smallFleet.fleet.openSlot(1, 0.999)).hasValue(smallFleet.slot(1, 1));

    smallFleet.inject(SmallFleet.fault(FaultType.PAUSE, "region-1/node-1", 0, 10));

    assertThat(smallFleet.fleet.openSlot(1, 0.999))
        .as("round to the first")
        .hasValue(smallFleet.slot(1, 0));
    assertThat(smallFleet.fleet.openSlot(0, 0.999)).as("elsewhere").hasValue(smallFleet.slot(0, 1));
  }

  @Test
  void anUnavailableRegionAnswersNoCheck() {
    SmallFleet smallFleet = new SmallFleet();
    smallFleet.inject(
        SmallFleet.fault(FaultType.PAUSE, "region-0/node-0", 0, 5),
        SmallFleet.fault(FaultType.KILL, "region-0/node-1", 0, 10));
    assertThat(smallFleet.fleet.openSlot(0, 0)).isEmpty();
    assertThat(smallFleet.fleet.openSlot(0, 0.9)).isEmpty();
    assertThatThrownBy(() -> smallFleet.slot(0, 1).limiter(SmallFleet.SPENDER))
        .hasMessage("no process runs as region-0/node-1");

    smallFleet.advance(5);
    assertThat(smallFleet.fleet.openSlot(0, 0.9)).hasValue(smallFleet.slot(0, 0));
    smallFleet.advance(5);
    assertThat(smallFleet.fleet.openSlot(0, 0.9)).hasValue(smallFleet.slot(0, 1));
  }

  @Test
  void processesAreNamedByRegionNumberAndStart() {
    SmallFleet smallFleet = new SmallFleet();

    assertThat(smallFleet.fleet.slots())
        .extracting(ProcessSlot::name)
        .containsExactly(
            "region-0/node-0", "region-0/node-1", "region-1/node-0", "region-1/node-1");
    assertThat(smallFleet.process(1, 1).name()).isEqualTo("region-1/node-1#3");
    assertThat(smallFleet.process(1, 1).regionName()).isEqualTo("region-1");
    assertThat(smallFleet.fleet.slotOf(2)).isSameAs(smallFleet.slot(1, 0));
  }
}

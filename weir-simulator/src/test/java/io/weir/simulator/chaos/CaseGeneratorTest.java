// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.traffic.SimulatedCheck;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests the cases that seeds generate. */
class CaseGeneratorTest {
  private final List<ChaosCase> cases = LongStream.rangeClosed(1, 200)
      .mapToObj(seed -> CaseGenerator.of(seed, InjectedBug.NONE))
      .toList();

  @Test
  void aSeedAlwaysDrawsTheSameCase() {
    assertThat(cases.get(6))
        .isEqualTo(CaseGenerator.of(7, InjectedBug.NONE))
        .isNotEqualTo(cases.get(7));
  }

  @Test
  void everyKindOfFaultIsDrawnAndEnds() {
    List<SimulatedFault> faults =
        cases.stream().flatMap(one -> one.faults().stream()).toList();

    // OriginChangesTest generates changes of origins, which need time between them.
    EnumSet<FaultType> drawn = EnumSet.allOf(FaultType.class);
    drawn.removeAll(
        List.of(FaultType.REMOVE_ORIGIN, FaultType.ADD_ORIGIN, FaultType.REPLACE_ORIGIN));
    assertThat(faults).extracting(SimulatedFault::kind).containsAll(drawn);
    assertThat(faults).allMatch(simulatedFault -> simulatedFault.forMillis() <= 20_000);
    assertThat(cases)
        .allMatch(one -> one.faults().stream()
            .allMatch(simulatedFault -> simulatedFault.atMillis() < one.timing().faultMillis()));
  }

  @Test
  void drawnFleetsDiffer() {
    List<FleetPlan> plans = cases.stream().map(ChaosCase::plan).toList();

    assertThat(plans).anyMatch(fleetPlan -> fleetPlan.origin().isEmpty());
    assertThat(plans).anyMatch(fleetPlan -> fleetPlan.ledger().isEmpty());
    assertThat(plans).anyMatch(fleetPlan -> fleetPlan.maxSubjects() < 7);
    assertThat(plans)
        .extracting(
            fleetPlan -> fleetPlan.ledger().map(LedgerOptions::policy).orElse(PushPolicy.WEIR))
        .contains(PushPolicy.values());
    assertThat(plans).extracting(fleetPlan -> fleetPlan.topology().regions()).contains(1, 2, 3, 4);
    assertThat(plans).extracting(fleetPlan -> fleetPlan.topology().nodes()).contains(1, 2, 3, 4);
  }

  @Test
  void drawnChecksDiffer() {
    List<List<SimulatedCheck>> requests = new ArrayList<>();
    for (ChaosCase one : cases.subList(0, 20)) {
      RandomTraffic randomTraffic = new RandomTraffic(one);
      for (long now = 20; now <= 20_000; now += 20) {
        randomTraffic.generate(20, now, requests::add);
      }
    }

    assertThat(requests).extracting(List::size).contains(1, 2, 3, 4).allMatch(size -> size <= 4);
    assertThat(requests)
        .anyMatch(
            batch -> batch.stream().map(SimulatedCheck::spender).distinct().count() < batch.size());
    List<SimulatedCheck> all = requests.stream().flatMap(List::stream).toList();
    assertThat(all).anyMatch(simulatedCheck -> simulatedCheck.cost() == 0);
    assertThat(all)
        .anyMatch(simulatedCheck ->
            simulatedCheck.cost() > simulatedCheck.spender().limit().amount());
    assertThat(requests)
        .allMatch(
            batch -> batch.stream().map(SimulatedCheck::processDraw).distinct().count() == 1);
  }
}

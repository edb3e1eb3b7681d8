// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Quirk;
import io.weir.simulator.traffic.Ask;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What seeds stand for. */
class DrawTest {
  private final List<Case> cases =
      LongStream.rangeClosed(1, 200).mapToObj(seed -> Draw.of(seed, Quirk.NONE)).toList();

  @Test
  @DisplayName("a seed always stands for the same case, and another one for another")
  void aSeedStandsForOneCase() {
    assertThat(cases.get(6)).isEqualTo(Draw.of(7, Quirk.NONE)).isNotEqualTo(cases.get(7));
  }

  @Test
  @DisplayName("every kind of fault is drawn, and each is over soon after the trouble")
  void everyKindOfFaultIsDrawn() {
    List<Fault> faults = cases.stream().flatMap(one -> one.faults().stream()).toList();

    // Changes of origins are drawn by OriginChangesTest: they need time between them.
    EnumSet<Kind> drawn = EnumSet.allOf(Kind.class);
    drawn.removeAll(List.of(Kind.REMOVE_ORIGIN, Kind.ADD_ORIGIN, Kind.REPLACE_ORIGIN));
    assertThat(faults).extracting(Fault::kind).containsAll(drawn);
    assertThat(faults).allMatch(fault -> fault.forMillis() <= 20_000);
    assertThat(cases)
        .allMatch(one -> one.faults().stream()
            .allMatch(fault -> fault.atMillis() < one.pace().troubleMillis()));
  }

  @Test
  @DisplayName("some planets have no origins, no ledger, little memory or another policy")
  void planetsDiffer() {
    List<Plan> plans = cases.stream().map(Case::plan).toList();

    assertThat(plans).anyMatch(plan -> plan.origin().isEmpty());
    assertThat(plans).anyMatch(plan -> plan.ledger().isEmpty());
    assertThat(plans).anyMatch(plan -> plan.maxSubjects() < 7);
    assertThat(plans)
        .extracting(plan -> plan.ledger().map(LedgerOptions::policy).orElse(PushPolicy.WEIR))
        .contains(PushPolicy.values());
    assertThat(plans).extracting(plan -> plan.terrain().regions()).contains(1, 2, 3, 4);
    assertThat(plans).extracting(plan -> plan.terrain().nodes()).contains(1, 2, 3, 4);
  }

  @Test
  @DisplayName(
      "checks come singly and in batches, for nothing and for more than the limit, and twice on one subject")
  void checksDiffer() {
    List<List<Ask>> asked = new ArrayList<>();
    for (Case one : cases.subList(0, 20)) {
      Unrest unrest = new Unrest(one);
      for (long now = 20; now <= 20_000; now += 20) {
        unrest.during(20, now, asked::add);
      }
    }

    assertThat(asked).extracting(List::size).contains(1, 2, 3, 4).allMatch(size -> size <= 4);
    assertThat(asked)
        .anyMatch(batch -> batch.stream().map(Ask::spender).distinct().count() < batch.size());
    List<Ask> all = asked.stream().flatMap(List::stream).toList();
    assertThat(all).anyMatch(ask -> ask.cost() == 0);
    assertThat(all).anyMatch(ask -> ask.cost() > ask.spender().limit().amount());
    assertThat(asked)
        .allMatch(batch -> batch.stream().map(Ask::where).distinct().count() == 1);
  }
}

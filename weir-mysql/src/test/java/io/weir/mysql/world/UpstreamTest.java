// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the RFC's system shows of its regions, shown of ours under the policy that is like it. Numbers are those of its list. */
@Tag("integration")
class UpstreamTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(1));

  private final Regions regions = Regions.under(PushPolicy.UPSTREAM);

  @AfterEach
  void leave() {
    regions.close();
  }

  /** A process of a region on an origin that no other process has. */
  private Peer apart(String region) {
    return regions.alone(
        region, builder -> builder.origin(new InMemoryOrigin(regions.peers().clock())));
  }

  @Test // 1
  @DisplayName("what one region admitted leaves another one the rest, and no more")
  void anotherRegionMaySpendTheRest() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    a.admit(TEN, "x", 6);
    regions.converge();

    assertThat(regions.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(b.check(TEN, "x").remaining()).isEqualTo(3);
    assertThat(b.check(TEN, "x", 4).allowed()).isFalse();
    assertThat(b.check(TEN, "x", 3).allowed()).isTrue();
  }

  @Test // 4
  @DisplayName("two processes of a region are one row, and both of another region's import it")
  void regionsOfTwoProcessesConverge() {
    Peer a1 = regions.peer("a");
    Peer a2 = regions.peer("a");
    Peer b1 = regions.peer("b");
    Peer b2 = regions.peer("b");
    assertThat(a1.admit(TEN, "x", 3)).isEqualTo(3);
    assertThat(a2.admit(TEN, "x", 3)).isEqualTo(3);
    regions.converge();
    assertThat(regions.rows().counts(regions.cell(TEN, "x"))).isEqualTo(Map.of("a", 6L));
    assertThat(List.of(b1.sees(TEN, "x").foreign(), b2.sees(TEN, "x").foreign()))
        .containsExactly(6L, 6L);

    assertThat(b1.admit(TEN, "x", 2)).isEqualTo(2);
    assertThat(b2.admit(TEN, "x", 2)).isEqualTo(2);
    regions.pass(500);

    assertThat(b1.check(TEN, "x").allowed()).isFalse();
    assertThat(b2.check(TEN, "x").allowed()).isFalse();
  }

  @Test // 5
  @DisplayName("below a fifth of the limit nothing is written")
  void aLittleIsNotWorthARow() {
    regions.peer("a").check(TEN, "x");
    regions.converge();

    assertThat(regions.rows().size()).isZero();
  }

  @Test // 6
  @DisplayName("the threshold is the region's: two processes with one unit each reach it together")
  void processesReachTheThresholdTogether() {
    Peer a1 = regions.peer("a");
    Peer a2 = regions.peer("a");
    a1.check(TEN, "x");
    a2.check(TEN, "x");
    regions.converge();

    assertThat(a1.sees(TEN, "x").own() + a1.sees(TEN, "x").siblings()).isEqualTo(2);
    assertThat(regions.rows().counts(regions.cell(TEN, "x"))).isEqualTo(Map.of("a", 2L));
  }

  @Test // 8
  @DisplayName("exactly a fifth of the limit is written")
  void theThresholdIsInclusive() {
    regions.peer("a").admit(TEN, "x", 2);
    regions.converge();

    assertThat(regions.row(TEN, "x", "a")).isEqualTo(2);
  }

  @Test // 9
  @DisplayName(
      "a region that only heard writes nothing, and tells its first unit although it is below the threshold")
  void whoHeardOfAnotherTellsItsFirstUnit() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    a.admit(TEN, "x", 6);
    regions.converge();
    assertThat(b.sees(TEN, "x").foreign()).isEqualTo(6);
    regions.converge();
    assertThat(regions.rows().counts(regions.cell(TEN, "x"))).isEqualTo(Map.of("a", 6L));

    b.check(TEN, "x");
    regions.converge();

    assertThat(regions.rows().counts(regions.cell(TEN, "x"))).isEqualTo(Map.of("a", 6L, "b", 1L));
  }

  @Test // 10
  @DisplayName("a region's own row, read back, is not counted a second time")
  void anOwnRowIsNotForeign() {
    Peer a = regions.peer("a");
    a.admit(TEN, "x", 6);
    regions.converge();

    assertThat(a.tally().of(Event.LEDGER_PULLED)).isPositive();
    assertThat(a.sees(TEN, "x")).isEqualTo(new Counts(6, 0, 0, 0));
  }

  @Test // 11
  @DisplayName(
      "a process on another origin takes its region's row for siblings, and still asks its origin before an allow")
  void theRowOfAnotherOriginIsForeign() {
    Peer a1 = apart("a");
    Peer a2 = apart("a");
    a1.admit(TEN, "x", 6);
    regions.converge();

    assertThat(a2.check(TEN, "x", 5).allowed()).isFalse();
    assertThat(a2.tally().of(Event.ORIGIN_READ)).isZero();
    assertThat(a2.check(TEN, "x", 4).allowed()).isTrue();
    assertThat(a2.tally().of(Event.ORIGIN_READ)).isEqualTo(1);
    assertThat(a2.sees(TEN, "x")).isEqualTo(new Counts(4, 0, 6, 0));
  }

  @Test // 12
  @DisplayName("what two regions admitted adds up in a third")
  void foreignCountsAddUp() {
    Limit twenty = Limit.of(20, Duration.ofMinutes(1));
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    Peer c = regions.peer("c");
    a.admit(twenty, "x", 12);
    b.admit(twenty, "x", 11);
    regions.converge();

    assertThat(c.check(twenty, "x").allowed()).isFalse();
    assertThat(c.sees(twenty, "x")).isEqualTo(new Counts(0, 0, 23, 0));
  }

  @Test // 13
  @DisplayName("a row's time moves when its count grows, and at no other time")
  void onlyGrowthMovesTheTimeOfARow() {
    Peer a = regions.peer("a");
    a.admit(TEN, "x", 6);
    regions.converge();
    var cell = regions.cell(TEN, "x");
    var before = regions.rows().of(cell);
    regions.converge();
    Ledger again = regions.ledger();
    String writer =
        regions.rows().lines("SELECT writer FROM ratelimit_window_counts").get(0);
    Eventually.answer(again.push(List.of(new Component(cell, "a", writer, 6))));
    Eventually.answer(again.push(List.of(new Component(cell, "a", writer, 5))));
    assertThat(regions.rows().of(cell)).isEqualTo(before).hasSize(1);
    assertThat(a.tally().of(Event.LEDGER_PUSHED)).isEqualTo(1);

    Eventually.answer(again.push(List.of(new Component(cell, "a", writer, 7))));

    assertThat(regions.rows().of(cell))
        .containsExactly(new Rows.Row("a", 7, regions.peers().clock().epochMillis()));
  }

  @Test // 14
  @DisplayName("a cost above the limit is refused and leaves no row")
  void anOversizedCostLeavesNoRow() {
    Peer a = regions.peer("a");
    assertThat(a.check(TEN, "x", 11).allowed()).isFalse();
    regions.converge();

    assertThat(regions.rows().size()).isZero();
  }

  @Test // 15
  @DisplayName("a region without traffic knows what was spent elsewhere before its first check")
  void aSumWaitsForItsSubject() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    a.admit(TEN, "x", 6);
    regions.converge();
    assertThat(b.tally().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    assertThat(b.tally().of(Event.CELL_CREATED_BY_TRAFFIC)).isZero();
    assertThat(b.tally().level(Gauge.FOREIGN_SUMS)).isEqualTo(1);
    assertThat(b.engine().subjects()).isZero();

    assertThat(b.check(TEN, "x").explain().current().foreign()).isEqualTo(6);
  }
}

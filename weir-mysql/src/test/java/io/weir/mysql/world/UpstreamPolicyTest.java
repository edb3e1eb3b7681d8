// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that regions with the policy {@code upstream} behave like those of the RFC's system. The numbers are those of
 * its list.
 */
@Tag("integration")
class UpstreamPolicyTest {
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(1));

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.UPSTREAM);

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  /** Starts a process of a region on an origin that no other process has. */
  private TestProcess apart(String region) {
    return databaseRegions.standalone(
        region,
        builder -> builder.origin(new InMemoryOrigin(databaseRegions.peers().clock())));
  }

  @Test // 1
  void anotherRegionCanSpendOnlyTheRest() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    a.admit(TEN, "x", 6);
    databaseRegions.converge();

    assertThat(databaseRegions.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(b.check(TEN, "x").remaining()).isEqualTo(3);
    assertThat(b.check(TEN, "x", 4).allowed()).isFalse();
    assertThat(b.check(TEN, "x", 3).allowed()).isTrue();
  }

  @Test // 4
  void twoProcessesOfARegionShareOneRow() {
    TestProcess a1 = databaseRegions.peer("a");
    TestProcess a2 = databaseRegions.peer("a");
    TestProcess b1 = databaseRegions.peer("b");
    TestProcess b2 = databaseRegions.peer("b");
    assertThat(a1.admit(TEN, "x", 3)).isEqualTo(3);
    assertThat(a2.admit(TEN, "x", 3)).isEqualTo(3);
    databaseRegions.converge();
    assertThat(databaseRegions.rows().counts(databaseRegions.cell(TEN, "x")))
        .isEqualTo(Map.of("a", 6L));
    assertThat(List.of(b1.sees(TEN, "x").foreign(), b2.sees(TEN, "x").foreign()))
        .containsExactly(6L, 6L);

    assertThat(b1.admit(TEN, "x", 2)).isEqualTo(2);
    assertThat(b2.admit(TEN, "x", 2)).isEqualTo(2);
    databaseRegions.pass(500);

    assertThat(b1.check(TEN, "x").allowed()).isFalse();
    assertThat(b2.check(TEN, "x").allowed()).isFalse();
  }

  @Test // 5
  void countsBelowTheThresholdAreNotPushed() {
    databaseRegions.peer("a").check(TEN, "x");
    databaseRegions.converge();

    assertThat(databaseRegions.rows().size()).isZero();
  }

  @Test // 6
  void processesOfARegionReachTheThresholdTogether() {
    TestProcess a1 = databaseRegions.peer("a");
    TestProcess a2 = databaseRegions.peer("a");
    a1.check(TEN, "x");
    a2.check(TEN, "x");
    databaseRegions.converge();

    assertThat(a1.sees(TEN, "x").own() + a1.sees(TEN, "x").siblings()).isEqualTo(2);
    assertThat(databaseRegions.rows().counts(databaseRegions.cell(TEN, "x")))
        .isEqualTo(Map.of("a", 2L));
  }

  @Test // 8
  void theThresholdIsInclusive() {
    databaseRegions.peer("a").admit(TEN, "x", 2);
    databaseRegions.converge();

    assertThat(databaseRegions.row(TEN, "x", "a")).isEqualTo(2);
  }

  @Test // 9
  void aRegionWithForeignCountsPushesItsFirstUnit() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    a.admit(TEN, "x", 6);
    databaseRegions.converge();
    assertThat(b.sees(TEN, "x").foreign()).isEqualTo(6);
    databaseRegions.converge();
    assertThat(databaseRegions.rows().counts(databaseRegions.cell(TEN, "x")))
        .isEqualTo(Map.of("a", 6L));

    b.check(TEN, "x");
    databaseRegions.converge();

    assertThat(databaseRegions.rows().counts(databaseRegions.cell(TEN, "x")))
        .isEqualTo(Map.of("a", 6L, "b", 1L));
  }

  @Test // 10
  void aRegionsOwnRowIsNotForeign() {
    TestProcess a = databaseRegions.peer("a");
    a.admit(TEN, "x", 6);
    databaseRegions.converge();

    assertThat(a.observer().of(Event.LEDGER_PULLED)).isPositive();
    assertThat(a.sees(TEN, "x")).isEqualTo(new CountsByOrigin(6, 0, 0, 0));
  }

  @Test // 11
  void theRowOfAnotherOriginIsForeign() {
    TestProcess a1 = apart("a");
    TestProcess a2 = apart("a");
    a1.admit(TEN, "x", 6);
    databaseRegions.converge();

    assertThat(a2.check(TEN, "x", 5).allowed()).isFalse();
    assertThat(a2.observer().of(Event.ORIGIN_READ)).isZero();
    assertThat(a2.check(TEN, "x", 4).allowed()).isTrue();
    assertThat(a2.observer().of(Event.ORIGIN_READ)).isEqualTo(1);
    assertThat(a2.sees(TEN, "x")).isEqualTo(new CountsByOrigin(4, 0, 6, 0));
  }

  @Test // 12
  void foreignCountsOfTwoRegionsAddUp() {
    LimitPolicy twenty = LimitPolicy.of(20, Duration.ofMinutes(1));
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    TestProcess c = databaseRegions.peer("c");
    a.admit(twenty, "x", 12);
    b.admit(twenty, "x", 11);
    databaseRegions.converge();

    assertThat(c.check(twenty, "x").allowed()).isFalse();
    assertThat(c.sees(twenty, "x")).isEqualTo(new CountsByOrigin(0, 0, 23, 0));
  }

  @Test // 13
  void onlyGrowthChangesTheTimeOfARow() {
    TestProcess a = databaseRegions.peer("a");
    a.admit(TEN, "x", 6);
    databaseRegions.converge();
    var cell = databaseRegions.cell(TEN, "x");
    var before = databaseRegions.rows().of(cell);
    databaseRegions.converge();
    Ledger again = databaseRegions.ledger();
    String writer = databaseRegions
        .rows()
        .lines("SELECT writer FROM ratelimit_window_counts")
        .get(0);
    Eventually.await(again.push(List.of(new Component(cell, "a", writer, 6))));
    Eventually.await(again.push(List.of(new Component(cell, "a", writer, 5))));
    assertThat(databaseRegions.rows().of(cell)).isEqualTo(before).hasSize(1);
    assertThat(a.observer().of(Event.LEDGER_PUSHED)).isEqualTo(1);

    Eventually.await(again.push(List.of(new Component(cell, "a", writer, 7))));

    assertThat(databaseRegions.rows().of(cell))
        .containsExactly(
            new LedgerRows.LedgerRow("a", 7, databaseRegions.peers().clock().epochMillis()));
  }

  @Test // 14
  void anOversizedCostLeavesNoRow() {
    TestProcess a = databaseRegions.peer("a");
    assertThat(a.check(TEN, "x", 11).allowed()).isFalse();
    databaseRegions.converge();

    assertThat(databaseRegions.rows().size()).isZero();
  }

  @Test // 15
  void foreignCountsApplyToTheFirstCheckOfASubject() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    a.admit(TEN, "x", 6);
    databaseRegions.converge();
    assertThat(b.observer().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    assertThat(b.observer().of(Event.CELL_CREATED_BY_TRAFFIC)).isZero();
    assertThat(b.observer().level(Gauge.FOREIGN_SUMS)).isEqualTo(1);
    assertThat(b.engine().subjects()).isZero();

    assertThat(b.check(TEN, "x").explain().current().foreign()).isEqualTo(6);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of what regions learn of each other, under every policy. */
class RegionConvergenceTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(10, Duration.ofMinutes(10));

  /** Returns the usage from which a single region pushes: a fifth, a half, or its share of two regions. */
  private static int threshold(PushPolicy policy) {
    return policy == PushPolicy.UPSTREAM ? 2 : 5;
  }

  @ParameterizedTest
  @EnumSource
  void countsOfOneRegionApplyInAnother(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(LIMIT, "x", 6);
    virtualRegions.converge();

    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(6);
    assertThat(b.check(LIMIT, "x").allowed()).isTrue();
    assertThat(b.check(LIMIT, "x", 4).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void processesOfARegionPushOneSum(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a1 = virtualRegions.peer("a");
    TestProcess a2 = virtualRegions.peer("a");
    TestProcess b1 = virtualRegions.peer("b");
    TestProcess b2 = virtualRegions.peer("b");
    a1.admit(LIMIT, "x", 3);
    a2.admit(LIMIT, "x", 3);
    virtualRegions.converge();
    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(6);

    assertThat(b1.admit(LIMIT, "x", 2)).isEqualTo(2);
    assertThat(b2.admit(LIMIT, "x", 2)).isEqualTo(2);
    virtualRegions.converge();

    assertThat(b1.check(LIMIT, "x").allowed()).isFalse();
    assertThat(b2.check(LIMIT, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aRegionBelowTheThresholdDoesNotPush(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", threshold(policy) - 1);
    virtualRegions.converge();

    assertThat(virtualRegions.ledger.pushed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theThresholdIsInclusiveAndAppliesToTheWholeRegion(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a1 = virtualRegions.peer("a");
    TestProcess a2 = virtualRegions.peer("a");
    a1.admit(LIMIT, "x", threshold(policy) - 1);
    a2.admit(LIMIT, "x", 1);
    virtualRegions.converge();

    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(threshold(policy));
  }

  @ParameterizedTest
  @EnumSource(names = {"UPSTREAM", "WEIR"})
  void aRegionThatKnowsOfAnotherPushesBelowTheThreshold(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(LIMIT, "x", 6);
    virtualRegions.converge();
    assertThat(virtualRegions.row(LIMIT, "x", "b")).isZero();

    b.admit(LIMIT, "x", 1);
    virtualRegions.converge();

    assertThat(virtualRegions.row(LIMIT, "x", "b")).isEqualTo(1);
    assertThat(a.sees(LIMIT, "x").foreign()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRegionsOwnRowIsNeverForeign(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", 6);
    virtualRegions.converge();

    assertThat(a.sees(LIMIT, "x").foreign()).isZero();
    assertThat(a.sees(LIMIT, "x").own()).isEqualTo(6);
    assertThat(a.sees(LIMIT, "x").siblings()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theRowOfAnotherOriginOfTheSameRegionCountsAsForeign(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a1 =
        virtualRegions.peer("a", new InMemoryOrigin(virtualRegions.virtualRegion.clock));
    TestProcess a2 =
        virtualRegions.peer("a", new InMemoryOrigin(virtualRegions.virtualRegion.clock));
    a1.admit(LIMIT, "x", 6);
    virtualRegions.converge();

    assertThat(a2.check(LIMIT, "x", 5).allowed()).isFalse();
    assertThat(a2.sees(LIMIT, "x").siblings()).isZero();
    assertThat(a2.sees(LIMIT, "x").foreign()).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource
  void foreignCountsOfSeveralRegionsAddUp(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    LimitPolicy twenty = LimitPolicy.of(20, Duration.ofMinutes(10));
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    TestProcess c = virtualRegions.peer("c");
    a.admit(twenty, "x", 12);
    b.admit(twenty, "x", 11);
    virtualRegions.converge();

    assertThat(c.sees(twenty, "x").foreign()).isEqualTo(23);
    assertThat(c.check(twenty, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void foreignCountsAreNeverPushed(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(LIMIT, "x", 5);
    b.admit(LIMIT, "x", 5);
    for (int i = 0; i < 4; i++) {
      virtualRegions.converge();
      a.check(LIMIT, "x");
      b.check(LIMIT, "x");
    }

    assertThat(virtualRegions.ledger.pushed()).allMatch(component -> component.count() <= 5);
    assertThat(virtualRegions.ledger.store().total(virtualRegions.virtualRegion.cell(LIMIT, "x")))
        .isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void unchangedSumsAreNotPushedAgain(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", 6);
    virtualRegions.converge();
    int pushed = virtualRegions.ledger.pushed().size();
    virtualRegions.converge();

    assertThat(pushed).isEqualTo(1);
    assertThat(virtualRegions.ledger.pushed()).hasSize(pushed);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedCostIsNotPushed(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    assertThat(a.check(LIMIT, "x", 11).allowed()).isFalse();
    virtualRegions.converge();

    assertThat(virtualRegions.ledger.pushed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aSumMayArriveBeforeTheSubjectAndIsForeign(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(LIMIT, "x", 6);
    virtualRegions.converge();
    assertThat(b.observer().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    assertThat(b.observer().of(Event.CELL_CREATED_BY_TRAFFIC)).isZero();
    assertThat(b.engine().subjects()).isZero();

    assertThat(b.admit(LIMIT, "x", 10)).isEqualTo(4);
    assertThat(a.observer().of(Event.CELL_CREATED_BY_IMPORT)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aSumOfThePreviousWindowAppliesToANewSubject(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(600_000 - 60_000);
    a.admit(LIMIT, "x", 10);
    virtualRegions.virtualRegion.pass(60_000 + 1);

    assertThat(b.check(LIMIT, "x", 0).explain().previous().foreign()).isEqualTo(10);
    assertThat(b.check(LIMIT, "x").allowed()).isTrue(); // one has decayed: floor(9.99)
    assertThat(b.check(LIMIT, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shortWindowsNeverTouchTheLedger(PushPolicy policy) {
    VirtualRegions virtualRegions = new VirtualRegions(policy);
    LimitPolicy brief = LimitPolicy.of(10, Duration.ofMillis(59_999));
    TestProcess a = virtualRegions.peer("a");
    TestProcess alone = virtualRegions.peerWithoutOrigin("b");
    a.admit(brief, "x", 10);
    alone.admit(brief, "x", 10);
    virtualRegions.converge();

    assertThat(virtualRegions.ledger.pushed()).isEmpty();
  }
}

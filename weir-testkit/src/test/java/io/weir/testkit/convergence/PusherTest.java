// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of how a region pushes to and pulls from the ledger under Weir's own policy. */
class PusherTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(10));

  private final VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);

  private List<Long> pushedBy(String region) {
    return virtualRegions.ledger.pushed().stream()
        .filter(component -> component.region().equals(region))
        .map(Component::count)
        .toList();
  }

  @Test
  void becomingEligibleWakesThePusher() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(3_000);
    a.admit(LIMIT, "x", 50);
    virtualRegions.virtualRegion.pass(260); // published to the origin, then pushed to the ledger

    assertThat(pushedBy("a")).containsExactly(50L);
  }

  @Test
  void aSingleSlowRegionPushesAShareThenHalfThenAll() {
    VirtualRegions ten = new VirtualRegions(LedgerOptions.defaults().withMinimumRegions(10));
    TestProcess a = ten.peer("a");
    ten.virtualRegion.pass(100);
    for (int i = 0; i < 100; i++) {
      a.check(LIMIT, "x");
      ten.virtualRegion.pass(2_000);
    }

    assertThat(ten.ledger.pushed()).extracting(Component::count).containsExactly(10L, 50L, 100L);
  }

  @Test
  void aSingleFastRegionPushesEveryShare() {
    VirtualRegions ten = new VirtualRegions(LedgerOptions.defaults().withMinimumRegions(10));
    TestProcess a = ten.peer("a");
    ten.virtualRegion.pass(1_000);
    for (int i = 0; i < 45; i++) {
      a.check(LIMIT, "x");
      ten.virtualRegion.pass(150); // a share in 1.5 s: the previous push may still be in flight
    }

    List<Long> pushed = ten.ledger.pushed().stream().map(Component::count).toList();
    assertThat(pushed).hasSizeBetween(4, 5).isSorted();
    assertThat(pushed.get(0)).isBetween(10L, 11L);
    assertThat(pushed.get(pushed.size() - 1)).isGreaterThanOrEqualTo(40);
  }

  @Test
  void aNewWindowIsNotPushedBecauseOfThePreviousOne() {
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", 80);
    virtualRegions.virtualRegion.pass(600_000);
    int pushed = virtualRegions.ledger.pushed().size();
    a.admit(LIMIT, "x", 5);
    virtualRegions.virtualRegion.pass(5_000);

    assertThat(virtualRegions.ledger.pushed()).hasSize(pushed);
  }

  @Test
  void onceOthersAreKnownGrowthIsPushedWithinTwoSeconds() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    b.admit(LIMIT, "x", 50);
    virtualRegions.converge();
    a.check(LIMIT, "x"); // far less than a step
    virtualRegions.virtualRegion.pass(250 + 1_000 + 1_200);

    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(1);
  }

  @Test
  void usageIsMeasuredOnTheSlidingWindowAndBothCellsArePushed() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(599_000);
    a.admit(TEN, "x", 4); // below the threshold of five
    var before = virtualRegions.virtualRegion.cell(TEN, "x");
    virtualRegions.virtualRegion.pass(2_000);
    assertThat(virtualRegions.ledger.pushed()).isEmpty();

    a.admit(TEN, "x", 2); // 2 + 3 carried
    virtualRegions.virtualRegion.pass(2_000);

    assertThat(virtualRegions.row(before, "a")).isEqualTo(4);
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(2);
  }

  @Test
  void foreignCountsInThePreviousWindowTriggerAPushOfThisOne() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(599_900);
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(110);
    assertThat(b.check(TEN, "x").explain().previous().foreign()).isZero();
    virtualRegions.virtualRegion.pass(5_000);

    assertThat(b.check(TEN, "x", 0).explain().previous().foreign()).isEqualTo(6);
    assertThat(virtualRegions.row(TEN, "x", "b")).isEqualTo(1);
  }

  @Test
  void theLowestLimitOnASubjectSetsTheThreshold() {
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", 5);
    virtualRegions.converge();
    assertThat(virtualRegions.ledger.pushed()).isEmpty();

    a.check(TEN, "x", 1);
    virtualRegions.converge();

    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(6);
  }

  @Test
  void aLowerLimitMakesACellEligibleEvenIfItRefuses() {
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "x", 30); // of a hundred, among two regions
    virtualRegions.converge();
    assertThat(virtualRegions.ledger.pushed()).isEmpty();

    assertThat(a.check(TEN, "x").allowed()).isFalse();
    virtualRegions.virtualRegion.pass(2_000);

    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(30);
  }

  @Test
  void aNewRegionLowersTheThresholdOfQuietCells() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.peer("b");
    a.admit(TEN, "x", 4);
    virtualRegions.converge();
    assertThat(virtualRegions.ledger.pushed()).isEmpty();

    virtualRegions.peer("c");
    virtualRegions.virtualRegion.pass(13_000); // one heartbeat

    assertThat(a.observer().level(Gauge.REGIONS)).isEqualTo(3);
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(4);
  }

  @Test
  void aFailedPushIsRetried() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(5_000);
    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isBetween(3L, 8L);
    a.admit(TEN, "x", 1);
    virtualRegions.ledger.failPushes(false);
    virtualRegions.virtualRegion.pass(10_000);

    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(7);
    assertThat(a.observer().changes()).contains("LEDGER unavailable", "LEDGER available");
  }

  @Test
  void aFailedPushIsRetriedAfterAPause() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.settle();
    virtualRegions.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    while (a.observer().of(Event.LEDGER_PUSH_FAILED) == 0) {
      virtualRegions.virtualRegion.pass(1);
    }
    virtualRegions.virtualRegion.pass(249);
    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(1);
    virtualRegions.virtualRegion.pass(1);

    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(2);
  }

  @Test
  void aRecoveredLedgerIsReportedEvenWithNothingToPush() {
    TestProcess a = virtualRegions.peerWithoutOrigin("a");
    virtualRegions.virtualRegion.settle();
    virtualRegions.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.settle();
    virtualRegions.ledger.failPushes(false);

    virtualRegions.virtualRegion.pass(5_000);

    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(1);
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(a.observer().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
  }

  @Test
  void aPushWithoutAnAnswerTimesOutAndIsRetried() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(1_000);
    virtualRegions.ledger.beSilent(true);
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(11_000);
    virtualRegions.ledger.beSilent(false);
    virtualRegions.virtualRegion.pass(40_000);

    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isPositive();
    assertThat(a.observer().of(Event.LEDGER_PULL_FAILED)).isPositive();
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(6);
  }

  @Test
  void aLockedRowDoesNotDelayOtherRows() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.ledger.lock(
        component -> component.cell().subject().identifier().equals("x-0"));
    for (int i = 0; i < 100; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    virtualRegions.virtualRegion.pass(120_000);

    for (int i = 1; i < 100; i++) {
      assertThat(virtualRegions.row(TEN, "x-" + i, "a")).as("identifier %s", i).isEqualTo(6);
    }
    virtualRegions.ledger.lock(component -> false);
    virtualRegions.virtualRegion.pass(10_000);
    assertThat(virtualRegions.row(TEN, "x-0", "a")).isEqualTo(6);
  }

  @Test
  void aRejectedRowDoesNotBlockTheOthersAndIsSkipped() {
    virtualRegions.ledger.reject(
        component -> component.cell().subject().identifier().equals("bad"));
    TestProcess a = virtualRegions.peer("a");
    a.admit(LIMIT, "bad", 50);
    a.admit(LIMIT, "good", 50);
    virtualRegions.converge();
    a.admit(LIMIT, "bad", 50);
    a.admit(LIMIT, "good", 50);
    virtualRegions.converge();

    assertThat(a.observer().of(Event.LEDGER_ROW_REJECTED)).isEqualTo(1);
    assertThat(virtualRegions.row(LIMIT, "bad", "a")).isZero();
    assertThat(virtualRegions.row(LIMIT, "good", "a")).isEqualTo(100);
  }

  @Test
  void pulledSumsSurviveAnOutageOfTheLedger() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(TEN, "x", 6);
    virtualRegions.converge();
    virtualRegions.ledger.failPulls(true);
    virtualRegions.virtualRegion.pass(60_000);

    assertThat(b.admit(TEN, "x", 10)).isEqualTo(4);
  }

  @Test
  void anEvictedSubjectReturnsWithTheCountsOfOthers() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.virtualRegion.add(builder -> builder
        .origin(new InMemoryOrigin(virtualRegions.virtualRegion.clock))
        .ledger(virtualRegions.ledger)
        .region("b")
        .maxSubjects(8));
    a.in("hostile").admit(TEN, "x", 6);
    virtualRegions.converge();
    NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(b.engine(), TEN, 4);
    TestProcess hostile = b.in("hostile");
    assertThat(hostile.check(TEN, "x").allowed()).isTrue();
    for (int i = 0; i < 100; i++) {
      hostile.check(TEN, "flood-" + i, 9);
    }
    virtualRegions.virtualRegion.pass(300);
    assertThat(hostile.sees(TEN, "x").own()).isZero();

    assertThat(hostile.sees(TEN, "x").foreign()).isEqualTo(6);
    assertThat(hostile.sees(TEN, "x").siblings()).isEqualTo(1);
    neighbourWorkspace.assertUntouched();
  }

  @Test
  void withoutAnOriginEveryProcessHasAComponentAndEveryGrowthIsPushed() {
    TestProcess one = virtualRegions.peerWithoutOrigin("a");
    TestProcess two = virtualRegions.peerWithoutOrigin("a");
    one.check(LIMIT, "x", 3);
    two.check(LIMIT, "x", 4);
    virtualRegions.virtualRegion.pass(4_000);

    assertThat(virtualRegions.ledger.store().components()).isEqualTo(2);
    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(7);
    assertThat(one.sees(LIMIT, "x").siblings()).isEqualTo(4);
    assertThat(two.sees(LIMIT, "x").siblings()).isEqualTo(3);
    one.check(LIMIT, "x");
    virtualRegions.virtualRegion.pass(4_000);
    assertThat(two.sees(LIMIT, "x").siblings()).isEqualTo(4);
  }

  @Test
  void withoutAnOriginARestartedProcessSeesItsEarlierCounts() {
    TestProcess before = virtualRegions.peerWithoutOrigin("a");
    before.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(3_000);
    virtualRegions.virtualRegion.kill(before);
    TestProcess after = virtualRegions.peerWithoutOrigin("a");
    virtualRegions.virtualRegion.pass(3_000);

    assertThat(after.admit(TEN, "x", 10)).isEqualTo(4);
    virtualRegions.virtualRegion.pass(3_000);
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(10);
  }

  @Test
  void foreignCountsInTheNextWindowTriggerAPushOfThisOne() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    b.check(TEN, "x");
    virtualRegions.virtualRegion.pass(595_000, 50);
    var before = virtualRegions.virtualRegion.cell(TEN, "x");
    virtualRegions.virtualRegion.pass(10_000, 50);
    a.admit(TEN, "x", 6);
    assertThat(virtualRegions.row(before, "b")).as("too few to push").isZero();

    virtualRegions.virtualRegion.pass(3_000); // and no more checks at b

    assertThat(virtualRegions.row(before, "b")).isEqualTo(1);
    assertThat(a.sees(TEN, "x").foreign()).isZero();
    assertThat(a.checkAsync(TEN, "x", 0).join().explain().previous().foreign()).isEqualTo(1);
  }

  @Test
  void theTableOfForeignSumsIsBoundedAndDropsPastWindows() {
    VirtualRegions small =
        new VirtualRegions(LedgerOptions.defaults().withMinimumRegions(2).withMaxForeignSums(32));
    TestProcess a = small.peer("a");
    TestProcess b = small.peer("b");
    LimitPolicy minute = LimitPolicy.of(10, Duration.ofMinutes(1));
    for (int i = 0; i < 200; i++) {
      a.admit(minute, "old-" + i, 6);
    }
    small.virtualRegion.pass(5_000);
    assertThat(b.observer().of(Event.LEDGER_SUM_DROPPED)).isPositive();
    assertThat(b.observer().level(Gauge.FOREIGN_SUMS)).isBetween(16L, 32L);
    small.virtualRegion.pass(120_000);
    for (int i = 0; i < 4; i++) {
      a.admit(minute, "new-" + i, 6);
    }
    small.virtualRegion.pass(5_000);

    for (int i = 0; i < 4; i++) {
      assertThat(b.sees(minute, "new-" + i).foreign()).isEqualTo(6);
    }
  }

  @Test
  void aSubjectInMemoryGetsASumThatTheTableHadNoRoomFor() {
    VirtualRegions small =
        new VirtualRegions(LedgerOptions.defaults().withMinimumRegions(2).withMaxForeignSums(16));
    TestProcess a = small.peer("a");
    TestProcess b = small.peer("b");
    b.check(TEN, "known-0");
    for (int i = 0; i < 300; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    small.virtualRegion.pass(5_000);
    a.admit(TEN, "known-0", 6);
    small.virtualRegion.pass(5_000);

    assertThat(b.sees(TEN, "known-0").foreign()).isEqualTo(6);
  }
}

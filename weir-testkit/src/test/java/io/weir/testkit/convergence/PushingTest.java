// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a region tells the world, and hears of it, under Weir's own policy. */
class PushingTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(10));

  private final Globe globe = new Globe(PushPolicy.WEIR);

  private List<Long> pushedBy(String region) {
    return globe.ledger.pushed().stream()
        .filter(component -> component.region().equals(region))
        .map(Component::count)
        .toList();
  }

  @Test
  void becomingEligibleWakesThePusher() {
    Peer a = globe.peer("a");
    globe.rig.pass(3_000);
    a.admit(LIMIT, "x", 50);
    globe.rig.pass(260); // told to the origin, then to the world

    assertThat(pushedBy("a")).containsExactly(50L);
  }

  @Test
  void aLonelyRegionThatGrowsSlowlyTellsAShareThenHalfThenAll() {
    Globe ten = new Globe(LedgerOptions.defaults().withMinimumRegions(10));
    Peer a = ten.peer("a");
    ten.rig.pass(100);
    for (int i = 0; i < 100; i++) {
      a.check(LIMIT, "x");
      ten.rig.pass(2_000);
    }

    assertThat(ten.ledger.pushed()).extracting(Component::count).containsExactly(10L, 50L, 100L);
  }

  @Test
  void aLonelyRegionThatGrowsFastTellsEveryShare() {
    Globe ten = new Globe(LedgerOptions.defaults().withMinimumRegions(10));
    Peer a = ten.peer("a");
    ten.rig.pass(1_000);
    for (int i = 0; i < 45; i++) {
      a.check(LIMIT, "x");
      ten.rig.pass(150); // a share in 1.5 s: an answer to the one before may still be under way
    }

    List<Long> told = ten.ledger.pushed().stream().map(Component::count).toList();
    assertThat(told).hasSizeBetween(4, 5).isSorted();
    assertThat(told.get(0)).isBetween(10L, 11L);
    assertThat(told.get(told.size() - 1)).isGreaterThanOrEqualTo(40);
  }

  @Test
  void aNewWindowIsNotToldOfForWhatTheOneBeforeLeft() {
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", 80);
    globe.rig.pass(600_000);
    int told = globe.ledger.pushed().size();
    a.admit(LIMIT, "x", 5);
    globe.rig.pass(5_000);

    assertThat(globe.ledger.pushed()).hasSize(told);
  }

  @Test
  void onceOthersAreKnownGrowthIsToldWithinTwoSeconds() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    b.admit(LIMIT, "x", 50);
    globe.converge();
    a.check(LIMIT, "x"); // far less than a step
    globe.rig.pass(250 + 1_000 + 1_200);

    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(1);
  }

  @Test
  void usageIsMeasuredOnTheSlidingWindowAndBothCellsAreTold() {
    Peer a = globe.peer("a");
    globe.rig.pass(599_000);
    a.admit(TEN, "x", 4); // below the threshold of five
    var before = globe.rig.cell(TEN, "x");
    globe.rig.pass(2_000);
    assertThat(globe.ledger.pushed()).isEmpty();

    a.admit(TEN, "x", 2); // 2 + 3 carried
    globe.rig.pass(2_000);

    assertThat(globe.row(before, "a")).isEqualTo(4);
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(2);
  }

  @Test
  void whoHearsOfAnotherInThePreviousWindowTellsWhatItHasInThisOne() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    globe.rig.pass(599_900);
    a.admit(TEN, "x", 6);
    globe.rig.pass(110);
    assertThat(b.check(TEN, "x").explain().previous().foreign()).isZero();
    globe.rig.pass(5_000);

    assertThat(b.check(TEN, "x", 0).explain().previous().foreign()).isEqualTo(6);
    assertThat(globe.row(TEN, "x", "b")).isEqualTo(1);
  }

  @Test
  void theLowestLimitOnASubjectSetsTheThreshold() {
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", 5);
    globe.converge();
    assertThat(globe.ledger.pushed()).isEmpty();

    a.check(TEN, "x", 1);
    globe.converge();

    assertThat(globe.row(TEN, "x", "a")).isEqualTo(6);
  }

  @Test
  void aLowerLimitMakesACellWorthTellingEvenIfItRefuses() {
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", 30); // of a hundred, among two regions
    globe.converge();
    assertThat(globe.ledger.pushed()).isEmpty();

    assertThat(a.check(TEN, "x").allowed()).isFalse();
    globe.rig.pass(2_000);

    assertThat(globe.row(TEN, "x", "a")).isEqualTo(30);
  }

  @Test
  void aNewRegionLowersTheThresholdOfQuietCells() {
    Peer a = globe.peer("a");
    globe.peer("b");
    a.admit(TEN, "x", 4);
    globe.converge();
    assertThat(globe.ledger.pushed()).isEmpty();

    globe.peer("c");
    globe.rig.pass(13_000); // one heartbeat

    assertThat(a.tally().level(Gauge.REGIONS)).isEqualTo(3);
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(4);
  }

  @Test
  void aFailedPushIsTriedAgain() {
    Peer a = globe.peer("a");
    globe.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    globe.rig.pass(5_000);
    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED)).isBetween(3L, 8L);
    a.admit(TEN, "x", 1);
    globe.ledger.failPushes(false);
    globe.rig.pass(10_000);

    assertThat(globe.row(TEN, "x", "a")).isEqualTo(7);
    assertThat(a.tally().changes()).contains("LEDGER unavailable", "LEDGER available");
  }

  @Test
  void aFailedPushPausesBeforeItIsTriedAgain() {
    Peer a = globe.peer("a");
    globe.rig.settle();
    globe.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    while (a.tally().of(Event.LEDGER_PUSH_FAILED) == 0) {
      globe.rig.pass(1);
    }
    globe.rig.pass(249);
    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(1);
    globe.rig.pass(1);

    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(2);
  }

  @Test
  void aLedgerThatFailedOnceIsReportedBackAlsoWhenNothingMoreIsToBeTold() {
    Peer a = globe.peerWithoutOrigin("a");
    globe.rig.settle();
    globe.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    globe.rig.settle();
    globe.ledger.failPushes(false);

    globe.rig.pass(5_000);

    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED)).isEqualTo(1);
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(a.tally().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
  }

  @Test
  void aLedgerThatNeverAnswersIsGivenUpAndTriedAgain() {
    Peer a = globe.peer("a");
    globe.rig.pass(1_000);
    globe.ledger.beSilent(true);
    a.admit(TEN, "x", 6);
    globe.rig.pass(11_000);
    globe.ledger.beSilent(false);
    globe.rig.pass(40_000);

    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED)).isPositive();
    assertThat(a.tally().of(Event.LEDGER_PULL_FAILED)).isPositive();
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(6);
  }

  @Test
  void aRowThatIsLockedDoesNotKeepTheOthersWaiting() {
    Peer a = globe.peer("a");
    globe.ledger.lock(component -> component.cell().subject().identifier().equals("x-0"));
    for (int i = 0; i < 100; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    globe.rig.pass(120_000);

    for (int i = 1; i < 100; i++) {
      assertThat(globe.row(TEN, "x-" + i, "a")).as("identifier %s", i).isEqualTo(6);
    }
    globe.ledger.lock(component -> false);
    globe.rig.pass(10_000);
    assertThat(globe.row(TEN, "x-0", "a")).isEqualTo(6);
  }

  @Test
  void aRejectedRowDoesNotBlockTheOthersAndIsLeftOut() {
    globe.ledger.reject(component -> component.cell().subject().identifier().equals("bad"));
    Peer a = globe.peer("a");
    a.admit(LIMIT, "bad", 50);
    a.admit(LIMIT, "good", 50);
    globe.converge();
    a.admit(LIMIT, "bad", 50);
    a.admit(LIMIT, "good", 50);
    globe.converge();

    assertThat(a.tally().of(Event.LEDGER_ROW_REJECTED)).isEqualTo(1);
    assertThat(globe.row(LIMIT, "bad", "a")).isZero();
    assertThat(globe.row(LIMIT, "good", "a")).isEqualTo(100);
  }

  @Test
  void whatWasPulledSurvivesAnOutageOfTheLedger() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(TEN, "x", 6);
    globe.converge();
    globe.ledger.failPulls(true);
    globe.rig.pass(60_000);

    assertThat(b.admit(TEN, "x", 10)).isEqualTo(4);
  }

  @Test
  void anEvictedSubjectComesBackWithWhatOthersSpent() {
    Peer a = globe.peer("a");
    Peer b = globe.rig.add(builder -> builder
        .origin(new InMemoryOrigin(globe.rig.clock))
        .ledger(globe.ledger)
        .region("b")
        .maxSubjects(8));
    a.in("hostile").admit(TEN, "x", 6);
    globe.converge();
    Neighbour neighbour = Neighbour.spend(b.engine(), TEN, 4);
    Peer hostile = b.in("hostile");
    assertThat(hostile.check(TEN, "x").allowed()).isTrue();
    for (int i = 0; i < 100; i++) {
      hostile.check(TEN, "flood-" + i, 9);
    }
    globe.rig.pass(300);
    assertThat(hostile.sees(TEN, "x").own()).isZero();

    assertThat(hostile.sees(TEN, "x").foreign()).isEqualTo(6);
    assertThat(hostile.sees(TEN, "x").siblings()).isEqualTo(1);
    neighbour.assertUntouched();
  }

  @Test
  void withoutAnOriginEveryProcessHasAComponentAndEveryGrowthIsTold() {
    Peer one = globe.peerWithoutOrigin("a");
    Peer two = globe.peerWithoutOrigin("a");
    one.check(LIMIT, "x", 3);
    two.check(LIMIT, "x", 4);
    globe.rig.pass(4_000);

    assertThat(globe.ledger.store().components()).isEqualTo(2);
    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(7);
    assertThat(one.sees(LIMIT, "x").siblings()).isEqualTo(4);
    assertThat(two.sees(LIMIT, "x").siblings()).isEqualTo(3);
    one.check(LIMIT, "x");
    globe.rig.pass(4_000);
    assertThat(two.sees(LIMIT, "x").siblings()).isEqualTo(4);
  }

  @Test
  void withoutAnOriginARestartedProcessSeesWhatItAdmittedBefore() {
    Peer before = globe.peerWithoutOrigin("a");
    before.admit(TEN, "x", 6);
    globe.rig.pass(3_000);
    globe.rig.kill(before);
    Peer after = globe.peerWithoutOrigin("a");
    globe.rig.pass(3_000);

    assertThat(after.admit(TEN, "x", 10)).isEqualTo(4);
    globe.rig.pass(3_000);
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(10);
  }

  @Test
  void whoHearsOfOthersInTheNextWindowTellsOfThisOne() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    b.check(TEN, "x");
    globe.rig.pass(595_000, 50);
    var before = globe.rig.cell(TEN, "x");
    globe.rig.pass(10_000, 50);
    a.admit(TEN, "x", 6);
    assertThat(globe.row(before, "b")).as("too little to tell").isZero();

    globe.rig.pass(3_000); // and nobody asks at b any more

    assertThat(globe.row(before, "b")).isEqualTo(1);
    assertThat(a.sees(TEN, "x").foreign()).isZero();
    assertThat(a.ask(TEN, "x", 0).join().explain().previous().foreign()).isEqualTo(1);
  }

  @Test
  void theTableOfForeignSumsHasACeilingAndForgetsWhatIsOver() {
    Globe small = new Globe(LedgerOptions.defaults().withMinimumRegions(2).withMaxForeignSums(32));
    Peer a = small.peer("a");
    Peer b = small.peer("b");
    Limit minute = Limit.of(10, Duration.ofMinutes(1));
    for (int i = 0; i < 200; i++) {
      a.admit(minute, "old-" + i, 6);
    }
    small.rig.pass(5_000);
    assertThat(b.tally().of(Event.LEDGER_SUM_DROPPED)).isPositive();
    assertThat(b.tally().level(Gauge.FOREIGN_SUMS)).isBetween(16L, 32L);
    small.rig.pass(120_000);
    for (int i = 0; i < 4; i++) {
      a.admit(minute, "new-" + i, 6);
    }
    small.rig.pass(5_000);

    for (int i = 0; i < 4; i++) {
      assertThat(b.sees(minute, "new-" + i).foreign()).isEqualTo(6);
    }
  }

  @Test
  void aSubjectInMemoryHearsOfASumThatTheTableHadNoRoomFor() {
    Globe small = new Globe(LedgerOptions.defaults().withMinimumRegions(2).withMaxForeignSums(16));
    Peer a = small.peer("a");
    Peer b = small.peer("b");
    b.check(TEN, "known-0");
    for (int i = 0; i < 300; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    small.rig.pass(5_000);
    a.admit(TEN, "known-0", 6);
    small.rig.pass(5_000);

    assertThat(b.sees(TEN, "known-0").foreign()).isEqualTo(6);
  }
}

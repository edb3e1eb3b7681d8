// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a process tells its region what it admitted. */
class PublishingTest {
  private static final Limit WIDE = Limit.of(1_000_000, Duration.ofMinutes(10));
  private static final Limit NARROW = Limit.of(30, Duration.ofMinutes(10));

  private final Rig rig = new Rig();
  private final Peer peer = rig.peer();

  @Test
  void manyChecksAreOnePublication() {
    rig.settle();
    peer.admit(WIDE, "a", 1_000);
    rig.pass(300);

    assertThat(rig.origin.publications()).hasSize(1);
    assertThat(rig.origin.publications().get(0).count()).isEqualTo(1_000);
  }

  @Test
  void aQuietCellWaitsAQuarterSecondAndNoLonger() {
    rig.settle();
    peer.check(WIDE, "a");
    rig.settle();
    rig.pass(249);
    assertThat(rig.origin.publications()).isEmpty();

    rig.pass(1);

    assertThat(rig.total(WIDE, "a")).isEqualTo(1);
  }

  @Test
  void quietCellsShareABatch() {
    rig.settle();
    for (int i = 0; i < 100; i++) {
      peer.check(WIDE, "id" + i);
      rig.pass(1);
    }
    rig.pass(300);

    assertThat(rig.origin.publications()).hasSize(100);
    assertThat(rig.origin.publishes()).hasSizeLessThanOrEqualTo(100 / 5 + 1);
  }

  @Test
  void aLookIsNeverPublished() {
    rig.settle();
    peer.check(WIDE, "a", 0);
    rig.pass(1_000);

    assertThat(rig.origin.publishes()).isEmpty();
  }

  @Test
  void aCellIsUrgentOnceItsUnpublishedPartIsHalfItsHeadroom() {
    rig.settle();
    peer.admit(NARROW, "a", 9);
    rig.settle();
    assertThat(rig.origin.publishes()).isEmpty();

    peer.check(NARROW, "a"); // 10 unpublished, head-room 20
    rig.settle();

    assertThat(rig.total(NARROW, "a")).isEqualTo(10);
  }

  @Test
  void moreProcessesMakeACellUrgentSooner() {
    rig.peer();
    rig.settle();
    rig.pass(2_500); // both have heard of each other
    Limit wide = Limit.of(3_000, Duration.ofMinutes(10));
    peer.admit(wide, "a", 13);
    rig.settle();
    assertThat(rig.origin.publishes()).isEmpty();

    peer.check(wide, "a"); // 14 unpublished, twice that is a hundredth of the head-room
    rig.settle();

    assertThat(rig.total(wide, "a")).isEqualTo(14);
  }

  @Test
  void theLastUnitIsAlwaysUrgent() {
    rig.settle();
    peer.admit(NARROW, "a", 10);
    rig.pass(10);
    peer.admit(NARROW, "a", 20);
    rig.pass(10);

    assertThat(rig.total(NARROW, "a")).isEqualTo(30);
  }

  @Test
  void aReceiptBringsWhatSiblingsAdmitted() {
    Peer other = rig.peer();
    rig.settle();
    peer.admit(NARROW, "a", 4);
    other.admit(NARROW, "a", 3);
    rig.pass(300);

    assertThat(peer.sees(NARROW, "a").siblings()).isEqualTo(3); // it published second
    assertThat(rig.total(NARROW, "a")).isEqualTo(7);
    assertThat(rig.origin.reads()).hasSize(2); // the two cold ones: receipts did the rest
  }

  @Test
  void oneBatchIsInFlightAndASlowOriginMeansLargerBatches() {
    rig.settle();
    rig.origin.publishes(Mood.HOLDING);
    peer.check(WIDE, "first");
    rig.pass(260);
    for (int i = 0; i < 50; i++) {
      peer.admit(WIDE, "id" + i, 3);
    }
    rig.pass(1_000);
    assertThat(rig.origin.publishes()).hasSize(1);

    rig.origin.publishes(Mood.ANSWERING);
    rig.origin.release();
    rig.pass(10);

    assertThat(rig.origin.publishes()).hasSize(2);
    assertThat(rig.origin.publishes().get(1))
        .hasSize(50)
        .allMatch(publication -> publication.count() == 3);
  }

  @Test
  void theLagIsTheTimeFromTheFirstUntoldAdmissionToItsReceipt() {
    rig.settle();
    peer.check(NARROW, "a");
    rig.pass(260);
    assertThat(peer.tally().level(Observer.Gauge.PUBLISH_LAG_MILLIS)).isEqualTo(250);

    rig.origin.publishes(Mood.FAILING);
    peer.check(NARROW, "a");
    rig.pass(1_000);

    assertThat(peer.tally().level(Observer.Gauge.PUBLISH_LAG_MILLIS)).isGreaterThan(500);
  }

  @Test
  void wholeBatchesFollowEachOtherAtOnceAndTheRestKeepsTheGap() {
    rig.settle();
    for (int i = 0; i < 1_200; i++) {
      peer.admit(NARROW, "id" + i, 10); // urgent, all of them
    }
    rig.settle();
    assertThat(rig.origin.publishes()).extracting(List::size).containsExactly(512, 512);
    rig.pass(4);
    assertThat(rig.origin.publishes()).hasSize(2);
    rig.pass(1);

    assertThat(rig.origin.publishes()).extracting(List::size).containsExactly(512, 512, 176);
  }

  @Test
  void aFailedBatchStaysDirtyAndIsTriedAgainLessAndLessOften() {
    rig.settle();
    rig.origin.publishes(Mood.FAILING);
    peer.admit(NARROW, "a", 10);
    rig.settle();
    rig.pass(49);
    assertThat(rig.origin.publishes()).hasSize(1);
    rig.pass(1);
    assertThat(rig.origin.publishes()).hasSize(2);
    rig.pass(99);
    assertThat(rig.origin.publishes()).hasSize(2);
    rig.pass(1);
    assertThat(rig.origin.publishes()).hasSize(3);
    peer.admit(NARROW, "a", 2);
    rig.pass(200);
    assertThat(rig.origin.publishes()).hasSize(4);
    assertThat(peer.tally().of(Event.ORIGIN_PUBLISH_FAILED)).isEqualTo(4);
    assertThat(rig.total(NARROW, "a")).isZero();

    rig.origin.publishes(Mood.ANSWERING);
    rig.pass(400);

    assertThat(rig.total(NARROW, "a")).isEqualTo(12);
  }

  @Test
  void thePauseBetweenAttemptsIsTwoSecondsAtMost() {
    rig.settle();
    rig.origin.publishes(Mood.FAILING);
    peer.admit(NARROW, "a", 10);
    rig.pass(20_000);
    rig.origin.publishes(Mood.ANSWERING);
    rig.pass(2_000);

    assertThat(rig.total(NARROW, "a")).isEqualTo(10);
  }

  @Test
  void anAnswerToABatchThatWasGivenUpIsHarmless() {
    rig.settle();
    rig.origin.publishes(Mood.HOLDING);
    peer.admit(NARROW, "a", 10);
    rig.settle();
    rig.pass(2_000);
    assertThat(peer.tally().of(Event.ORIGIN_PUBLISH_FAILED)).isEqualTo(1);
    peer.admit(NARROW, "a", 5);
    rig.pass(60);
    assertThat(rig.origin.publishes()).hasSize(2);

    rig.origin.releaseOne(); // the first batch's
    rig.pass(100);
    assertThat(peer.tally().of(Event.ORIGIN_PUBLISHED)).isZero();
    rig.origin.release();
    rig.pass(500);

    assertThat(peer.tally().of(Event.ORIGIN_PUBLISHED)).isEqualTo(1);
    assertThat(rig.origin.publishes()).hasSize(2);
    assertThat(rig.total(NARROW, "a")).isEqualTo(15);
  }

  @Test
  void aCellOfAWindowThatIsOverIsStillPublishedWhileItWeighs() {
    Limit minute = Limit.of(1_000, Duration.ofMinutes(1));
    rig.settle();
    rig.origin.publishes(Mood.FAILING);
    peer.admit(minute, "a", 7);
    rig.pass(70_000);
    rig.origin.publishes(Mood.ANSWERING);
    rig.pass(3_000);

    Publication last = rig.origin.publications().get(rig.origin.publications().size() - 1);
    assertThat(last.count()).isEqualTo(7);
    assertThat(last.cell().sequence()).isEqualTo(Rig.START / 60_000);
    assertThat(last.timeToLiveMillis()).isBetween(60_000L + 40_000L, 60_000L + 50_000L);
  }

  @Test
  void aReceiptThatShowsALossMakesEverythingBePublishedAgain() {
    rig.settle();
    peer.admit(WIDE, "quiet", 7);
    peer.admit(WIDE, "busy", 5);
    rig.pass(300);
    rig.origin.loseSilently();
    rig.origin.forgetCalls();
    peer.check(WIDE, "busy"); // on a view that is fresh: nothing but the publish tells
    rig.pass(600);

    assertThat(rig.origin.reads()).isEmpty();
    assertThat(peer.tally().of(Event.ORIGIN_WIPE_SEEN)).isPositive();
    assertThat(rig.total(WIDE, "busy")).isEqualTo(6);
    assertThat(rig.total(WIDE, "quiet")).isEqualTo(7);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of how a process publishes its counts to its region. */
class PublisherTest {
  private static final LimitPolicy WIDE = LimitPolicy.of(1_000_000, Duration.ofMinutes(10));
  private static final LimitPolicy NARROW = LimitPolicy.of(30, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();
  private final TestProcess testProcess = virtualRegion.peer();

  @Test
  void manyChecksAreOnePublication() {
    virtualRegion.settle();
    testProcess.admit(WIDE, "a", 1_000);
    virtualRegion.pass(300);

    assertThat(virtualRegion.origin.publications()).hasSize(1);
    assertThat(virtualRegion.origin.publications().get(0).count()).isEqualTo(1_000);
  }

  @Test
  void aQuietCellWaitsAQuarterSecondAndNoLonger() {
    virtualRegion.settle();
    testProcess.check(WIDE, "a");
    virtualRegion.settle();
    virtualRegion.pass(249);
    assertThat(virtualRegion.origin.publications()).isEmpty();

    virtualRegion.pass(1);

    assertThat(virtualRegion.total(WIDE, "a")).isEqualTo(1);
  }

  @Test
  void quietCellsShareABatch() {
    virtualRegion.settle();
    for (int i = 0; i < 100; i++) {
      testProcess.check(WIDE, "id" + i);
      virtualRegion.pass(1);
    }
    virtualRegion.pass(300);

    assertThat(virtualRegion.origin.publications()).hasSize(100);
    assertThat(virtualRegion.origin.publishes()).hasSizeLessThanOrEqualTo(100 / 5 + 1);
  }

  @Test
  void aLookIsNeverPublished() {
    virtualRegion.settle();
    testProcess.check(WIDE, "a", 0);
    virtualRegion.pass(1_000);

    assertThat(virtualRegion.origin.publishes()).isEmpty();
  }

  @Test
  void aCellIsUrgentOnceItsUnpublishedPartIsHalfItsHeadroom() {
    virtualRegion.settle();
    testProcess.admit(NARROW, "a", 9);
    virtualRegion.settle();
    assertThat(virtualRegion.origin.publishes()).isEmpty();

    testProcess.check(NARROW, "a"); // 10 unpublished, head-room 20
    virtualRegion.settle();

    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(10);
  }

  @Test
  void moreProcessesMakeACellUrgentSooner() {
    virtualRegion.peer();
    virtualRegion.settle();
    virtualRegion.pass(2_500); // both know of each other
    LimitPolicy wide = LimitPolicy.of(3_000, Duration.ofMinutes(10));
    testProcess.admit(wide, "a", 13);
    virtualRegion.settle();
    assertThat(virtualRegion.origin.publishes()).isEmpty();

    testProcess.check(wide, "a"); // 14 unpublished; twice that is a hundredth of the head-room
    virtualRegion.settle();

    assertThat(virtualRegion.total(wide, "a")).isEqualTo(14);
  }

  @Test
  void theLastUnitIsAlwaysUrgent() {
    virtualRegion.settle();
    testProcess.admit(NARROW, "a", 10);
    virtualRegion.pass(10);
    testProcess.admit(NARROW, "a", 20);
    virtualRegion.pass(10);

    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(30);
  }

  @Test
  void aReceiptContainsTheCountsOfSiblings() {
    TestProcess other = virtualRegion.peer();
    virtualRegion.settle();
    testProcess.admit(NARROW, "a", 4);
    other.admit(NARROW, "a", 3);
    virtualRegion.pass(300);

    assertThat(testProcess.sees(NARROW, "a").siblings()).isEqualTo(3); // it published second
    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(7);
    assertThat(virtualRegion.origin.reads())
        .hasSize(2); // the two cold reads: receipts did the rest
  }

  @Test
  void oneBatchIsInFlightAndASlowOriginCausesLargerBatches() {
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);
    testProcess.check(WIDE, "first");
    virtualRegion.pass(260);
    for (int i = 0; i < 50; i++) {
      testProcess.admit(WIDE, "id" + i, 3);
    }
    virtualRegion.pass(1_000);
    assertThat(virtualRegion.origin.publishes()).hasSize(1);

    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.origin.release();
    virtualRegion.pass(10);

    assertThat(virtualRegion.origin.publishes()).hasSize(2);
    assertThat(virtualRegion.origin.publishes().get(1))
        .hasSize(50)
        .allMatch(publication -> publication.count() == 3);
  }

  @Test
  void theLagIsTheTimeFromTheFirstUnpublishedAdmissionToItsReceipt() {
    virtualRegion.settle();
    testProcess.check(NARROW, "a");
    virtualRegion.pass(260);
    assertThat(testProcess.observer().level(Observer.Gauge.PUBLISH_LAG_MILLIS)).isEqualTo(250);

    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    testProcess.check(NARROW, "a");
    virtualRegion.pass(1_000);

    assertThat(testProcess.observer().level(Observer.Gauge.PUBLISH_LAG_MILLIS)).isGreaterThan(500);
  }

  @Test
  void fullBatchesFollowImmediatelyAndTheRestWaitsForTheGap() {
    virtualRegion.settle();
    for (int i = 0; i < 1_200; i++) {
      testProcess.admit(NARROW, "id" + i, 10); // urgent, all of them
    }
    virtualRegion.settle();
    assertThat(virtualRegion.origin.publishes()).extracting(List::size).containsExactly(512, 512);
    virtualRegion.pass(4);
    assertThat(virtualRegion.origin.publishes()).hasSize(2);
    virtualRegion.pass(1);

    assertThat(virtualRegion.origin.publishes())
        .extracting(List::size)
        .containsExactly(512, 512, 176);
  }

  @Test
  void aFailedBatchStaysDirtyAndIsRetriedWithBackoff() {
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    testProcess.admit(NARROW, "a", 10);
    virtualRegion.settle();
    virtualRegion.pass(49);
    assertThat(virtualRegion.origin.publishes()).hasSize(1);
    virtualRegion.pass(1);
    assertThat(virtualRegion.origin.publishes()).hasSize(2);
    virtualRegion.pass(99);
    assertThat(virtualRegion.origin.publishes()).hasSize(2);
    virtualRegion.pass(1);
    assertThat(virtualRegion.origin.publishes()).hasSize(3);
    testProcess.admit(NARROW, "a", 2);
    virtualRegion.pass(200);
    assertThat(virtualRegion.origin.publishes()).hasSize(4);
    assertThat(testProcess.observer().of(Event.ORIGIN_PUBLISH_FAILED)).isEqualTo(4);
    assertThat(virtualRegion.total(NARROW, "a")).isZero();

    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.pass(400);

    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(12);
  }

  @Test
  void theBackoffIsTwoSecondsAtMost() {
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    testProcess.admit(NARROW, "a", 10);
    virtualRegion.pass(20_000);
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.pass(2_000);

    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(10);
  }

  @Test
  void aLateReceiptOfATimedOutBatchIsHarmless() {
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);
    testProcess.admit(NARROW, "a", 10);
    virtualRegion.settle();
    virtualRegion.pass(2_000);
    assertThat(testProcess.observer().of(Event.ORIGIN_PUBLISH_FAILED)).isEqualTo(1);
    testProcess.admit(NARROW, "a", 5);
    virtualRegion.pass(60);
    assertThat(virtualRegion.origin.publishes()).hasSize(2);

    virtualRegion.origin.releaseOne(); // the receipt of the first batch
    virtualRegion.pass(100);
    assertThat(testProcess.observer().of(Event.ORIGIN_PUBLISHED)).isZero();
    virtualRegion.origin.release();
    virtualRegion.pass(500);

    assertThat(testProcess.observer().of(Event.ORIGIN_PUBLISHED)).isEqualTo(1);
    assertThat(virtualRegion.origin.publishes()).hasSize(2);
    assertThat(virtualRegion.total(NARROW, "a")).isEqualTo(15);
  }

  @Test
  void aCellOfAPastWindowIsPublishedWhileItIsCarriedOver() {
    LimitPolicy minute = LimitPolicy.of(1_000, Duration.ofMinutes(1));
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    testProcess.admit(minute, "a", 7);
    virtualRegion.pass(70_000);
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.pass(3_000);

    Publication last = virtualRegion
        .origin
        .publications()
        .get(virtualRegion.origin.publications().size() - 1);
    assertThat(last.count()).isEqualTo(7);
    assertThat(last.cell().sequence()).isEqualTo(VirtualRegion.START / 60_000);
    assertThat(last.timeToLiveMillis()).isBetween(60_000L + 40_000L, 60_000L + 50_000L);
  }

  @Test
  void aReceiptThatShowsALossTriggersAFullRepublish() {
    virtualRegion.settle();
    testProcess.admit(WIDE, "quiet", 7);
    testProcess.admit(WIDE, "busy", 5);
    virtualRegion.pass(300);
    virtualRegion.origin.loseSilently();
    virtualRegion.origin.forgetCalls();
    testProcess.check(WIDE, "busy"); // on a fresh view: only the publish reveals the loss
    virtualRegion.pass(600);

    assertThat(virtualRegion.origin.reads()).isEmpty();
    assertThat(testProcess.observer().of(Event.ORIGIN_WIPE_SEEN)).isPositive();
    assertThat(virtualRegion.total(WIDE, "busy")).isEqualTo(6);
    assertThat(virtualRegion.total(WIDE, "quiet")).isEqualTo(7);
  }
}

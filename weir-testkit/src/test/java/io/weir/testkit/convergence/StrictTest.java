// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Source;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** After a refusal, an allow needs to know what the region knows. */
class StrictTest {
  private static final Limit LIMIT = Limit.of(10, Duration.ofMinutes(10));
  private static final Limit SHORT = Limit.of(10, Duration.ofSeconds(10));

  private final Rig rig = new Rig();
  private final Peer peer = rig.peer();

  private void exhaust(Limit limit) {
    rig.settle();
    peer.admit(limit, "a", 10);
    rig.pass(10);
    assertThat(peer.check(limit, "a").allowed()).isFalse();
    rig.origin.forgetCalls();
  }

  @Test
  void refusalsByCommittedCountsReadNothing() {
    exhaust(LIMIT);
    for (int i = 0; i < 1_000; i++) {
      assertThat(peer.check(LIMIT, "a").allowed()).isFalse();
    }
    rig.pass(1_000);

    assertThat(rig.origin.reads()).isEmpty();
    assertThat(rig.origin.publishes()).isEmpty();
  }

  @Test
  void anAllowUnderStrictCostsOneRead() {
    rig.settle();
    peer.admit(LIMIT, "a", 9);
    assertThat(peer.check(LIMIT, "a", 5).allowed()).isFalse();
    rig.origin.forgetCalls();

    assertThat(peer.check(LIMIT, "a").source()).isEqualTo(Source.ORIGIN);
    assertThat(rig.origin.reads()).hasSize(1);
  }

  @Test
  void allowsThatWaitUnderStrictShareARead() {
    rig.settle();
    peer.admit(LIMIT, "a", 6);
    assertThat(peer.check(LIMIT, "a", 5).allowed()).isFalse();
    rig.origin.forgetCalls();
    rig.origin.reads(Mood.HOLDING);

    List<CompletableFuture<Decision>> asked = java.util.stream.IntStream.range(0, 8)
        .mapToObj(i -> peer.ask(LIMIT, "a", 1))
        .toList();
    rig.origin.release();

    assertThat(rig.origin.reads()).hasSize(1);
    assertThat(asked).filteredOn(decision -> decision.join().allowed()).hasSize(4);
  }

  @Test
  void whatTheRegionSpentMeanwhileIsSeenByTheNextAllow() {
    rig.settle();
    peer.admit(LIMIT, "a", 1);
    assertThat(peer.check(LIMIT, "a", 10).allowed()).isFalse();
    var unused = rig.origin
        .store()
        .publish(List.of(new Publication(rig.cell(LIMIT, "a"), "sibling.1", 999, 600_000)));

    assertThat(peer.check(LIMIT, "a").allowed()).isFalse();
    assertThat(peer.check(LIMIT, "a").explain().current().siblings()).isEqualTo(999);
  }

  @Test
  void strictEndsAfterAMinuteOnALongWindow() {
    rig.settle();
    peer.admit(LIMIT, "a", 2);
    assertThat(peer.check(LIMIT, "a", 9).allowed()).isFalse();
    rig.pass(59_999);
    assertThat(sourceOfACheck(LIMIT)).isEqualTo(Source.ORIGIN);
    rig.pass(1);

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(Source.LOCAL);
  }

  @Test
  void strictEndsAfterOneWindowOnAShortOneAndOutlivesItsRollover() {
    rig.settle();
    rig.pass(8_000);
    peer.admit(SHORT, "a", 2);
    assertThat(peer.check(SHORT, "a", 9).allowed()).isFalse();
    rig.pass(9_999); // into the next window
    assertThat(sourceOfACheck(SHORT)).isEqualTo(Source.ORIGIN);
    rig.pass(1);

    assertThat(sourceOfACheck(SHORT)).isEqualTo(Source.LOCAL);
  }

  @Test
  void aFloodOfRefusalsRenewsStrictOnceASecondAtMost() {
    exhaust(LIMIT);
    long before = peer.tally().of(Event.STRICT_ACTIVATED);
    for (int i = 0; i < 5_000; i++) {
      peer.check(LIMIT, "a");
      rig.pass(1);
    }

    assertThat(peer.tally().of(Event.STRICT_ACTIVATED) - before).isBetween(4L, 5L);
  }

  @Test
  @DisplayName("looks never ask because of a refusal")
  void looksDoNotAsk() {
    rig.settle();
    peer.admit(LIMIT, "a", 1);
    assertThat(peer.check(LIMIT, "a", 10).allowed()).isFalse();
    rig.origin.forgetCalls();
    for (int i = 0; i < 2_000; i++) {
      assertThat(peer.check(LIMIT, "a", 0).allowed()).isTrue();
      rig.pass(1);
    }

    assertThat(rig.origin.reads())
        .hasSizeLessThanOrEqualTo(1); // of a view that is five seconds old
  }

  @Test
  @DisplayName("a refusal a minute does not make every small check ask: four a second at most")
  void smallChecksWithMuchRoomHardlyAsk() {
    Limit ample = Limit.of(1_000_000, Duration.ofMinutes(10));
    rig.settle();
    peer.admit(ample, "a", 1);
    assertThat(peer.check(ample, "a", 1_000_000).allowed()).isFalse();
    rig.origin.forgetCalls();
    for (int i = 0; i < 2_000; i++) {
      assertThat(peer.check(ample, "a").allowed()).isTrue();
      rig.pass(1);
    }

    assertThat(readsAndTellingReads()).isBetween(4, 9);
  }

  @Test
  @DisplayName("with little room, strict checks ask two hundred times a second at most")
  void readsOfAStrictSubjectAreBounded() {
    Limit nearlyUsed = Limit.of(1_000_000, Duration.ofMinutes(10));
    rig.settle();
    assertThat(peer.check(nearlyUsed, "a", 995_000).allowed()).isTrue();
    assertThat(peer.check(nearlyUsed, "a", 1_000_000).allowed()).isFalse();
    rig.pass(300);
    rig.origin.forgetCalls();
    for (int i = 0; i < 1_000; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(peer.check(nearlyUsed, "a").allowed()).isTrue();
      }
      rig.pass(1);
    }

    assertThat(peer.tally().of(Event.ORIGIN_READ)).isLessThanOrEqualTo(210);
  }

  /** A read that tells is a publish of one cell, of a check that waited for it. */
  private int readsAndTellingReads() {
    return (int) peer.tally().of(Event.ORIGIN_READ) - 1; // the cold one
  }

  @Test
  void aRefusedLookIsNotStrict() {
    rig.settle();
    Limit zero = new Limit(0, LIMIT.durationMillis(), LIMIT.whenDegraded());
    peer.check(LIMIT, "a");
    assertThat(peer.check(zero, "a", 0).allowed()).isFalse();

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(Source.LOCAL);
    assertThat(peer.tally().of(Event.STRICT_ACTIVATED)).isZero();
  }

  @Test
  void aCostAboveTheLimitIsNotStrict() {
    rig.settle();
    peer.check(LIMIT, "a");
    assertThat(peer.check(LIMIT, "a", 11).allowed()).isFalse();

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(Source.LOCAL);
    assertThat(peer.tally().of(Event.STRICT_ACTIVATED)).isZero();
  }

  @Test
  void aBatchThatIsRefusedMakesOnlyTheFailingSubjectsStrict() {
    rig.settle();
    peer.admit(LIMIT, "a", 6);
    peer.admit(LIMIT, "b", 6);
    var batch = peer.engine()
        .checkAsync(List.of(peer.limiter(LIMIT).of("a", 5), peer.limiter(LIMIT).of("b", 1)));
    assertThat(batch.join().allowed()).isFalse();

    assertThat(peer.tally().of(Event.STRICT_ACTIVATED)).isEqualTo(1);
    assertThat(sourceOfACheck(LIMIT)).isEqualTo(Source.ORIGIN);
    assertThat(peer.check(LIMIT, "b").source()).isEqualTo(Source.LOCAL);
  }

  @Test
  void aProcessOnItsOwnHasNobodyToAskAndIsNeverStrict() {
    Peer alone = rig.add(builder -> builder);
    alone.admit(LIMIT, "a", 20);

    assertThat(alone.tally().of(Event.STRICT_ACTIVATED)).isZero();
  }

  private Source sourceOfACheck(Limit limit) {
    return peer.check(limit, "a", 1).source();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that after a refusal an allow needs a fresh regional view. */
class StrictSubjectTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(10, Duration.ofMinutes(10));
  private static final LimitPolicy SHORT = LimitPolicy.of(10, Duration.ofSeconds(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();
  private final TestProcess testProcess = virtualRegion.peer();

  private void exhaust(LimitPolicy limitPolicy) {
    virtualRegion.settle();
    testProcess.admit(limitPolicy, "a", 10);
    virtualRegion.pass(10);
    assertThat(testProcess.check(limitPolicy, "a").allowed()).isFalse();
    virtualRegion.origin.forgetCalls();
  }

  @Test
  void refusalsByCommittedCountsReadNothing() {
    exhaust(LIMIT);
    for (int i = 0; i < 1_000; i++) {
      assertThat(testProcess.check(LIMIT, "a").allowed()).isFalse();
    }
    virtualRegion.pass(1_000);

    assertThat(virtualRegion.origin.reads()).isEmpty();
    assertThat(virtualRegion.origin.publishes()).isEmpty();
  }

  @Test
  void anAllowUnderStrictCostsOneRead() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 9);
    assertThat(testProcess.check(LIMIT, "a", 5).allowed()).isFalse();
    virtualRegion.origin.forgetCalls();

    assertThat(testProcess.check(LIMIT, "a").source()).isEqualTo(DecisionSource.ORIGIN);
    assertThat(virtualRegion.origin.reads()).hasSize(1);
  }

  @Test
  void waitingAllowsUnderStrictShareARead() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 6);
    assertThat(testProcess.check(LIMIT, "a", 5).allowed()).isFalse();
    virtualRegion.origin.forgetCalls();
    virtualRegion.origin.reads(CallBehaviour.HOLDING);

    List<CompletableFuture<Decision>> pending = java.util.stream.IntStream.range(0, 8)
        .mapToObj(i -> testProcess.checkAsync(LIMIT, "a", 1))
        .toList();
    virtualRegion.origin.release();

    assertThat(virtualRegion.origin.reads()).hasSize(1);
    assertThat(pending).filteredOn(decision -> decision.join().allowed()).hasSize(4);
  }

  @Test
  void theNextAllowSeesWhatTheRegionSpentSince() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 1);
    assertThat(testProcess.check(LIMIT, "a", 10).allowed()).isFalse();
    var unused = virtualRegion
        .origin
        .store()
        .publish(
            List.of(new Publication(virtualRegion.cell(LIMIT, "a"), "sibling.1", 999, 600_000)));

    assertThat(testProcess.check(LIMIT, "a").allowed()).isFalse();
    assertThat(testProcess.check(LIMIT, "a").explain().current().siblings()).isEqualTo(999);
  }

  @Test
  void strictEndsAfterAMinuteOnALongWindow() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 2);
    assertThat(testProcess.check(LIMIT, "a", 9).allowed()).isFalse();
    virtualRegion.pass(59_999);
    assertThat(sourceOfACheck(LIMIT)).isEqualTo(DecisionSource.ORIGIN);
    virtualRegion.pass(1);

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(DecisionSource.LOCAL);
  }

  @Test
  void onAShortWindowStrictLastsOneWindowAcrossRollover() {
    virtualRegion.settle();
    virtualRegion.pass(8_000);
    testProcess.admit(SHORT, "a", 2);
    assertThat(testProcess.check(SHORT, "a", 9).allowed()).isFalse();
    virtualRegion.pass(9_999); // into the next window
    assertThat(sourceOfACheck(SHORT)).isEqualTo(DecisionSource.ORIGIN);
    virtualRegion.pass(1);

    assertThat(sourceOfACheck(SHORT)).isEqualTo(DecisionSource.LOCAL);
  }

  @Test
  void aFloodOfRefusalsExtendsStrictAtMostOnceASecond() {
    exhaust(LIMIT);
    long before = testProcess.observer().of(Event.STRICT_ACTIVATED);
    for (int i = 0; i < 5_000; i++) {
      testProcess.check(LIMIT, "a");
      virtualRegion.pass(1);
    }

    assertThat(testProcess.observer().of(Event.STRICT_ACTIVATED) - before).isBetween(4L, 5L);
  }

  @Test
  void looksNeverReadAfterARefusal() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 1);
    assertThat(testProcess.check(LIMIT, "a", 10).allowed()).isFalse();
    virtualRegion.origin.forgetCalls();
    for (int i = 0; i < 2_000; i++) {
      assertThat(testProcess.check(LIMIT, "a", 0).allowed()).isTrue();
      virtualRegion.pass(1);
    }

    assertThat(virtualRegion.origin.reads())
        .hasSizeLessThanOrEqualTo(1); // of a view that is five seconds old
  }

  @Test
  void smallChecksReadAtMostFourTimesASecond() {
    LimitPolicy ample = LimitPolicy.of(1_000_000, Duration.ofMinutes(10));
    virtualRegion.settle();
    testProcess.admit(ample, "a", 1);
    assertThat(testProcess.check(ample, "a", 1_000_000).allowed()).isFalse();
    virtualRegion.origin.forgetCalls();
    for (int i = 0; i < 2_000; i++) {
      assertThat(testProcess.check(ample, "a").allowed()).isTrue();
      virtualRegion.pass(1);
    }

    assertThat(readsIncludingPublishingOnes()).isBetween(4, 9);
  }

  @Test
  void strictChecksReadAtMost200TimesASecond() {
    LimitPolicy nearlyUsed = LimitPolicy.of(1_000_000, Duration.ofMinutes(10));
    virtualRegion.settle();
    assertThat(testProcess.check(nearlyUsed, "a", 995_000).allowed()).isTrue();
    assertThat(testProcess.check(nearlyUsed, "a", 1_000_000).allowed()).isFalse();
    virtualRegion.pass(300);
    virtualRegion.origin.forgetCalls();
    for (int i = 0; i < 1_000; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(testProcess.check(nearlyUsed, "a").allowed()).isTrue();
      }
      virtualRegion.pass(1);
    }

    assertThat(testProcess.observer().of(Event.ORIGIN_READ)).isLessThanOrEqualTo(210);
  }

  /** Counts reads, including those that also publish: these are publishes of one cell for a waiting check. */
  private int readsIncludingPublishingOnes() {
    return (int) testProcess.observer().of(Event.ORIGIN_READ) - 1; // the cold one
  }

  @Test
  void aRefusedLookIsNotStrict() {
    virtualRegion.settle();
    LimitPolicy zero = new LimitPolicy(0, LIMIT.durationMillis(), LIMIT.whenDegraded());
    testProcess.check(LIMIT, "a");
    assertThat(testProcess.check(zero, "a", 0).allowed()).isFalse();

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(DecisionSource.LOCAL);
    assertThat(testProcess.observer().of(Event.STRICT_ACTIVATED)).isZero();
  }

  @Test
  void aCostAboveTheLimitIsNotStrict() {
    virtualRegion.settle();
    testProcess.check(LIMIT, "a");
    assertThat(testProcess.check(LIMIT, "a", 11).allowed()).isFalse();

    assertThat(sourceOfACheck(LIMIT)).isEqualTo(DecisionSource.LOCAL);
    assertThat(testProcess.observer().of(Event.STRICT_ACTIVATED)).isZero();
  }

  @Test
  void aRefusedBatchMakesOnlyTheFailingSubjectsStrict() {
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 6);
    testProcess.admit(LIMIT, "b", 6);
    var batch = testProcess
        .engine()
        .checkAsync(List.of(
            testProcess.limiter(LIMIT).of("a", 5), testProcess.limiter(LIMIT).of("b", 1)));
    assertThat(batch.join().allowed()).isFalse();

    assertThat(testProcess.observer().of(Event.STRICT_ACTIVATED)).isEqualTo(1);
    assertThat(sourceOfACheck(LIMIT)).isEqualTo(DecisionSource.ORIGIN);
    assertThat(testProcess.check(LIMIT, "b").source()).isEqualTo(DecisionSource.LOCAL);
  }

  @Test
  void aSingleProcessIsNeverStrict() {
    TestProcess alone = virtualRegion.add(builder -> builder);
    alone.admit(LIMIT, "a", 20);

    assertThat(alone.observer().of(Event.STRICT_ACTIVATED)).isZero();
  }

  private DecisionSource sourceOfACheck(LimitPolicy limitPolicy) {
    return testProcess.check(limitPolicy, "a", 1).source();
  }
}

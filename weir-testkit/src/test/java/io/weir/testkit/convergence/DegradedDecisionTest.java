// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of how a check is decided when the region is unavailable. */
class DegradedDecisionTest {
  private static final LimitPolicy LOCAL = LimitPolicy.of(10, Duration.ofMinutes(10));
  private static final LimitPolicy OPEN = LOCAL.withWhenDegraded(WhenDegraded.OPEN);
  private static final LimitPolicy CLOSED = LOCAL.withWhenDegraded(WhenDegraded.CLOSED);

  private final VirtualRegion virtualRegion = new VirtualRegion();
  private final TestProcess testProcess = virtualRegion.peer();

  @Test
  void aClockSetBackDoesNotPreventReads() {
    virtualRegion.clock.advanceMillis(300_000);
    virtualRegion.settle();
    virtualRegion.origin.reads(CallBehaviour.FAILING);
    assertThat(testProcess.check(LOCAL, "a").degraded()).isTrue();
    virtualRegion.origin.reads(CallBehaviour.ANSWERING);
    virtualRegion.clock.stepTo(virtualRegion.clock.epochMillis() - 120_000);
    virtualRegion.pass(300);

    assertThat(testProcess.check(LOCAL, "a").degraded()).isFalse();
  }

  @Test
  void anUnansweredReadEndsAfterItsDeadline() {
    virtualRegion.settle();
    virtualRegion.origin.reads(CallBehaviour.SILENT);

    CompletableFuture<Decision> decision = testProcess.checkAsync(LOCAL, "a", 1);
    virtualRegion.pass(299);
    assertThat(decision).isNotDone();
    virtualRegion.pass(1);

    assertThat(decision.join().allowed()).isTrue();
    assertThat(decision.join().degraded()).isTrue();
    assertThat(decision.join().source()).isEqualTo(DecisionSource.LOCAL);
    assertThat(testProcess.observer().of(Event.ORIGIN_READ_FAILED)).isEqualTo(1);
  }

  @Test
  void theDeadlineBelongsToTheReadNotToTheCaller() {
    virtualRegion.settle();
    virtualRegion.origin.reads(CallBehaviour.SILENT);
    var unused = testProcess.checkAsync(LOCAL, "a", 1);
    virtualRegion.pass(200);
    CompletableFuture<Decision> second = testProcess.checkAsync(LOCAL, "a", 1);

    virtualRegion.pass(100);

    assertThat(second).isDone();
    assertThat(virtualRegion.origin.reads()).hasSize(1);
  }

  @Test
  void afterAFailedReadTheOriginIsNotReadForAWhile() {
    virtualRegion.settle();
    virtualRegion.origin.reads(CallBehaviour.FAILING);
    assertThat(testProcess.check(LOCAL, "a").degraded()).isTrue();
    virtualRegion.pass(299);
    assertThat(testProcess.check(LOCAL, "a").degraded()).isTrue();
    assertThat(virtualRegion.origin.reads()).hasSize(1);
    virtualRegion.origin.reads(CallBehaviour.ANSWERING);
    virtualRegion.pass(1);

    Decision decision = testProcess.check(LOCAL, "a");

    assertThat(decision.degraded()).isFalse();
    assertThat(decision.source()).isEqualTo(DecisionSource.ORIGIN);
    assertThat(virtualRegion.origin.reads()).hasSize(2);
  }

  @Test
  void aLateAnswerStillCounts() {
    virtualRegion.settle();
    TestProcess other = virtualRegion.peer();
    other.admit(LOCAL, "a", 8);
    virtualRegion.pass(300);
    virtualRegion.origin.reads(CallBehaviour.HOLDING);
    var unused = testProcess.checkAsync(LOCAL, "a", 1);
    virtualRegion.pass(300);

    virtualRegion.origin.release();

    assertThat(testProcess.check(LOCAL, "a").explain().current().siblings()).isEqualTo(8);
    assertThat(testProcess.check(LOCAL, "a").allowed()).isFalse();
  }

  @Test
  void aFailedRefreshKeepsTheKnownCounts() {
    TestProcess other = virtualRegion.peer();
    other.admit(LOCAL, "a", 4);
    virtualRegion.pass(300);
    testProcess.check(LOCAL, "a");
    virtualRegion.pass(5_300);
    virtualRegion.origin.reads(CallBehaviour.FAILING);

    testProcess.check(LOCAL, "a");

    assertThat(testProcess.check(LOCAL, "a").explain().current().siblings()).isEqualTo(4);
  }

  @Test
  void anOriginUnavailableFromTheStartBlocksNoCheck() {
    virtualRegion.origin.all(CallBehaviour.FAILING);
    virtualRegion.settle();

    assertThat(testProcess.admit(LOCAL, "a", 15)).isEqualTo(10);
    virtualRegion.pass(10_000);
    assertThat(testProcess.observer().changes()).containsExactly("ORIGIN unavailable");
    virtualRegion.origin.all(CallBehaviour.ANSWERING);
    virtualRegion.pass(5_000);

    assertThat(testProcess.observer().changes())
        .containsExactly("ORIGIN unavailable", "ORIGIN available");
    assertThat(virtualRegion.total(LOCAL, "a")).isEqualTo(10);
  }

  @Test
  void aDeadOriginIsNotReadForEveryNewIdentifier() {
    virtualRegion.origin.all(CallBehaviour.FAILING);
    for (int i = 0; i < 100; i++) {
      assertThat(testProcess.check(LOCAL, "first-" + i).allowed()).isTrue();
    }
    int before = virtualRegion.origin.reads().size();
    for (int i = 0; i < 100; i++) {
      assertThat(testProcess.check(LOCAL, "second-" + i).allowed()).isTrue();
    }

    assertThat(before).isBetween(19, 21);
    assertThat(virtualRegion.origin.reads()).hasSize(before);
    assertThat(testProcess.observer().of(Event.ORIGIN_READ_FAILED)).isEqualTo(200);
  }

  @Test
  void aShareIsTheLimitDividedByTheProcessesLastSeenAlive() {
    LimitPolicy share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    List<TestProcess> peers = List.of(testProcess, virtualRegion.peer(), virtualRegion.peer());
    virtualRegion.pass(5_000);
    virtualRegion.origin.all(CallBehaviour.FAILING);

    assertThat(peers).allMatch(each -> each.admit(share, "a", 20) == 3);
    assertThat(testProcess.check(share, "a").degraded()).isTrue();
  }

  @Test
  void aShareExcludesTheKnownSpendingOfOthers() {
    LimitPolicy share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    TestProcess other = virtualRegion.peer();
    virtualRegion.pass(5_000);
    other.check(LOCAL, "a", 4);
    other.check(LOCAL, "b", 9);
    virtualRegion.pass(300);
    testProcess.admit(LOCAL, "a", 1);
    testProcess.admit(LOCAL, "b", 0);
    testProcess.check(LOCAL, "b", 0);
    virtualRegion.pass(300);
    virtualRegion.origin.all(CallBehaviour.FAILING);
    virtualRegion.pass(6_000); // until the last read is too old

    assertThat(testProcess.admit(share, "a", 20))
        .as("5 of its own, 4 of the other's")
        .isEqualTo(4);
    assertThat(testProcess.admit(share, "b", 20))
        .as("never more than the limit")
        .isEqualTo(1);
  }

  @Test
  void aShareIsAtLeastOneUnlessTheLimitIsZero() {
    LimitPolicy share =
        LimitPolicy.of(1, Duration.ofMinutes(10)).withWhenDegraded(WhenDegraded.SHARE);
    LimitPolicy none =
        LimitPolicy.of(0, Duration.ofMinutes(10)).withWhenDegraded(WhenDegraded.SHARE);
    virtualRegion.peer();
    virtualRegion.pass(5_000);
    virtualRegion.origin.all(CallBehaviour.FAILING);

    assertThat(testProcess.admit(share, "a", 20)).isEqualTo(1);
    assertThat(testProcess.admit(none, "a", 20)).isZero();
  }

  @Test
  void aBatchRespectsTheShareToo() {
    LimitPolicy share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    virtualRegion.peer();
    virtualRegion.pass(5_000);
    virtualRegion.origin.all(CallBehaviour.FAILING);

    assertThat(testProcess
            .engine()
            .check(List.of(testProcess.limiter(share).of("a", 6)))
            .allowed())
        .isFalse();
    assertThat(testProcess
            .engine()
            .check(List.of(testProcess.limiter(share).of("a", 5)))
            .allowed())
        .isTrue();
  }

  @Nested
  class WithoutOrigin {
    WithoutOrigin() {
      virtualRegion.settle();
      virtualRegion.origin.all(CallBehaviour.FAILING);
    }

    @Test
    void localEnforcesTheWholeLimitPerProcess() {
      assertThat(testProcess.admit(LOCAL, "a", 15)).isEqualTo(10);
      assertThat(testProcess.check(LOCAL, "a").verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void openAllowsAndCounts() {
      assertThat(testProcess.admit(OPEN, "a", 15)).isEqualTo(15);
      assertThat(testProcess.check(OPEN, "a").verdict()).isEqualTo(Verdict.ALLOWED_UNSEEN);
      virtualRegion.origin.all(CallBehaviour.ANSWERING);
      virtualRegion.pass(3_000);

      assertThat(virtualRegion.total(OPEN, "a")).isEqualTo(16);
      assertThat(testProcess.check(OPEN, "a").allowed()).isFalse();
    }

    @Test
    void openDoesNotOpenALimitOfZero() {
      LimitPolicy zero = new LimitPolicy(0, 600_000, WhenDegraded.OPEN);

      assertThat(testProcess.check(zero, "a").verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void closedRefusesWhatItCannotConfirm() {
      Decision decision = testProcess.check(CLOSED, "a");

      assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED_UNSEEN);
      assertThat(decision.retryAfterMillis()).hasValue(300);
      virtualRegion.origin.all(CallBehaviour.ANSWERING);
      virtualRegion.pass(300);
      assertThat(testProcess.admit(CLOSED, "a", 15)).isEqualTo(10);
    }

    @Test
    void aBatchIsOnlyAsOpenAsItsLimits() {
      assertThat(batch(LOCAL, OPEN).allowed()).isTrue();
      assertThat(batch(OPEN, CLOSED).allowed()).isFalse();
      BatchDecision refused = batch(LOCAL, CLOSED);
      assertThat(refused.decisions())
          .extracting(Decision::verdict)
          .containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED_UNSEEN);
      assertThat(refused.decisions()).allMatch(Decision::degraded);
    }

    @Test
    void anOpenBatchCountsBeyondTheLimit() {
      for (int i = 0; i < 12; i++) {
        assertThat(batch(OPEN, OPEN).allowed()).isTrue();
      }
      virtualRegion.origin.all(CallBehaviour.ANSWERING);
      virtualRegion.pass(3_000);

      assertThat(virtualRegion.total(OPEN, "item-0")).isEqualTo(12);
      assertThat(batch(OPEN, OPEN).allowed()).isFalse();
    }

    private BatchDecision batch(LimitPolicy first, LimitPolicy second) {
      CompletableFuture<BatchDecision> decision = testProcess
          .engine()
          .checkAsync(List.of(
              testProcess.limiter(first).of("item-0"),
              testProcess.limiter(second).of("item-1")));
      assertThat(decision).isDone();
      return decision.join();
    }
  }
}

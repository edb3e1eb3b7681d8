// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Source;
import io.weir.WhenDegraded;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a check does when the region can't be asked. */
class DegradedTest {
  private static final Limit LOCAL = Limit.of(10, Duration.ofMinutes(10));
  private static final Limit OPEN = LOCAL.withWhenDegraded(WhenDegraded.OPEN);
  private static final Limit CLOSED = LOCAL.withWhenDegraded(WhenDegraded.CLOSED);

  private final Rig rig = new Rig();
  private final Peer peer = rig.peer();

  @Test
  void aClockThatIsSetBackDoesNotKeepTheRegionUnasked() {
    rig.clock.advanceMillis(300_000);
    rig.settle();
    rig.origin.reads(Mood.FAILING);
    assertThat(peer.check(LOCAL, "a").degraded()).isTrue();
    rig.origin.reads(Mood.ANSWERING);
    rig.clock.stepTo(rig.clock.epochMillis() - 120_000);
    rig.pass(300);

    assertThat(peer.check(LOCAL, "a").degraded()).isFalse();
  }

  @Test
  void aReadThatIsNotAnsweredEndsAfterItsDeadline() {
    rig.settle();
    rig.origin.reads(Mood.SILENT);

    CompletableFuture<Decision> decision = peer.ask(LOCAL, "a", 1);
    rig.pass(299);
    assertThat(decision).isNotDone();
    rig.pass(1);

    assertThat(decision.join().allowed()).isTrue();
    assertThat(decision.join().degraded()).isTrue();
    assertThat(decision.join().source()).isEqualTo(Source.LOCAL);
    assertThat(peer.tally().of(Event.ORIGIN_READ_FAILED)).isEqualTo(1);
  }

  @Test
  void theDeadlineIsTheReadsAndNotTheCallers() {
    rig.settle();
    rig.origin.reads(Mood.SILENT);
    var unused = peer.ask(LOCAL, "a", 1);
    rig.pass(200);
    CompletableFuture<Decision> second = peer.ask(LOCAL, "a", 1);

    rig.pass(100);

    assertThat(second).isDone();
    assertThat(rig.origin.reads()).hasSize(1);
  }

  @Test
  void afterAFailedReadTheOriginIsLeftAloneForAWhile() {
    rig.settle();
    rig.origin.reads(Mood.FAILING);
    assertThat(peer.check(LOCAL, "a").degraded()).isTrue();
    rig.pass(299);
    assertThat(peer.check(LOCAL, "a").degraded()).isTrue();
    assertThat(rig.origin.reads()).hasSize(1);
    rig.origin.reads(Mood.ANSWERING);
    rig.pass(1);

    Decision decision = peer.check(LOCAL, "a");

    assertThat(decision.degraded()).isFalse();
    assertThat(decision.source()).isEqualTo(Source.ORIGIN);
    assertThat(rig.origin.reads()).hasSize(2);
  }

  @Test
  void aLateAnswerStillCounts() {
    rig.settle();
    Peer other = rig.peer();
    other.admit(LOCAL, "a", 8);
    rig.pass(300);
    rig.origin.reads(Mood.HOLDING);
    var unused = peer.ask(LOCAL, "a", 1);
    rig.pass(300);

    rig.origin.release();

    assertThat(peer.check(LOCAL, "a").explain().current().siblings()).isEqualTo(8);
    assertThat(peer.check(LOCAL, "a").allowed()).isFalse();
  }

  @Test
  void aFailedRefreshKeepsWhatIsKnown() {
    Peer other = rig.peer();
    other.admit(LOCAL, "a", 4);
    rig.pass(300);
    peer.check(LOCAL, "a");
    rig.pass(5_300);
    rig.origin.reads(Mood.FAILING);

    peer.check(LOCAL, "a");

    assertThat(peer.check(LOCAL, "a").explain().current().siblings()).isEqualTo(4);
  }

  @Test
  void anOriginThatIsAwayFromTheStartKeepsNobodyFromBeingServed() {
    rig.origin.all(Mood.FAILING);
    rig.settle();

    assertThat(peer.admit(LOCAL, "a", 15)).isEqualTo(10);
    rig.pass(10_000);
    assertThat(peer.tally().changes()).containsExactly("ORIGIN unavailable");
    rig.origin.all(Mood.ANSWERING);
    rig.pass(5_000);

    assertThat(peer.tally().changes()).containsExactly("ORIGIN unavailable", "ORIGIN available");
    assertThat(rig.total(LOCAL, "a")).isEqualTo(10);
  }

  @Test
  void aDeadOriginIsNotAskedForEveryNewIdentifier() {
    rig.origin.all(Mood.FAILING);
    for (int i = 0; i < 100; i++) {
      assertThat(peer.check(LOCAL, "first-" + i).allowed()).isTrue();
    }
    int before = rig.origin.reads().size();
    for (int i = 0; i < 100; i++) {
      assertThat(peer.check(LOCAL, "second-" + i).allowed()).isTrue();
    }

    assertThat(before).isBetween(19, 21);
    assertThat(rig.origin.reads()).hasSize(before);
    assertThat(peer.tally().of(Event.ORIGIN_READ_FAILED)).isEqualTo(200);
  }

  @Test
  void aShareIsTheLimitDividedByTheProcessesLastSeen() {
    Limit share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    List<Peer> peers = List.of(peer, rig.peer(), rig.peer());
    rig.pass(5_000);
    rig.origin.all(Mood.FAILING);

    assertThat(peers).allMatch(each -> each.admit(share, "a", 20) == 3);
    assertThat(peer.check(share, "a").degraded()).isTrue();
  }

  @Test
  void aShareCountsWhatOthersAreKnownToHaveSpentAsTheirs() {
    Limit share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    Peer other = rig.peer();
    rig.pass(5_000);
    other.check(LOCAL, "a", 4);
    other.check(LOCAL, "b", 9);
    rig.pass(300);
    peer.admit(LOCAL, "a", 1);
    peer.admit(LOCAL, "b", 0);
    peer.check(LOCAL, "b", 0);
    rig.pass(300);
    rig.origin.all(Mood.FAILING);
    rig.pass(6_000); // until what was read is too old

    assertThat(peer.admit(share, "a", 20)).as("5 of its own, 4 of the other's").isEqualTo(4);
    assertThat(peer.admit(share, "b", 20)).as("never more than the limit").isEqualTo(1);
  }

  @Test
  void aShareIsAtLeastOneAndOfNothingNothing() {
    Limit share = Limit.of(1, Duration.ofMinutes(10)).withWhenDegraded(WhenDegraded.SHARE);
    Limit none = Limit.of(0, Duration.ofMinutes(10)).withWhenDegraded(WhenDegraded.SHARE);
    rig.peer();
    rig.pass(5_000);
    rig.origin.all(Mood.FAILING);

    assertThat(peer.admit(share, "a", 20)).isEqualTo(1);
    assertThat(peer.admit(none, "a", 20)).isZero();
  }

  @Test
  void aBatchKeepsToTheShareToo() {
    Limit share = LOCAL.withWhenDegraded(WhenDegraded.SHARE);
    rig.peer();
    rig.pass(5_000);
    rig.origin.all(Mood.FAILING);

    assertThat(peer.engine().check(List.of(peer.limiter(share).of("a", 6))).allowed())
        .isFalse();
    assertThat(peer.engine().check(List.of(peer.limiter(share).of("a", 5))).allowed())
        .isTrue();
  }

  @Nested
  class WhenTheOriginIsAway {
    WhenTheOriginIsAway() {
      rig.settle();
      rig.origin.all(Mood.FAILING);
    }

    @Test
    void localEnforcesTheWholeLimitByItself() {
      assertThat(peer.admit(LOCAL, "a", 15)).isEqualTo(10);
      assertThat(peer.check(LOCAL, "a").verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void openAllowsAndCounts() {
      assertThat(peer.admit(OPEN, "a", 15)).isEqualTo(15);
      assertThat(peer.check(OPEN, "a").verdict()).isEqualTo(Verdict.ALLOWED_UNSEEN);
      rig.origin.all(Mood.ANSWERING);
      rig.pass(3_000);

      assertThat(rig.total(OPEN, "a")).isEqualTo(16);
      assertThat(peer.check(OPEN, "a").allowed()).isFalse();
    }

    @Test
    void openDoesNotOpenALimitOfZero() {
      Limit zero = new Limit(0, 600_000, WhenDegraded.OPEN);

      assertThat(peer.check(zero, "a").verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void closedRefusesWhatItCannotConfirm() {
      Decision decision = peer.check(CLOSED, "a");

      assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED_UNSEEN);
      assertThat(decision.retryAfterMillis()).hasValue(300);
      rig.origin.all(Mood.ANSWERING);
      rig.pass(300);
      assertThat(peer.admit(CLOSED, "a", 15)).isEqualTo(10);
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
      rig.origin.all(Mood.ANSWERING);
      rig.pass(3_000);

      assertThat(rig.total(OPEN, "item-0")).isEqualTo(12);
      assertThat(batch(OPEN, OPEN).allowed()).isFalse();
    }

    private BatchDecision batch(Limit first, Limit second) {
      CompletableFuture<BatchDecision> decision = peer.engine()
          .checkAsync(
              List.of(peer.limiter(first).of("item-0"), peer.limiter(second).of("item-1")));
      assertThat(decision).isDone();
      return decision.join();
    }
  }
}

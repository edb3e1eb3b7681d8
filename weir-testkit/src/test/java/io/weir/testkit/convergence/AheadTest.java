// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.DecisionSource;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.BatchCheck;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a process that reads from the region before it spends what the others may have spent unseen. */
class AheadTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();

  /** Creates processes that know of each other and of the subject. */
  private List<TestProcess> peers(int count) {
    List<TestProcess> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(virtualRegion.peer());
    }
    virtualRegion.pass(5_000);
    peers.forEach(testProcess -> testProcess.check(LIMIT, "a", 0));
    virtualRegion.origin.forgetCalls();
    return peers;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 40})
  void aBurstBeforeAnyAgentRunsEndsAtTheLimit(int processes) {
    List<TestProcess> peers = peers(processes);
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int round = 0; round < 100; round++) {
      peers.forEach(testProcess -> pending.add(testProcess.checkAsync(LIMIT, "a", 1)));
    }

    assertThat(admitted(pending)).isBetween(100L, 100L + processes);
  }

  @Test
  void aProcessThatMissedTheOthersSpendingHasOneCheck() {
    List<TestProcess> peers = peers(5);
    long admitted = 0;
    for (TestProcess testProcess : peers) {
      List<CompletableFuture<Decision>> pending = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        pending.add(testProcess.checkAsync(LIMIT, "a", 1));
      }
      admitted += admitted(pending);
    }

    assertThat(admitted).isBetween(100L, 105L);
  }

  @Test
  void whatAFirstAnswerImportsIsNotTakenForAllThatOthersSpend() {
    TestProcess one = virtualRegion.peer();
    TestProcess other = virtualRegion.peer();
    virtualRegion.pass(5_000);
    assertThat(one.admit(LIMIT, "a", 50)).isEqualTo(50);
    virtualRegion.pass(100);
    virtualRegion.kill(one); // publishes nothing for now
    assertThat(one.admit(LIMIT, "a", 25)).isEqualTo(25); // of which the origin holds the first

    assertThat(other.admit(LIMIT, "a", 25)).as("half of what it sees left").isEqualTo(25);
    CompletableFuture<Decision> next = other.checkAsync(LIMIT, "a", 1);
    virtualRegion.pass(10);
    assertThat(next).as("one may have spent the other half").isNotDone();

    one.settle();
    virtualRegion.pass(10);
    assertThat(next.join().allowed()).isFalse();
  }

  /** Returns how many checks are admitted once those that are ahead of the region have waited. */
  private long admitted(List<CompletableFuture<Decision>> pending) {
    virtualRegion.pass(500);
    assertThat(pending).allMatch(CompletableFuture::isDone);
    return pending.stream().filter(each -> each.join().allowed()).count();
  }

  @Test
  void aSingleProcessNeverWaits() {
    TestProcess alone = peers(1).get(0);

    assertThat(alone.admit(LIMIT, "a", 200)).isEqualTo(100);

    assertThat(virtualRegion.origin.reads()).isEmpty();
    assertThat(virtualRegion.origin.publishes()).isEmpty();
  }

  @Test
  void withHeadRoomNoCheckWaits() {
    TestProcess one = peers(2).get(0);

    assertThat(one.admit(LIMIT, "a", 50)).isEqualTo(50);

    assertThat(virtualRegion.origin.reads()).isEmpty();
    assertThat(virtualRegion.origin.publishes()).isEmpty();
  }

  @Test
  void aReadPublishesInTheSameRoundTrip() {
    List<TestProcess> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);

    CompletableFuture<Decision> ahead = peers.get(0).checkAsync(LIMIT, "a", 1);

    assertThat(ahead).isNotDone();
    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(50);
    assertThat(virtualRegion.origin.reads()).isEmpty();
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.origin.release();
    assertThat(ahead).as("others may have spent as much on the same view").isNotDone();
    virtualRegion.pass(200);
    assertThat(ahead.join().allowed()).isTrue();
    assertThat(ahead.join().degraded()).isFalse();
    assertThat(ahead.join().source()).isEqualTo(DecisionSource.ORIGIN);
  }

  @Test
  void countsPublishedByAReadAreNotPublishedAgain() {
    TestProcess one = peers(2).get(0);
    one.admit(LIMIT, "a", 50);
    one.check(LIMIT, "a", 0);
    CompletableFuture<Decision> ahead =
        one.checkAsync(LIMIT, "a", 30); // publishes 50, then spends 30
    virtualRegion.pass(300);
    assertThat(ahead.join().allowed()).isTrue();
    virtualRegion.pass(300);
    int published = virtualRegion.origin.publishes().size();
    virtualRegion.pass(1_000);

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(80);
    assertThat(virtualRegion.origin.publishes()).hasSize(published);
    assertThat(virtualRegion.origin.publications()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void manyWaitingChecksReachTheLimitTogether() {
    List<TestProcess> peers = peers(3);
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      peers.forEach(testProcess -> pending.add(testProcess.checkAsync(LIMIT, "a", 1)));
    }
    for (int i = 0; i < 200 && pending.stream().anyMatch(each -> !each.isDone()); i++) {
      virtualRegion.origin.release();
      virtualRegion.pass(1);
    }

    assertThat(pending).allMatch(CompletableFuture::isDone);
    long admitted = pending.stream().filter(each -> each.join().allowed()).count();
    assertThat(admitted).isBetween(100L, 103L);
    assertThat(pending).noneMatch(each -> each.join().degraded());
  }

  @Test
  void looksAndRefusalsNeverWait() {
    List<TestProcess> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    virtualRegion.origin.all(CallBehaviour.SILENT);

    assertThat(peers.get(0).checkAsync(LIMIT, "a", 0)).isDone();
    assertThat(peers.get(0).checkAsync(LIMIT, "a", 60).join().allowed()).isFalse();
    assertThat(peers.get(0).checkAsync(LIMIT, "a", 10)).isNotDone();
  }

  @Test
  void afterAFailedReadTheDegradedModeOfTheLimitApplies() {
    LimitPolicy closed = LIMIT.withWhenDegraded(WhenDegraded.CLOSED);
    List<TestProcess> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    virtualRegion.origin.all(CallBehaviour.SILENT);

    CompletableFuture<Decision> local = peers.get(0).checkAsync(LIMIT, "a", 1);
    CompletableFuture<Decision> refused = peers.get(0).checkAsync(closed, "a", 1);
    virtualRegion.pass(320);

    assertThat(local.join().allowed()).isTrue();
    assertThat(local.join().degraded()).isTrue();
    assertThat(refused.join().allowed()).isFalse();
  }

  @Test
  void aBatchReadsFirstToo() {
    List<TestProcess> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);

    CompletableFuture<BatchDecision> batch =
        peers.get(0).engine().checkAsync(List.of(peers.get(0).limiter(LIMIT).of("a")));

    assertThat(batch).isNotDone();
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.origin.release();
    virtualRegion.pass(200);
    assertThat(batch.join().allowed()).isTrue();
  }

  @Test
  void theCostsOfABatchCountAsOneCheck() {
    List<TestProcess> peers = peers(5);
    BatchCheck batchCheck = peers.get(0).limiter(LIMIT).of("a", 30);

    BatchDecision batch =
        peers.get(0).engine().checkAsync(List.of(batchCheck, batchCheck)).join();

    assertThat(batch.allowed())
        .as("it has published and read, and nothing else can help")
        .isTrue();
  }

  @Test
  void onAnOldViewOnlyAFirstCheckIsSpent() {
    List<TestProcess> peers = peers(2);
    virtualRegion.pass(100);
    peers.get(0).check(LIMIT, "a", 30);
    virtualRegion.origin.all(CallBehaviour.HOLDING);

    assertThat(peers.get(0).checkAsync(LIMIT, "a", 1)).isNotDone();
    assertThat(virtualRegion.total(LIMIT, "a")).as("a read also publishes").isEqualTo(30);
  }

  @Test
  void aLossDetectedByAReadIsRepaired() {
    List<TestProcess> peers = peers(2);
    peers.get(0).admit(LIMIT, "quiet", 5);
    peers.get(0).admit(LIMIT, "a", 40);
    virtualRegion.pass(1_000);
    virtualRegion.origin.loseSilently();
    peers.get(0).check(LIMIT, "a");
    peers.get(0).check(LIMIT, "a"); // on an old view: it reads, and detects that 40 are missing
    virtualRegion.pass(1_000);

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(42);
    assertThat(virtualRegion.total(LIMIT, "quiet")).isEqualTo(5);
  }
}

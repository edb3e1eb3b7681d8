// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.Source;
import io.weir.WhenDegraded;
import io.weir.engine.Check;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process asks the region before it spends what the others may have spent unseen. */
class AheadTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));

  private final Rig rig = new Rig();

  /** Processes that know of each other, and of the subject. */
  private List<Peer> peers(int count) {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(rig.peer());
    }
    rig.pass(5_000);
    peers.forEach(peer -> peer.check(LIMIT, "a", 0));
    rig.origin.forgetCalls();
    return peers;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 40})
  void aBurstThatNoAgentHasTimeForEndsAtTheLimit(int processes) {
    List<Peer> peers = peers(processes);
    List<CompletableFuture<Decision>> asked = new ArrayList<>();
    for (int round = 0; round < 100; round++) {
      peers.forEach(peer -> asked.add(peer.ask(LIMIT, "a", 1)));
    }

    assertThat(admitted(asked)).isBetween(100L, 100L + processes);
  }

  @Test
  void whoSleptThroughTheOthersSpendingHasOneCheck() {
    List<Peer> peers = peers(5);
    long admitted = 0;
    for (Peer peer : peers) {
      List<CompletableFuture<Decision>> asked = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        asked.add(peer.ask(LIMIT, "a", 1));
      }
      admitted += admitted(asked);
    }

    assertThat(admitted).isBetween(100L, 105L);
  }

  @Test
  void whatAFirstAnswerImportsIsNotTakenForAllThatOthersSpend() {
    Peer one = rig.peer();
    Peer other = rig.peer();
    rig.pass(5_000);
    assertThat(one.admit(LIMIT, "a", 50)).isEqualTo(50);
    rig.pass(100);
    rig.kill(one); // publishes nothing for now
    assertThat(one.admit(LIMIT, "a", 25)).isEqualTo(25); // of which the origin holds the first

    assertThat(other.admit(LIMIT, "a", 25)).as("half of what it sees left").isEqualTo(25);
    CompletableFuture<Decision> next = other.ask(LIMIT, "a", 1);
    rig.pass(10);
    assertThat(next).as("one may have spent the other half").isNotDone();

    one.settle();
    rig.pass(10);
    assertThat(next.join().allowed()).isFalse();
  }

  /** How many are admitted once those that are ahead of the region have waited. */
  private long admitted(List<CompletableFuture<Decision>> asked) {
    rig.pass(500);
    assertThat(asked).allMatch(CompletableFuture::isDone);
    return asked.stream().filter(each -> each.join().allowed()).count();
  }

  @Test
  void aProcessOnItsOwnNeverWaits() {
    Peer alone = peers(1).get(0);

    assertThat(alone.admit(LIMIT, "a", 200)).isEqualTo(100);

    assertThat(rig.origin.reads()).isEmpty();
    assertThat(rig.origin.publishes()).isEmpty();
  }

  @Test
  void withHeadRoomNobodyWaits() {
    Peer one = peers(2).get(0);

    assertThat(one.admit(LIMIT, "a", 50)).isEqualTo(50);

    assertThat(rig.origin.reads()).isEmpty();
    assertThat(rig.origin.publishes()).isEmpty();
  }

  @Test
  void whoAsksTellsInTheSameRoundTrip() {
    List<Peer> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    rig.origin.publishes(Mood.HOLDING);

    CompletableFuture<Decision> ahead = peers.get(0).ask(LIMIT, "a", 1);

    assertThat(ahead).isNotDone();
    assertThat(rig.total(LIMIT, "a")).isEqualTo(50);
    assertThat(rig.origin.reads()).isEmpty();
    rig.origin.publishes(Mood.ANSWERING);
    rig.origin.release();
    assertThat(ahead).as("others may have spent as much on the same view").isNotDone();
    rig.pass(200);
    assertThat(ahead.join().allowed()).isTrue();
    assertThat(ahead.join().degraded()).isFalse();
    assertThat(ahead.join().source()).isEqualTo(Source.ORIGIN);
  }

  @Test
  void whatWasToldThatWayIsNotToldAgain() {
    Peer one = peers(2).get(0);
    one.admit(LIMIT, "a", 50);
    one.check(LIMIT, "a", 0);
    CompletableFuture<Decision> ahead = one.ask(LIMIT, "a", 30); // tells 50, then spends 30
    rig.pass(300);
    assertThat(ahead.join().allowed()).isTrue();
    rig.pass(300);
    int told = rig.origin.publishes().size();
    rig.pass(1_000);

    assertThat(rig.total(LIMIT, "a")).isEqualTo(80);
    assertThat(rig.origin.publishes()).hasSize(told);
    assertThat(rig.origin.publications()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void manyThatWaitArriveAtTheLimitTogether() {
    List<Peer> peers = peers(3);
    rig.origin.publishes(Mood.HOLDING);
    List<CompletableFuture<Decision>> asked = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      peers.forEach(peer -> asked.add(peer.ask(LIMIT, "a", 1)));
    }
    for (int i = 0; i < 200 && asked.stream().anyMatch(each -> !each.isDone()); i++) {
      rig.origin.release();
      rig.pass(1);
    }

    assertThat(asked).allMatch(CompletableFuture::isDone);
    long admitted = asked.stream().filter(each -> each.join().allowed()).count();
    assertThat(admitted).isBetween(100L, 103L);
    assertThat(asked).noneMatch(each -> each.join().degraded());
  }

  @Test
  void looksAndRefusalsNeverWait() {
    List<Peer> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    rig.origin.all(Mood.SILENT);

    assertThat(peers.get(0).ask(LIMIT, "a", 0)).isDone();
    assertThat(peers.get(0).ask(LIMIT, "a", 60).join().allowed()).isFalse();
    assertThat(peers.get(0).ask(LIMIT, "a", 10)).isNotDone();
  }

  @Test
  void whoWaitsInVainDecidesAsTheLimitSays() {
    Limit closed = LIMIT.withWhenDegraded(WhenDegraded.CLOSED);
    List<Peer> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    rig.origin.all(Mood.SILENT);

    CompletableFuture<Decision> local = peers.get(0).ask(LIMIT, "a", 1);
    CompletableFuture<Decision> refused = peers.get(0).ask(closed, "a", 1);
    rig.pass(320);

    assertThat(local.join().allowed()).isTrue();
    assertThat(local.join().degraded()).isTrue();
    assertThat(refused.join().allowed()).isFalse();
  }

  @Test
  void aBatchAsksFirstToo() {
    List<Peer> peers = peers(2);
    peers.get(0).admit(LIMIT, "a", 50);
    rig.origin.publishes(Mood.HOLDING);

    CompletableFuture<BatchDecision> batch =
        peers.get(0).engine().checkAsync(List.of(peers.get(0).limiter(LIMIT).of("a")));

    assertThat(batch).isNotDone();
    rig.origin.publishes(Mood.ANSWERING);
    rig.origin.release();
    rig.pass(200);
    assertThat(batch.join().allowed()).isTrue();
  }

  @Test
  void theCostsOfABatchCountAsOneCheck() {
    List<Peer> peers = peers(5);
    Check check = peers.get(0).limiter(LIMIT).of("a", 30);

    BatchDecision batch =
        peers.get(0).engine().checkAsync(List.of(check, check)).join();

    assertThat(batch.allowed())
        .as("it has told and heard, and nothing else can help")
        .isTrue();
  }

  @Test
  void onAnOldViewNothingButAFirstCheckIsSpent() {
    List<Peer> peers = peers(2);
    rig.pass(100);
    peers.get(0).check(LIMIT, "a", 30);
    rig.origin.all(Mood.HOLDING);

    assertThat(peers.get(0).ask(LIMIT, "a", 1)).isNotDone();
    assertThat(rig.total(LIMIT, "a")).as("who asks tells").isEqualTo(30);
  }

  @Test
  void aLossThatAReadFindsIsHealed() {
    List<Peer> peers = peers(2);
    peers.get(0).admit(LIMIT, "quiet", 5);
    peers.get(0).admit(LIMIT, "a", 40);
    rig.pass(1_000);
    rig.origin.loseSilently();
    peers.get(0).check(LIMIT, "a");
    peers.get(0).check(LIMIT, "a"); // on an old view: asks, and finds that 40 are missing
    rig.pass(1_000);

    assertThat(rig.total(LIMIT, "a")).isEqualTo(42);
    assertThat(rig.total(LIMIT, "quiet")).isEqualTo(5);
  }
}

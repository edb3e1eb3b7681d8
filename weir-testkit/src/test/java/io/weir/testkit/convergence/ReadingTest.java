// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Source;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** When a check asks the region first, and when it does not. */
class ReadingTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));
  private static final Limit MINUTE = Limit.of(100, Duration.ofMinutes(1));

  private final Rig rig = new Rig();
  private final Peer peer = rig.peer();

  @Test
  void aColdSubjectReadsBothCellsInOneCall() {
    Decision decision = peer.check(LIMIT, "a");

    assertThat(decision.source()).isEqualTo(Source.ORIGIN);
    assertThat(rig.origin.reads()).hasSize(1);
    assertThat(rig.origin.reads().get(0))
        .extracting(query -> query.cell().sequence())
        .containsExactly(Rig.START / 600_000, Rig.START / 600_000 - 1);
  }

  @Test
  void whatIsReadCountsInBothWindows() {
    sibling(LIMIT, 0, 60);
    sibling(LIMIT, -1, 30);

    assertThat(peer.admit(LIMIT, "a", 50)).isEqualTo(10); // 60 + 30 carried at the very start
  }

  @Test
  void concurrentColdChecksShareOneRead() throws Exception {
    rig.origin.reads(Mood.HOLDING);
    sibling(LIMIT, 0, 90);
    int threads = 32;
    CountDownLatch ready = new CountDownLatch(threads);
    List<CompletableFuture<Decision>> answers = Collections.synchronizedList(new ArrayList<>());
    Callable<Boolean> ask = () -> {
      ready.countDown();
      ready.await();
      return answers.add(peer.ask(LIMIT, "a", 1));
    };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (Future<Boolean> asked : pool.invokeAll(Collections.nCopies(threads, ask))) {
      assertThat(asked.get()).isTrue();
    }
    pool.shutdown();
    assertThat(answers).noneMatch(CompletableFuture::isDone);

    rig.origin.release();

    assertThat(rig.origin.reads()).hasSize(1);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(answers).filteredOn(answer -> answer.join().allowed()).hasSize(10);
  }

  @Test
  void aWarmSubjectAsksNobody() {
    peer.check(LIMIT, "a");
    rig.pass(4_999);

    assertThat(peer.check(LIMIT, "a").source()).isEqualTo(Source.LOCAL);
    assertThat(rig.origin.reads()).hasSize(1);
  }

  @Test
  void aLookMakesNoPublicationButItsViewAges() {
    assertThat(peer.check(LIMIT, "a", 0).remaining()).isEqualTo(100);
    sibling(LIMIT, 0, 20);
    rig.pass(4_999);
    assertThat(peer.check(LIMIT, "a", 0).remaining()).isEqualTo(100);
    rig.pass(1);

    peer.check(LIMIT, "a", 0); // five seconds old: refreshed aside

    assertThat(rig.origin.reads()).hasSize(2);
    assertThat(peer.check(LIMIT, "a", 0).remaining()).isEqualTo(80);
  }

  @Test
  void aStaleViewWithHeadroomIsRefreshedWhileTheCheckGoesOn() {
    peer.check(LIMIT, "a");
    rig.pass(300); // published, so the five seconds begin anew
    rig.pass(5_000);
    rig.origin.reads(Mood.HOLDING);

    assertThat(peer.check(LIMIT, "a", 80).allowed()).isTrue();
    assertThat(rig.origin.reads()).hasSize(2);
  }

  @Test
  void aStaleViewWithoutHeadroomIsWaitedFor() {
    peer.admit(LIMIT, "a", 91);
    rig.pass(5_300);
    rig.origin.reads(Mood.HOLDING);
    sibling(LIMIT, 0, 9);

    CompletableFuture<Decision> decision = peer.ask(LIMIT, "a", 1);
    assertThat(decision).isNotDone();
    rig.origin.reads(Mood.ANSWERING);
    rig.origin.release();

    assertThat(decision.join().allowed()).isFalse();
  }

  @Test
  void publishingKeepsAViewFresh() {
    rig.pass(24_000); // the previous window is looked at again in twenty-four seconds
    for (int second = 0; second < 20; second++) {
      peer.check(LIMIT, "a");
      rig.pass(1_000);
    }

    assertThat(rig.origin.reads()).hasSize(1);
  }

  @Test
  void aBurstOnAStaleViewIsStoppedByWhatTheRegionKnows() {
    Limit burst = Limit.of(162_000, Duration.ofMinutes(1));
    peer.check(burst, "a", 1_500);
    rig.pass(300);
    sibling(burst, 0, 160_000);
    rig.pass(29_700);

    int passed = 0;
    for (int i = 0; i < 20; i++) {
      passed += peer.check(burst, "a", 1_500).allowed() ? 1 : 0;
    }

    assertThat(passed).isLessThanOrEqualTo(1);
  }

  @Test
  void viewsThatGrowOldTogetherAreRefreshedTogether() {
    for (int i = 0; i < 1_000; i++) {
      peer.check(LIMIT, "id" + i, 0);
    }
    rig.pass(6_000);
    rig.origin.forgetCalls();
    rig.origin.reads(Mood.HOLDING);

    for (int i = 0; i < 1_000; i++) {
      peer.check(LIMIT, "id" + i, 0);
    }
    rig.settle();
    rig.origin.release();

    assertThat(rig.origin.reads()).hasSizeLessThan(40);
    assertThat(rig.origin.reads().stream().mapToInt(List::size).sum()).isEqualTo(2_000);
  }

  @Test
  void rolloverOfAWarmSubjectIsNotCold() {
    rig.pass(57_000);
    peer.admit(MINUTE, "a", 30);
    rig.pass(3_500);
    rig.origin.forgetCalls();

    Decision decision = peer.check(MINUTE, "a");

    assertThat(decision.source()).isEqualTo(Source.LOCAL);
    assertThat(decision.explain().previous().own()).isEqualTo(30);
    assertThat(rig.origin.reads()).isEmpty();
  }

  @Test
  void thePreviousCellIsReadAgainAfterRolloverAlsoOnABusySubject() {
    Peer other = rig.peer();
    rig.pass(56_000);
    peer.check(MINUTE, "a");
    rig.pass(3_000);
    other.check(MINUTE, "a", 90); // at the very end of the window, after the peer's last publish
    rig.pass(1_000);
    for (int i = 0; i < 80; i++) {
      peer.check(MINUTE, "a", 1); // keeps its view fresh by publishing
      rig.pass(100);
    }

    assertThat(peer.check(MINUTE, "a", 0).explain().previous().siblings()).isEqualTo(90);
  }

  @Test
  void aSettledPreviousCellIsNotReadAgain() {
    rig.pass(50_000);
    peer.admit(MINUTE, "a", 3);
    rig.pass(22_500); // twelve seconds past rollover: settled until twenty-four
    peer.check(MINUTE, "a");
    rig.pass(5_500);
    rig.origin.forgetCalls();
    peer.check(MINUTE, "a");
    rig.pass(5_500);
    peer.check(MINUTE, "a", 0);
    peer.check(MINUTE, "a");

    assertThat(rig.origin.reads()).isNotEmpty();
    assertThat(rig.origin.reads().stream().flatMap(List::stream).map(Query::cell))
        .containsOnly(rig.cell(MINUTE, "a"));
  }

  @Test
  void whatSiblingsTellLateOfThePreviousWindowIsHeardOfInTime() {
    rig.pass(50_000);
    peer.admit(MINUTE, "a", 3);
    rig.pass(14_000); // four seconds past rollover
    peer.check(MINUTE, "a");
    sibling(MINUTE, -1, 60);
    rig.pass(1_000);
    assertThat(previousSiblings(MINUTE)).as("settled, it seemed").isZero();

    rig.pass(5_000);
    peer.check(MINUTE, "a"); // ten seconds past rollover

    assertThat(previousSiblings(MINUTE)).isEqualTo(60);
  }

  @Test
  void anEmptyPreviousWindowIsLookedAtAgainToo() {
    rig.pass(64_000); // four seconds past rollover
    peer.check(MINUTE, "a");
    sibling(MINUTE, -1, 60);
    rig.pass(1_000);
    assertThat(previousSiblings(MINUTE)).as("settled, it seemed").isZero();

    rig.pass(5_000);
    peer.check(MINUTE, "a");

    assertThat(previousSiblings(MINUTE)).isEqualTo(60);
  }

  private long previousSiblings(Limit limit) {
    return peer.check(limit, "a", 0).explain().previous().siblings();
  }

  @Test
  void aBatchReadsWhatItNeedsInOneCall() {
    peer.check(LIMIT, "warm");
    rig.origin.forgetCalls();

    var batch = peer.engine()
        .checkAsync(List.of(
            peer.limiter(LIMIT).of("warm"),
            peer.limiter(LIMIT).of("cold"),
            peer.limiter(MINUTE).of("cold")));

    assertThat(batch.join().allowed()).isTrue();
    assertThat(rig.origin.reads()).hasSize(1);
    assertThat(rig.origin.reads().get(0)).hasSize(4);
  }

  @Test
  void longSparseWindowsAreReadAnewByABatch() {
    Limit day = Limit.of(10, Duration.ofDays(1));
    Limit hour = Limit.of(20, Duration.ofHours(1));
    assertThat(remaining(day, hour, 0)).containsExactly(10L, 20L);
    sibling(day, 0, 8);
    sibling(hour, 0, 8);
    rig.clock.advance(Duration.ofMinutes(10));
    assertThat(remaining(day, hour, 0)).containsExactly(2L, 12L);

    var charged = peer.engine()
        .checkAsync(List.of(peer.limiter(day).of("a", 3), peer.limiter(hour).of("a", 3)))
        .join();

    assertThat(charged.allowed()).isFalse();
    assertThat(charged.decisions()).extracting(Decision::allowed).containsExactly(false, true);
    assertThat(remaining(day, hour, 0)).containsExactly(2L, 12L);
    assertThat(peer.tally().of(Event.ORIGIN_PUBLISHED)).isZero();
  }

  @Test
  void aClockThatIsSetBackDoesNotKeepAViewFresh() {
    rig.clock.advanceMillis(300_000);
    peer.check(LIMIT, "a");
    rig.clock.stepTo(rig.clock.epochMillis() - 120_000);
    sibling(LIMIT, 0, 60);

    rig.pass(5_000);
    peer.check(LIMIT, "a");

    assertThat(peer.sees(LIMIT, "a").siblings()).isEqualTo(60);
    int reads = rig.origin.reads().size();
    rig.pass(1_000);
    peer.check(LIMIT, "a");
    assertThat(rig.origin.reads()).as("trusted again, by the new time").hasSize(reads);
  }

  private List<Long> remaining(Limit first, Limit second, long cost) {
    return peer
        .engine()
        .checkAsync(
            List.of(peer.limiter(first).of("a", cost), peer.limiter(second).of("a", cost)))
        .join()
        .decisions()
        .stream()
        .map(Decision::remaining)
        .toList();
  }

  /** Somebody else of the region spends on "a", in the current window or so many after it. */
  private void sibling(Limit limit, int window, long count) {
    var cell = rig.cell(limit, "a");
    var other = new io.weir.CellKey(cell.subject(), cell.sequence() + window);
    var unused = rig.origin
        .store()
        .publish(List.of(new Publication(other, "sibling.1", count, 2 * limit.durationMillis())));
  }
}

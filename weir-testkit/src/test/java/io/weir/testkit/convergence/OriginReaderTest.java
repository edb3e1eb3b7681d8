// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
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

/** Tests of when a check reads from the region first, and when it does not. */
class OriginReaderTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));
  private static final LimitPolicy MINUTE = LimitPolicy.of(100, Duration.ofMinutes(1));

  private final VirtualRegion virtualRegion = new VirtualRegion();
  private final TestProcess testProcess = virtualRegion.peer();

  @Test
  void aColdSubjectReadsBothCellsInOneCall() {
    Decision decision = testProcess.check(LIMIT, "a");

    assertThat(decision.source()).isEqualTo(DecisionSource.ORIGIN);
    assertThat(virtualRegion.origin.reads()).hasSize(1);
    assertThat(virtualRegion.origin.reads().get(0))
        .extracting(query -> query.cell().sequence())
        .containsExactly(VirtualRegion.START / 600_000, VirtualRegion.START / 600_000 - 1);
  }

  @Test
  void readCountsApplyToBothWindows() {
    sibling(LIMIT, 0, 60);
    sibling(LIMIT, -1, 30);

    assertThat(testProcess.admit(LIMIT, "a", 50))
        .isEqualTo(10); // 60 + 30 carried at the very start
  }

  @Test
  void concurrentColdChecksShareOneRead() throws Exception {
    virtualRegion.origin.reads(CallBehaviour.HOLDING);
    sibling(LIMIT, 0, 90);
    int threads = 32;
    CountDownLatch ready = new CountDownLatch(threads);
    List<CompletableFuture<Decision>> answers = Collections.synchronizedList(new ArrayList<>());
    Callable<Boolean> ask = () -> {
      ready.countDown();
      ready.await();
      return answers.add(testProcess.checkAsync(LIMIT, "a", 1));
    };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (Future<Boolean> result : pool.invokeAll(Collections.nCopies(threads, ask))) {
      assertThat(result.get()).isTrue();
    }
    pool.shutdown();
    assertThat(answers).noneMatch(CompletableFuture::isDone);

    virtualRegion.origin.release();

    assertThat(virtualRegion.origin.reads()).hasSize(1);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(answers).filteredOn(answer -> answer.join().allowed()).hasSize(10);
  }

  @Test
  void aWarmSubjectMakesNoRead() {
    testProcess.check(LIMIT, "a");
    virtualRegion.pass(4_999);

    assertThat(testProcess.check(LIMIT, "a").source()).isEqualTo(DecisionSource.LOCAL);
    assertThat(virtualRegion.origin.reads()).hasSize(1);
  }

  @Test
  void aLookMakesNoPublicationButItsViewAges() {
    assertThat(testProcess.check(LIMIT, "a", 0).remaining()).isEqualTo(100);
    sibling(LIMIT, 0, 20);
    virtualRegion.pass(4_999);
    assertThat(testProcess.check(LIMIT, "a", 0).remaining()).isEqualTo(100);
    virtualRegion.pass(1);

    testProcess.check(LIMIT, "a", 0); // five seconds old: refreshed in the background

    assertThat(virtualRegion.origin.reads()).hasSize(2);
    assertThat(testProcess.check(LIMIT, "a", 0).remaining()).isEqualTo(80);
  }

  @Test
  void aStaleViewWithHeadroomIsRefreshedInTheBackground() {
    testProcess.check(LIMIT, "a");
    virtualRegion.pass(300); // published, so the five seconds start again
    virtualRegion.pass(5_000);
    virtualRegion.origin.reads(CallBehaviour.HOLDING);

    assertThat(testProcess.check(LIMIT, "a", 80).allowed()).isTrue();
    assertThat(virtualRegion.origin.reads()).hasSize(2);
  }

  @Test
  void aCheckWithoutHeadroomWaitsForAStaleViewsRefresh() {
    testProcess.admit(LIMIT, "a", 91);
    virtualRegion.pass(5_300);
    virtualRegion.origin.reads(CallBehaviour.HOLDING);
    sibling(LIMIT, 0, 9);

    CompletableFuture<Decision> decision = testProcess.checkAsync(LIMIT, "a", 1);
    assertThat(decision).isNotDone();
    virtualRegion.origin.reads(CallBehaviour.ANSWERING);
    virtualRegion.origin.release();

    assertThat(decision.join().allowed()).isFalse();
  }

  @Test
  void publishingKeepsAViewFresh() {
    virtualRegion.pass(24_000); // the previous window is read again in twenty-four seconds
    for (int second = 0; second < 20; second++) {
      testProcess.check(LIMIT, "a");
      virtualRegion.pass(1_000);
    }

    assertThat(virtualRegion.origin.reads()).hasSize(1);
  }

  @Test
  void aBurstOnAStaleViewIsStoppedByTheRegionsCounts() {
    LimitPolicy burst = LimitPolicy.of(162_000, Duration.ofMinutes(1));
    testProcess.check(burst, "a", 1_500);
    virtualRegion.pass(300);
    sibling(burst, 0, 160_000);
    virtualRegion.pass(29_700);

    int passed = 0;
    for (int i = 0; i < 20; i++) {
      passed += testProcess.check(burst, "a", 1_500).allowed() ? 1 : 0;
    }

    assertThat(passed).isLessThanOrEqualTo(1);
  }

  @Test
  void viewsThatExpireTogetherAreRefreshedTogether() {
    for (int i = 0; i < 1_000; i++) {
      testProcess.check(LIMIT, "id" + i, 0);
    }
    virtualRegion.pass(6_000);
    virtualRegion.origin.forgetCalls();
    virtualRegion.origin.reads(CallBehaviour.HOLDING);

    for (int i = 0; i < 1_000; i++) {
      testProcess.check(LIMIT, "id" + i, 0);
    }
    virtualRegion.settle();
    virtualRegion.origin.release();

    assertThat(virtualRegion.origin.reads()).hasSizeLessThan(40);
    assertThat(virtualRegion.origin.reads().stream().mapToInt(List::size).sum()).isEqualTo(2_000);
  }

  @Test
  void rolloverOfAWarmSubjectIsNotCold() {
    virtualRegion.pass(57_000);
    testProcess.admit(MINUTE, "a", 30);
    virtualRegion.pass(3_500);
    virtualRegion.origin.forgetCalls();

    Decision decision = testProcess.check(MINUTE, "a");

    assertThat(decision.source()).isEqualTo(DecisionSource.LOCAL);
    assertThat(decision.explain().previous().own()).isEqualTo(30);
    assertThat(virtualRegion.origin.reads()).isEmpty();
  }

  @Test
  void thePreviousCellIsReadAgainAfterRolloverOfABusySubject() {
    TestProcess other = virtualRegion.peer();
    virtualRegion.pass(56_000);
    testProcess.check(MINUTE, "a");
    virtualRegion.pass(3_000);
    other.check(MINUTE, "a", 90); // at the very end of the window, after the peer's last publish
    virtualRegion.pass(1_000);
    for (int i = 0; i < 80; i++) {
      testProcess.check(MINUTE, "a", 1); // keeps its view fresh by publishing
      virtualRegion.pass(100);
    }

    assertThat(testProcess.check(MINUTE, "a", 0).explain().previous().siblings())
        .isEqualTo(90);
  }

  @Test
  void aSettledPreviousCellIsNotReadAgain() {
    virtualRegion.pass(50_000);
    testProcess.admit(MINUTE, "a", 3);
    virtualRegion.pass(22_500); // twelve seconds past rollover: settled until twenty-four
    testProcess.check(MINUTE, "a");
    virtualRegion.pass(5_500);
    virtualRegion.origin.forgetCalls();
    testProcess.check(MINUTE, "a");
    virtualRegion.pass(5_500);
    testProcess.check(MINUTE, "a", 0);
    testProcess.check(MINUTE, "a");

    assertThat(virtualRegion.origin.reads()).isNotEmpty();
    assertThat(virtualRegion.origin.reads().stream().flatMap(List::stream).map(Query::cell))
        .containsOnly(virtualRegion.cell(MINUTE, "a"));
  }

  @Test
  void latePublishesToThePreviousWindowAreReadInTime() {
    virtualRegion.pass(50_000);
    testProcess.admit(MINUTE, "a", 3);
    virtualRegion.pass(14_000); // four seconds past rollover
    testProcess.check(MINUTE, "a");
    sibling(MINUTE, -1, 60);
    virtualRegion.pass(1_000);
    assertThat(previousSiblings(MINUTE)).as("settled, apparently").isZero();

    virtualRegion.pass(5_000);
    testProcess.check(MINUTE, "a"); // ten seconds past rollover

    assertThat(previousSiblings(MINUTE)).isEqualTo(60);
  }

  @Test
  void anEmptyPreviousWindowIsReadAgainToo() {
    virtualRegion.pass(64_000); // four seconds past rollover
    testProcess.check(MINUTE, "a");
    sibling(MINUTE, -1, 60);
    virtualRegion.pass(1_000);
    assertThat(previousSiblings(MINUTE)).as("settled, apparently").isZero();

    virtualRegion.pass(5_000);
    testProcess.check(MINUTE, "a");

    assertThat(previousSiblings(MINUTE)).isEqualTo(60);
  }

  private long previousSiblings(LimitPolicy limitPolicy) {
    return testProcess.check(limitPolicy, "a", 0).explain().previous().siblings();
  }

  @Test
  void aBatchReadsAllItsCellsInOneCall() {
    testProcess.check(LIMIT, "warm");
    virtualRegion.origin.forgetCalls();

    var batch = testProcess
        .engine()
        .checkAsync(List.of(
            testProcess.limiter(LIMIT).of("warm"),
            testProcess.limiter(LIMIT).of("cold"),
            testProcess.limiter(MINUTE).of("cold")));

    assertThat(batch.join().allowed()).isTrue();
    assertThat(virtualRegion.origin.reads()).hasSize(1);
    assertThat(virtualRegion.origin.reads().get(0)).hasSize(4);
  }

  @Test
  void longSparseWindowsAreReadAgainByABatch() {
    LimitPolicy day = LimitPolicy.of(10, Duration.ofDays(1));
    LimitPolicy hour = LimitPolicy.of(20, Duration.ofHours(1));
    assertThat(remaining(day, hour, 0)).containsExactly(10L, 20L);
    sibling(day, 0, 8);
    sibling(hour, 0, 8);
    virtualRegion.clock.advance(Duration.ofMinutes(10));
    assertThat(remaining(day, hour, 0)).containsExactly(2L, 12L);

    var charged = testProcess
        .engine()
        .checkAsync(List.of(
            testProcess.limiter(day).of("a", 3), testProcess.limiter(hour).of("a", 3)))
        .join();

    assertThat(charged.allowed()).isFalse();
    assertThat(charged.decisions()).extracting(Decision::allowed).containsExactly(false, true);
    assertThat(remaining(day, hour, 0)).containsExactly(2L, 12L);
    assertThat(testProcess.observer().of(Event.ORIGIN_PUBLISHED)).isZero();
  }

  @Test
  void aClockSetBackDoesNotKeepAViewFresh() {
    virtualRegion.clock.advanceMillis(300_000);
    testProcess.check(LIMIT, "a");
    virtualRegion.clock.stepTo(virtualRegion.clock.epochMillis() - 120_000);
    sibling(LIMIT, 0, 60);

    virtualRegion.pass(5_000);
    testProcess.check(LIMIT, "a");

    assertThat(testProcess.sees(LIMIT, "a").siblings()).isEqualTo(60);
    int reads = virtualRegion.origin.reads().size();
    virtualRegion.pass(1_000);
    testProcess.check(LIMIT, "a");
    assertThat(virtualRegion.origin.reads())
        .as("trusted again, by the new time")
        .hasSize(reads);
  }

  private List<Long> remaining(LimitPolicy first, LimitPolicy second, long cost) {
    return testProcess
        .engine()
        .checkAsync(List.of(
            testProcess.limiter(first).of("a", cost),
            testProcess.limiter(second).of("a", cost)))
        .join()
        .decisions()
        .stream()
        .map(Decision::remaining)
        .toList();
  }

  /** Lets another process of the region spend on "a", in the current window or this many windows after it. */
  private void sibling(LimitPolicy limitPolicy, int window, long count) {
    var cell = virtualRegion.cell(limitPolicy, "a");
    var other = new io.weir.CellKey(cell.subject(), cell.sequence() + window);
    var unused = virtualRegion
        .origin
        .store()
        .publish(
            List.of(new Publication(other, "sibling.1", count, 2 * limitPolicy.durationMillis())));
  }
}

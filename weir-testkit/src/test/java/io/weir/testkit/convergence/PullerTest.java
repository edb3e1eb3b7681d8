// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.Ledger;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of how far back a region pulls from the ledger, and what that costs and saves. */
class PullerTest {
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(10));

  private final VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);

  private List<Long> pulledSince(int begin) {
    List<Long> all = virtualRegions.ledger.pulledSince();
    return all.subList(begin, all.size());
  }

  private int pulls() {
    return virtualRegions.ledger.pulledSince().size();
  }

  private long watermark() {
    return virtualRegions
        .ledger
        .store()
        .pull(Ledger.PullRequester.of("a"), Ledger.PullCursor.since(0), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .watermark();
  }

  @Test
  void mostPullsLookBackALittleAndSomeFar() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(25_000);
    a.admit(TEN, "x", 6);
    int begin = pulls();
    virtualRegions.virtualRegion.pass(45_000);
    long pushedAt = watermark();

    List<Long> since = pulledSince(begin);
    int news = since.indexOf(pushedAt - 250);
    assertThat(virtualRegions.ledger.pulledSince().get(0)).isZero();
    assertThat(news).as("right after the change at %s: %s", pushedAt, since).isBetween(1, 2);
    List<Long> after = since.subList(news + 1, since.size());
    assertThat(after).containsOnly(pushedAt - 30_000, pushedAt + 1);
    assertThat(after.stream().filter(at -> at == pushedAt - 30_000).count()).isEqualTo(2);
  }

  @Test
  void aLateCommitIsSeenByALongLookBack() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(20_000);
    a.admit(TEN, "late", 6);
    virtualRegions.ledger.delayCommits(true);
    virtualRegions.virtualRegion.pass(1_000); // stamped now, not visible yet
    virtualRegions.ledger.delayCommits(false);
    a.admit(TEN, "other", 6);
    virtualRegions.virtualRegion.pass(8_000); // the watermark has passed the stamp
    virtualRegions.ledger.commitDelayed();
    virtualRegions.virtualRegion.pass(21_000);

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  void everythingIsPulledPeriodically() {
    virtualRegions.peer("a").admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(5_000);
    int begun = pulls();
    virtualRegions.virtualRegion.pass(300_000);
    assertThat(pulledSince(begun).stream().filter(since -> since == 0)).hasSize(1);
    virtualRegions.ledger.failPulls(true);
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.failPulls(false);
    int before = pulls();
    virtualRegions.virtualRegion.pass(
        6_000); // until the breaker lets one call through, and one more

    assertThat(pulledSince(before).get(0)).isEqualTo(watermark() - 30_000);
  }

  @Test
  void changesArePulledWhenFullPullsFail() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.failFullPulls(true);
    virtualRegions.virtualRegion.pass(300_000);
    a.admit(TEN, "y", 6);
    virtualRegions.virtualRegion.pass(10_000);

    assertThat(b.observer().of(Event.LEDGER_PULL_FAILED)).isPositive();
    assertThat(b.sees(TEN, "y").foreign()).isEqualTo(6);
  }

  @Test
  void aPullReadsAllPagesOnce() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    for (int i = 0; i < 100; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.answerInPages(7);
    int pushed = virtualRegions.ledger.pushed().size();
    int begun = virtualRegions.ledger.pages();
    virtualRegions.virtualRegion.pass(300_000); // everything is pulled again
    assertThat(virtualRegions.ledger.pages() - begun).isGreaterThan(2 * 15);
    TestProcess c = virtualRegions.peer("c");
    virtualRegions.virtualRegion.pass(5_000);

    for (int i = 0; i < 100; i++) {
      assertThat(b.sees(TEN, "x-" + i).foreign()).isEqualTo(6);
      assertThat(c.sees(TEN, "x-" + i).foreign()).isEqualTo(6);
    }
    assertThat(virtualRegions.ledger.pushed()).as("what was lost").hasSize(pushed);
  }

  @Test
  void lostCountsArePushedAgainAfterAFullPull() {
    virtualRegions.ledger.answerInPages(3);
    TestProcess a = virtualRegions.peer("a");
    for (int i = 0; i < 20; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.loseEverything();
    virtualRegions.virtualRegion.pass(310_000);

    for (int i = 0; i < 20; i++) {
      assertThat(virtualRegions.row(TEN, "x-" + i, "a")).as("x-%s", i).isEqualTo(6);
    }
  }

  @Test
  void aChangeDuringAFullPullIsSeen() {
    TestProcess a = virtualRegions.peer("a");
    for (int i = 0; i < 60; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.answerInPages(1);
    int[] read = {0};
    virtualRegions.ledger.betweenPages(() -> {
      if (read[0] < 60) {
        var cell = virtualRegions.virtualRegion.cell(TEN, "x-" + read[0]++);
        var raised = new Ledger.Component(cell, "elsewhere", "", 1);
        virtualRegions
            .ledger
            .store()
            .push(List.of(raised))
            .toCompletableFuture()
            .join();
      }
    });
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(5_000);

    assertThat(read[0]).isGreaterThan(50);
    for (int i = 0; i < read[0]; i++) {
      assertThat(b.sees(TEN, "x-" + i).foreign()).as("x-%s", i).isEqualTo(7);
    }
  }

  @Test
  void theFirstPullEndsWithItsLastPage() {
    TestProcess a = virtualRegions.peer("a");
    for (int i = 0; i < 50; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.answerInPages(1);
    TestProcess b = virtualRegions.peer("b");
    List<OptionalLong> ages = new ArrayList<>();
    virtualRegions.ledger.betweenPages(() -> ages.add(age(b)));
    virtualRegions.virtualRegion.pass(1);
    virtualRegions.ledger.betweenPages(() -> {});

    assertThat(ages).hasSizeGreaterThanOrEqualTo(49).containsOnly(OptionalLong.empty());
    assertThat(age(b)).isPresent();
  }

  private static OptionalLong age(TestProcess testProcess) {
    return testProcess.check(TEN, "new").explain().foreignAgeMillis();
  }

  @Test
  void aLedgerClockSetBackIsFollowed() {
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(20_000);
    virtualRegions.ledger.setClockBack(60_000);
    virtualRegions.virtualRegion.pass(11_000); // a heartbeat
    a.admit(TEN, "y", 6);
    virtualRegions.virtualRegion.pass(3_000);

    assertThat(b.sees(TEN, "y").foreign()).isEqualTo(6);
  }

  @Test
  void aLedgerRecoversWithoutAnotherPush() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(1_000);
    virtualRegions.ledger.failPushes(true);
    a.admit(LimitPolicy.of(10, Duration.ofMinutes(1)), "x", 6);
    virtualRegions.virtualRegion.pass(130_000);
    virtualRegions.ledger.failPushes(false);
    virtualRegions.virtualRegion.pass(70_000);

    assertThat(a.observer().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
  }

  @Test
  void aReadOnlyLedgerIsReportedOnce() {
    TestProcess a = virtualRegions.peer("a");
    virtualRegions.virtualRegion.pass(1_000);
    virtualRegions.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    virtualRegions.virtualRegion.pass(60_000);
    assertThat(a.observer().changes()).containsExactly("LEDGER unavailable");
    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED))
        .as("three to open the breaker, then one every three seconds")
        .isBetween(15L, 25L);
    assertThat(a.observer().of(Event.LEDGER_PULL_FAILED)).isZero();

    virtualRegions.ledger.failPushes(false);
    a.admit(TEN, "x", 1);
    virtualRegions.virtualRegion.pass(6_000);

    assertThat(a.observer().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
    assertThat(virtualRegions.row(TEN, "x", "a")).isEqualTo(7);
  }
}

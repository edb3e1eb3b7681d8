// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.Ledger;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How far back a region asks the ledger, and what that costs and saves. */
class PullingTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(10));

  private final Globe globe = new Globe(PushPolicy.WEIR);

  private List<Long> pulledSince(int begin) {
    List<Long> all = globe.ledger.pulledSince();
    return all.subList(begin, all.size());
  }

  private int pulls() {
    return globe.ledger.pulledSince().size();
  }

  private long watermark() {
    return globe
        .ledger
        .store()
        .pull(Ledger.Asker.of("a"), Ledger.Cursor.since(0), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .watermark();
  }

  @Test
  @DisplayName(
      "a pull after news looks back a little, the next ones not at all, and every twentieth second one far")
  void mostPullsLookBackALittleAndSomeFar() {
    Peer a = globe.peer("a");
    globe.rig.pass(25_000);
    a.admit(TEN, "x", 6);
    int begin = pulls();
    globe.rig.pass(45_000);
    long pushedAt = watermark();

    List<Long> since = pulledSince(begin);
    int news = since.indexOf(pushedAt - 250);
    assertThat(globe.ledger.pulledSince().get(0)).isZero();
    assertThat(news).as("right after the news at %s: %s", pushedAt, since).isBetween(1, 2);
    List<Long> after = since.subList(news + 1, since.size());
    assertThat(after).containsOnly(pushedAt - 30_000, pushedAt + 1);
    assertThat(after.stream().filter(at -> at == pushedAt - 30_000).count()).isEqualTo(2);
  }

  @Test
  @DisplayName("a push that commits behind the watermark is seen by the next look far back")
  void aLateCommitIsSeen() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    globe.rig.pass(20_000);
    a.admit(TEN, "late", 6);
    globe.ledger.delayCommits(true);
    globe.rig.pass(1_000); // stamped now, not yet to be seen
    globe.ledger.delayCommits(false);
    a.admit(TEN, "other", 6);
    globe.rig.pass(8_000); // the watermark has gone past the stamp
    globe.ledger.commitDelayed();
    globe.rig.pass(21_000);

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName(
      "everything is pulled now and then; after a failure, what changed since long before it")
  void everythingIsPulledNowAndThen() {
    globe.peer("a").admit(TEN, "x", 6);
    globe.rig.pass(5_000);
    int begun = pulls();
    globe.rig.pass(300_000);
    assertThat(pulledSince(begun).stream().filter(since -> since == 0)).hasSize(1);
    globe.ledger.failPulls(true);
    globe.rig.pass(5_000);
    globe.ledger.failPulls(false);
    int before = pulls();
    globe.rig.pass(6_000); // until the breaker lets one through, and one more

    assertThat(pulledSince(before).get(0)).isEqualTo(watermark() - 30_000);
  }

  @Test
  @DisplayName("a ledger that can't answer a pull of everything still tells what changed")
  void aFullPullThatFailsDoesNotMakeDeaf() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(TEN, "x", 6);
    globe.rig.pass(5_000);
    globe.ledger.failFullPulls(true);
    globe.rig.pass(300_000);
    a.admit(TEN, "y", 6);
    globe.rig.pass(10_000);

    assertThat(b.tally().of(Event.LEDGER_PULL_FAILED)).isPositive();
    assertThat(b.sees(TEN, "y").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName("a pull of many pages is read to its end, and tells nothing again")
  void aPullIsReadPageByPage() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    for (int i = 0; i < 100; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    globe.rig.pass(5_000);
    globe.ledger.answerInPages(7);
    int told = globe.ledger.pushed().size();
    int begun = globe.ledger.pages();
    globe.rig.pass(300_000); // everything is read again
    assertThat(globe.ledger.pages() - begun).isGreaterThan(2 * 15);
    Peer c = globe.peer("c");
    globe.rig.pass(5_000);

    for (int i = 0; i < 100; i++) {
      assertThat(b.sees(TEN, "x-" + i).foreign()).isEqualTo(6);
      assertThat(c.sees(TEN, "x-" + i).foreign()).isEqualTo(6);
    }
    assertThat(globe.ledger.pushed()).as("what was lost").hasSize(told);
  }

  @Test
  @DisplayName("what the ledger lost is told again after a pull of many pages")
  void whatWasLostIsToldAgain() {
    globe.ledger.answerInPages(3);
    Peer a = globe.peer("a");
    for (int i = 0; i < 20; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    globe.rig.pass(5_000);
    globe.ledger.loseEverything();
    globe.rig.pass(310_000);

    for (int i = 0; i < 20; i++) {
      assertThat(globe.row(TEN, "x-" + i, "a")).as("x-%s", i).isEqualTo(6);
    }
  }

  @Test
  @DisplayName("a change is seen that is made while everything is read, behind what was read")
  void aChangeDuringAPullOfEverythingIsSeen() {
    Peer a = globe.peer("a");
    for (int i = 0; i < 60; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    globe.rig.pass(5_000);
    globe.ledger.answerInPages(1);
    int[] read = {0};
    globe.ledger.betweenPages(() -> {
      if (read[0] < 60) {
        var cell = globe.rig.cell(TEN, "x-" + read[0]++);
        var raised = new Ledger.Component(cell, "elsewhere", "", 1);
        globe.ledger.store().push(List.of(raised)).toCompletableFuture().join();
      }
    });
    Peer b = globe.peer("b");
    globe.rig.pass(5_000);

    assertThat(read[0]).isGreaterThan(50);
    for (int i = 0; i < read[0]; i++) {
      assertThat(b.sees(TEN, "x-" + i).foreign()).as("x-%s", i).isEqualTo(7);
    }
  }

  @Test
  @DisplayName("the first pull is over when its last page was merged")
  void theFirstPullIsOverWithItsLastPage() {
    Peer a = globe.peer("a");
    for (int i = 0; i < 50; i++) {
      a.admit(TEN, "x-" + i, 6);
    }
    globe.rig.pass(5_000);
    globe.ledger.answerInPages(1);
    Peer b = globe.peer("b");
    List<OptionalLong> ages = new ArrayList<>();
    globe.ledger.betweenPages(() -> ages.add(age(b)));
    globe.rig.pass(1);
    globe.ledger.betweenPages(() -> {});

    assertThat(ages).hasSizeGreaterThanOrEqualTo(49).containsOnly(OptionalLong.empty());
    assertThat(age(b)).isPresent();
  }

  private static OptionalLong age(Peer peer) {
    return peer.check(TEN, "new").explain().foreignAgeMillis();
  }

  @Test
  @DisplayName("a ledger whose clock was set back is followed back")
  void aLedgerClockThatIsSetBackIsFollowed() {
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(TEN, "x", 6);
    globe.rig.pass(20_000);
    globe.ledger.setClockBack(60_000);
    globe.rig.pass(11_000); // a heartbeat
    a.admit(TEN, "y", 6);
    globe.rig.pass(3_000);

    assertThat(b.sees(TEN, "y").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName(
      "a ledger is back although what could not be pushed is over, and nothing else is to be pushed")
  void aLedgerIsBackWithoutAnotherPush() {
    Peer a = globe.peer("a");
    globe.rig.pass(1_000);
    globe.ledger.failPushes(true);
    a.admit(Limit.of(10, Duration.ofMinutes(1)), "x", 6);
    globe.rig.pass(130_000);
    globe.ledger.failPushes(false);
    globe.rig.pass(70_000);

    assertThat(a.tally().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
  }

  @Test
  @DisplayName(
      "a ledger that takes no pushes but answers pulls is away, once, and back when it takes them")
  void aReadOnlyLedgerIsReportedOnce() {
    Peer a = globe.peer("a");
    globe.rig.pass(1_000);
    globe.ledger.failPushes(true);
    a.admit(TEN, "x", 6);
    globe.rig.pass(60_000);
    assertThat(a.tally().changes()).containsExactly("LEDGER unavailable");
    assertThat(a.tally().of(Event.LEDGER_PUSH_FAILED))
        .as("three to open the breaker, then one every three seconds")
        .isBetween(15L, 25L);
    assertThat(a.tally().of(Event.LEDGER_PULL_FAILED)).isZero();

    globe.ledger.failPushes(false);
    a.admit(TEN, "x", 1);
    globe.rig.pass(6_000);

    assertThat(a.tally().changes()).containsExactly("LEDGER unavailable", "LEDGER available");
    assertThat(globe.row(TEN, "x", "a")).isEqualTo(7);
  }
}

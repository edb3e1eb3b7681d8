// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Of the processes of a region, one writes a hot cell's row; and what a workspace may write at all. */
class LeadingTest {
  private static final Limit LIMIT = Limit.of(100_000, Duration.ofMinutes(10));
  private static final Limit FIVE = Limit.of(5, Duration.ofMinutes(1));

  /** Three processes that spend on one subject that another region spends on too, so that every second is told. */
  private List<Long> pushesOfThree(Globe globe) {
    List<Peer> three = List.of(globe.peer("a"), globe.peer("a"), globe.peer("a"));
    globe.peer("b").admit(LIMIT, "x", 60_000);
    globe.converge();
    List<Long> before = three.stream().map(LeadingTest::pushes).toList();
    for (int i = 0; i < 300; i++) {
      three.forEach(peer -> peer.check(LIMIT, "x"));
      globe.rig.pass(100);
    }
    globe.rig.pass(5_000);
    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(900);
    return List.of(
        pushes(three.get(0)) - before.get(0),
        pushes(three.get(1)) - before.get(1),
        pushes(three.get(2)) - before.get(2));
  }

  private static long pushes(Peer peer) {
    return peer.tally().of(Event.LEDGER_PUSHED);
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  @DisplayName("three processes write little more than one would, and the row is as fresh")
  void oneProcessWritesForItsRegion() {
    List<Long> pushes = pushesOfThree(new Globe(PushPolicy.WEIR));

    assertThat(sum(pushes)).as("in 30 s: %s", pushes).isBetween(30L, 75L);
  }

  @Test
  @DisplayName("when the leader dies another process tells what it did not")
  void aFollowerTakesOver() {
    Globe globe = new Globe(PushPolicy.WEIR);
    Peer one = globe.peer("a");
    Peer two = globe.peer("a");
    globe.peer("b").admit(LIMIT, "x", 60_000);
    globe.converge();
    for (int i = 0; i < 50; i++) {
      one.check(LIMIT, "x");
      two.check(LIMIT, "x");
      globe.rig.pass(100);
    }
    globe.rig.pass(3_000);
    boolean oneLeads = pushes(one) > pushes(two);
    Peer leader = oneLeads ? one : two;
    Peer follower = oneLeads ? two : one;
    globe.rig.kill(leader);
    follower.check(LIMIT, "x", 7);
    globe.rig.pass(6_000);

    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(107);
  }

  @Test
  @DisplayName("a row that the ledger lost is told again after the next full pull")
  void aLostRowIsToldAgain() {
    Globe globe = new Globe(PushPolicy.WEIR);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(FIVE, "x", 3);
    Limit hours = Limit.of(10, Duration.ofHours(1));
    a.admit(hours, "x", 6);
    globe.rig.pass(5_000);
    globe.ledger.loseEverything();
    assertThat(globe.row(hours, "x", "a")).isZero();
    globe.rig.pass(310_000);

    assertThat(globe.row(hours, "x", "a")).isEqualTo(6);
    assertThat(b.sees(hours, "x").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName("the same without an origin")
  void aLostRowIsToldAgainWithoutAnOrigin() {
    Globe globe = new Globe(PushPolicy.WEIR);
    Peer a = globe.peerWithoutOrigin("a");
    Limit hours = Limit.of(10, Duration.ofHours(1));
    a.admit(hours, "x", 6);
    globe.rig.pass(5_000);
    globe.ledger.loseEverything();
    globe.rig.pass(310_000);

    assertThat(globe.row(hours, "x", "a")).isEqualTo(6);
  }

  @Test
  @DisplayName(
      "a flood of identifiers stays within the workspace's budget, leaves half of it to those who spend, and other budgets whole")
  void aFloodStaysWithinTheBudget() {
    Globe globe =
        new Globe(LedgerOptions.defaults().withMinimumRegions(10).withWorkspaceBudget(100));
    Peer a = globe.peer("a").in("hostile");
    for (int i = 0; i < 1_000; i++) {
      a.check(FIVE, "flood-" + i); // one unit of five is worth telling among ten regions
      globe.rig.pass(1);
    }
    a.admit(FIVE, "spender", 4);
    Neighbour neighbour = Neighbour.spend(a.engine(), FIVE, 40);
    globe.rig.pass(5_000);

    assertThat(globe.ledger.store().components()).isEqualTo(51 + 40);
    assertThat(globe.row(globe.rig.cell("hostile", FIVE, "spender"), "a")).isEqualTo(4);
    assertThat(a.tally().of(Event.LEDGER_ROW_WITHHELD)).isPositive();

    for (int i = 0; i < 1_000; i++) {
      a.admit(FIVE, "spending-flood-" + i, 4);
    }
    globe.rig.pass(5_000);
    assertThat(globe.ledger.store().components()).isEqualTo(100 + 40);
    neighbour.assertUntouched();
    for (int i = 0; i < 40; i++) {
      assertThat(globe.row(FIVE, Neighbour.identifier(i), "a")).isEqualTo(1);
    }

    globe.rig.pass(120_000); // all of it is over
    a.check(FIVE, "later");
    globe.rig.pass(2_000);
    assertThat(globe.row(globe.rig.cell("hostile", FIVE, "later"), "a")).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "what a flood in one workspace wrote elsewhere does not keep out the sums of another")
  void aFloodDoesNotKeepOutTheSumsOfOthers() {
    Globe globe =
        new Globe(LedgerOptions.defaults().withMinimumRegions(10).withMaxForeignSums(1_600));
    Peer b = globe.peer("b");
    globe.rig.pass(1_000);
    globe.ledger.fill("hostile", 5_000, FIVE);
    globe.rig.pass(3_000);
    globe.ledger.fill("w", 100, FIVE);
    globe.rig.pass(3_000);

    for (int i = 0; i < 100; i++) {
      assertThat(b.sees(FIVE, "filled-" + i).foreign()).as("identifier %s", i).isEqualTo(3);
    }
    assertThat(b.tally().of(Event.LEDGER_SUM_DROPPED)).isPositive();
  }
}

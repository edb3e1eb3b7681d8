// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that one process of a region writes a hot cell's row, and of how much a workspace may write. */
class PushLeaderTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100_000, Duration.ofMinutes(10));
  private static final LimitPolicy FIVE = LimitPolicy.of(5, Duration.ofMinutes(1));

  /**
   * Runs three processes that spend on a subject on which another region spends too, so that it is pushed every
   * second.
   */
  private List<Long> pushesOfThree(VirtualRegions virtualRegions) {
    List<TestProcess> three =
        List.of(virtualRegions.peer("a"), virtualRegions.peer("a"), virtualRegions.peer("a"));
    virtualRegions.peer("b").admit(LIMIT, "x", 60_000);
    virtualRegions.converge();
    List<Long> before = three.stream().map(PushLeaderTest::pushes).toList();
    for (int i = 0; i < 300; i++) {
      three.forEach(testProcess -> testProcess.check(LIMIT, "x"));
      virtualRegions.virtualRegion.pass(100);
    }
    virtualRegions.virtualRegion.pass(5_000);
    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(900);
    return List.of(
        pushes(three.get(0)) - before.get(0),
        pushes(three.get(1)) - before.get(1),
        pushes(three.get(2)) - before.get(2));
  }

  private static long pushes(TestProcess testProcess) {
    return testProcess.observer().of(Event.LEDGER_PUSHED);
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void oneProcessWritesForItsRegion() {
    List<Long> pushes = pushesOfThree(new VirtualRegions(PushPolicy.WEIR));

    assertThat(sum(pushes)).as("in 30 s: %s", pushes).isBetween(30L, 75L);
  }

  @Test
  void aFollowerTakesOverWhenTheLeaderDies() {
    VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);
    TestProcess one = virtualRegions.peer("a");
    TestProcess two = virtualRegions.peer("a");
    virtualRegions.peer("b").admit(LIMIT, "x", 60_000);
    virtualRegions.converge();
    for (int i = 0; i < 50; i++) {
      one.check(LIMIT, "x");
      two.check(LIMIT, "x");
      virtualRegions.virtualRegion.pass(100);
    }
    virtualRegions.virtualRegion.pass(3_000);
    boolean oneLeads = pushes(one) > pushes(two);
    TestProcess leader = oneLeads ? one : two;
    TestProcess follower = oneLeads ? two : one;
    virtualRegions.virtualRegion.kill(leader);
    follower.check(LIMIT, "x", 7);
    virtualRegions.virtualRegion.pass(6_000);

    assertThat(virtualRegions.row(LIMIT, "x", "a")).isEqualTo(107);
  }

  @Test
  void aLostRowIsPushedAgain() {
    VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);
    TestProcess a = virtualRegions.peer("a");
    TestProcess b = virtualRegions.peer("b");
    a.admit(FIVE, "x", 3);
    LimitPolicy hours = LimitPolicy.of(10, Duration.ofHours(1));
    a.admit(hours, "x", 6);
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.loseEverything();
    assertThat(virtualRegions.row(hours, "x", "a")).isZero();
    virtualRegions.virtualRegion.pass(310_000);

    assertThat(virtualRegions.row(hours, "x", "a")).isEqualTo(6);
    assertThat(b.sees(hours, "x").foreign()).isEqualTo(6);
  }

  @Test
  void aLostRowIsPushedAgainWithoutAnOrigin() {
    VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);
    TestProcess a = virtualRegions.peerWithoutOrigin("a");
    LimitPolicy hours = LimitPolicy.of(10, Duration.ofHours(1));
    a.admit(hours, "x", 6);
    virtualRegions.virtualRegion.pass(5_000);
    virtualRegions.ledger.loseEverything();
    virtualRegions.virtualRegion.pass(310_000);

    assertThat(virtualRegions.row(hours, "x", "a")).isEqualTo(6);
  }

  @Test
  void aFloodStaysWithinItsWorkspacesBudget() {
    VirtualRegions virtualRegions = new VirtualRegions(
        LedgerOptions.defaults().withMinimumRegions(10).withWorkspaceBudget(100));
    TestProcess a = virtualRegions.peer("a").in("hostile");
    for (int i = 0; i < 1_000; i++) {
      a.check(FIVE, "flood-" + i); // among ten regions, one unit of five is worth pushing
      virtualRegions.virtualRegion.pass(1);
    }
    a.admit(FIVE, "spender", 4);
    NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(a.engine(), FIVE, 40);
    virtualRegions.virtualRegion.pass(5_000);

    assertThat(virtualRegions.ledger.store().components()).isEqualTo(51 + 40);
    assertThat(
            virtualRegions.row(virtualRegions.virtualRegion.cell("hostile", FIVE, "spender"), "a"))
        .isEqualTo(4);
    assertThat(a.observer().of(Event.LEDGER_ROW_WITHHELD)).isPositive();

    for (int i = 0; i < 1_000; i++) {
      a.admit(FIVE, "spending-flood-" + i, 4);
    }
    virtualRegions.virtualRegion.pass(5_000);
    assertThat(virtualRegions.ledger.store().components()).isEqualTo(100 + 40);
    neighbourWorkspace.assertUntouched();
    for (int i = 0; i < 40; i++) {
      assertThat(virtualRegions.row(FIVE, NeighbourWorkspace.identifier(i), "a"))
          .isEqualTo(1);
    }

    virtualRegions.virtualRegion.pass(120_000); // all windows are over
    a.check(FIVE, "later");
    virtualRegions.virtualRegion.pass(2_000);
    assertThat(virtualRegions.row(virtualRegions.virtualRegion.cell("hostile", FIVE, "later"), "a"))
        .isEqualTo(1);
  }

  @Test
  void aFloodDoesNotKeepOutSumsOfOtherWorkspaces() {
    VirtualRegions virtualRegions = new VirtualRegions(
        LedgerOptions.defaults().withMinimumRegions(10).withMaxForeignSums(1_600));
    TestProcess b = virtualRegions.peer("b");
    virtualRegions.virtualRegion.pass(1_000);
    virtualRegions.ledger.fill("hostile", 5_000, FIVE);
    virtualRegions.virtualRegion.pass(3_000);
    virtualRegions.ledger.fill("w", 100, FIVE);
    virtualRegions.virtualRegion.pass(3_000);

    for (int i = 0; i < 100; i++) {
      assertThat(b.sees(FIVE, "filled-" + i).foreign()).as("identifier %s", i).isEqualTo(3);
    }
    assertThat(b.observer().of(Event.LEDGER_SUM_DROPPED)).isPositive();
  }
}

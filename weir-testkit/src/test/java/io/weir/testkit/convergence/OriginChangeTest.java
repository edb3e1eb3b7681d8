// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Tests of a region that gains, loses or replaces its origin while cells are in use: no count is lost or counted
 * twice.
 */
class OriginChangeTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000, Duration.ofDays(1));

  private final VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);

  private static void spend(TestProcess testProcess, long cost) {
    CompletableFuture<Decision> unusedDecision = testProcess.checkAsync(LIMIT, "x", cost);
  }

  private void assertAllSee(long expected, TestProcess... peers) {
    virtualRegions.converge();
    for (TestProcess testProcess : peers) {
      CountsByOrigin seen = testProcess.sees(LIMIT, "x");
      assertThat(seen.own() + seen.siblings() + seen.foreign()).as("%s", seen).isEqualTo(expected);
    }
  }

  @Test
  void anAddedOriginCountsEarlierSpendingOnce() {
    TestProcess before = virtualRegions.peerWithoutOrigin("eu");
    virtualRegions.virtualRegion.pass(1_000);
    before.check(LIMIT, "x", 100);
    virtualRegions.converge();
    virtualRegions.virtualRegion.kill(before);
    TestProcess after = virtualRegions.peer("eu");
    TestProcess foreign = virtualRegions.peer("us");
    virtualRegions.virtualRegion.pass(1_000);

    long expected = 100;
    for (int i = 0; i < 5; i++) {
      foreign.check(LIMIT, "x", 1);
      after.check(LIMIT, "x", 1);
      expected += 2;
      assertAllSee(expected, after, foreign);
    }
  }

  @Test
  void processesWithAndWithoutAnOriginAgree() {
    TestProcess without = virtualRegions.peerWithoutOrigin("eu");
    TestProcess with = virtualRegions.peer("eu");
    TestProcess sibling = virtualRegions.peer("eu");
    TestProcess foreign = virtualRegions.peer("us");
    virtualRegions.virtualRegion.pass(1_000);

    long expected = 0;
    for (int i = 1; i <= 5; i++) {
      for (TestProcess testProcess : List.of(without, with, sibling, foreign)) {
        spend(testProcess, 10L * i);
        expected += 10L * i;
        virtualRegions.virtualRegion.pass(1_000);
      }
      assertAllSee(expected, without, with, sibling, foreign);
    }
  }

  @Test
  void removingAnOriginKeepsTheCounts() {
    TestProcess first = virtualRegions.peer("eu");
    TestProcess second = virtualRegions.peer("eu");
    TestProcess foreign = virtualRegions.peer("us");
    virtualRegions.virtualRegion.pass(1_000);
    spend(first, 300);
    spend(second, 300);
    virtualRegions.virtualRegion.pass(1_000);
    virtualRegions.virtualRegion.kill(first);
    TestProcess third = virtualRegions.peerWithoutOrigin("eu");
    virtualRegions.converge();
    third.check(LIMIT, "x", 7);
    spend(second, 5);
    spend(foreign, 3);
    assertAllSee(615, second, third, foreign);

    virtualRegions.virtualRegion.kill(second);
    TestProcess fourth = virtualRegions.peerWithoutOrigin("eu");
    fourth.check(LIMIT, "x", 2);
    assertAllSee(617, third, fourth, foreign);
  }

  @Test
  void countsBelowTheThresholdArePushedWithoutAnOrigin() {
    TestProcess first = virtualRegions.peer("eu");
    TestProcess second = virtualRegions.peer("eu");
    virtualRegions.virtualRegion.pass(1_000);
    spend(first, 3);
    spend(second, 4);
    virtualRegions.converge();
    assertThat(virtualRegions.row(LIMIT, "x", "eu")).isZero();

    virtualRegions.virtualRegion.kill(first);
    TestProcess third = virtualRegions.peerWithoutOrigin("eu");
    virtualRegions.converge();
    virtualRegions.virtualRegion.kill(second);
    TestProcess fourth = virtualRegions.peerWithoutOrigin("eu");
    assertAllSee(7, third, fourth);
  }

  @Test
  void replacingAnOriginNeitherLosesNorDoublesCounts() {
    InMemoryOrigin old = new InMemoryOrigin(virtualRegions.virtualRegion.clock);
    InMemoryOrigin fresh = new InMemoryOrigin(virtualRegions.virtualRegion.clock);
    TestProcess first = virtualRegions.peer("eu", old);
    TestProcess second = virtualRegions.peer("eu", old);
    virtualRegions.virtualRegion.pass(1_000);
    spend(first, 300);
    spend(second, 300);
    virtualRegions.converge();
    virtualRegions.virtualRegion.kill(first);
    TestProcess third = virtualRegions.peer("eu", fresh);
    virtualRegions.converge();
    for (int i = 0; i < 5; i++) { // at the same time, on both origins
      spend(second, 3);
      spend(third, 5);
      virtualRegions.virtualRegion.pass(1_000);
    }
    assertAllSee(640, second, third);

    virtualRegions.virtualRegion.kill(second);
    TestProcess fourth = virtualRegions.peer("eu", fresh);
    spend(fourth, 4);
    assertAllSee(644, third, fourth);
  }

  @Test
  void twoOriginsUnderOneRegionNameAreReported() {
    TestProcess first =
        virtualRegions.peer("eu", new InMemoryOrigin(virtualRegions.virtualRegion.clock));
    virtualRegions.virtualRegion.pass(15_000, 5);
    assertThat(first.engine().health().origins()).isEqualTo(1);

    TestProcess second =
        virtualRegions.peer("eu", new InMemoryOrigin(virtualRegions.virtualRegion.clock));
    virtualRegions.virtualRegion.pass(15_000, 5);
    assertThat(first.engine().health().origins()).isEqualTo(2);
    assertThat(second.engine().health().origins()).isEqualTo(2);

    virtualRegions.virtualRegion.kill(second);
    virtualRegions.virtualRegion.pass(90_000, 50);
    assertThat(first.engine().health().origins()).isEqualTo(1);
  }
}

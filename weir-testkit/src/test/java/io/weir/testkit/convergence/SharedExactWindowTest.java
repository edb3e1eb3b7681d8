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
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests of exact windows that several processes share: they are exact as soon as the admissions are published. */
class SharedExactWindowTest {
  private static final long D = 10_000;
  private static final LimitPolicy ONE = LimitPolicy.of(1, Duration.ofMillis(D)).withExactWindow();
  private static final LimitPolicy FIVE =
      LimitPolicy.of(5, Duration.ofMillis(D)).withExactWindow();

  /** Longer than the delay until a process publishes an admission. */
  private static final long PUBLISHED_MILLIS = 300;

  private record Spent(long at, long cost) {}

  private final VirtualRegion virtualRegion = new VirtualRegion();

  private TestProcess settled() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.settle();
    return testProcess;
  }

  @Test
  void admissionsOfAnotherProcessCountAcrossTheBoundary() {
    TestProcess one = settled();
    TestProcess other = settled();
    virtualRegion.pass(D - 2 * PUBLISHED_MILLIS);
    assertThat(other.check(ONE, "a", 0).allowed()).isTrue(); // so that it has a fresh view
    assertThat(one.check(ONE, "a").allowed()).isTrue();
    virtualRegion.pass(3 * PUBLISHED_MILLIS);

    Decision refused = other.check(ONE, "a");

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.explain().carried()).isEqualTo(1);
    assertThat(refused.retryAfterMillis())
        .as("not seen before the end of its window, so it counts until a duration after that")
        .hasValue(D - PUBLISHED_MILLIS - 1);
    assertThat(one.check(ONE, "a").retryAfterMillis())
        .as("the process that admitted it has exact data")
        .hasValue(D - 3 * PUBLISHED_MILLIS);
  }

  @Test
  void anAllowCostsOneReadAndARefusalNone() {
    TestProcess testProcess = settled();
    testProcess.check(FIVE, "a");
    virtualRegion.pass(PUBLISHED_MILLIS);
    virtualRegion.origin.forgetCalls();

    Decision allowed = testProcess.check(FIVE, "a");
    assertThat(allowed.allowed()).isTrue();
    assertThat(allowed.source()).isEqualTo(DecisionSource.ORIGIN);
    assertThat(virtualRegion.origin.reads()).hasSize(1);
    testProcess.admit(FIVE, "a", 3);
    virtualRegion.pass(PUBLISHED_MILLIS);
    virtualRegion.origin.forgetCalls();

    assertThat(testProcess.admit(FIVE, "a", 100)).isZero();
    assertThat(virtualRegion.origin.reads()).isEmpty();
  }

  @Test
  void aNewProcessTreatsCountsInTheOriginAsSpentAsLateAsPossible() {
    TestProcess first = settled();
    virtualRegion.pass(1_000);
    first.admit(FIVE, "a", 2);
    virtualRegion.pass(D);
    first.admit(FIVE, "a", 1);
    virtualRegion.pass(PUBLISHED_MILLIS);
    virtualRegion.kill(first);
    TestProcess second = settled();

    assertThat(second.check(FIVE, "a", 5).allowed()).isFalse();
    Decision look = second.check(FIVE, "a", 0);
    assertThat(look.remaining()).isEqualTo(2);
    assertThat(second.check(FIVE, "a", 3).retryAfterMillis())
        .as("the two count until a duration after the end of their window")
        .hasValue(D - 1_000 - PUBLISHED_MILLIS - 1);
    virtualRegion.pass(D - 1_000 - PUBLISHED_MILLIS - 1, 500);
    assertThat(second.check(FIVE, "a", 5).retryAfterMillis())
        .as("the one counts from when it was read")
        .hasValue(1_000 + PUBLISHED_MILLIS + 1);
    assertThat(second.check(FIVE, "a", 4).allowed()).isTrue();
  }

  @Test
  void anEvictedSubjectReturnsWithTheOriginsCounts() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(1));
    virtualRegion.settle();
    virtualRegion.pass(D - PUBLISHED_MILLIS);
    assertThat(testProcess.check(ONE, "a").allowed()).isTrue();
    virtualRegion.pass(PUBLISHED_MILLIS);
    testProcess.check(FIVE, "b");
    virtualRegion.pass(PUBLISHED_MILLIS);

    assertThat(testProcess.engine().subjects()).isEqualTo(1);
    assertThat(testProcess.check(ONE, "a").allowed()).isFalse();
    virtualRegion.pass(D - PUBLISHED_MILLIS - 2, 500);
    assertThat(testProcess.check(ONE, "a").allowed()).isFalse();
    virtualRegion.pass(1);
    assertThat(testProcess.check(ONE, "a").allowed()).isTrue();
  }

  @Test
  void withoutTheOriginTheDegradedModeOfTheLimitApplies() {
    TestProcess one = settled();
    TestProcess other = settled();
    virtualRegion.pass(PUBLISHED_MILLIS);
    virtualRegion.origin.reads(CallBehaviour.FAILING);
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    LimitPolicy shared = FIVE.withWhenDegraded(WhenDegraded.SHARE);

    assertThat(one.admit(shared, "a", 9) + other.admit(shared, "a", 9)).isEqualTo(4);
    assertThat(one.admit(FIVE.withWhenDegraded(WhenDegraded.CLOSED), "b", 9)).isZero();
    assertThat(one.admit(FIVE.withWhenDegraded(WhenDegraded.OPEN), "c", 9)).isEqualTo(9);
    assertThat(one.admit(FIVE, "d", 9)).isEqualTo(5);
    virtualRegion.pass(D / 2);
    assertThat(one.check(FIVE, "c").allowed()).isFalse();
  }

  /** Asserts that no trailing window that ends with an admission contains more than the limit, over all processes. */
  private static void requireAtMost(long limit, List<Spent> all) {
    for (Spent last : all) {
      long held = all.stream()
          .filter(spent -> spent.at() <= last.at() && spent.at() > last.at() - D)
          .mapToLong(Spent::cost)
          .sum();
      assertThat(held).as("until %s in %s", last.at(), all).isLessThanOrEqualTo(limit);
    }
  }

  /** Completes a check that may have to wait for a read. */
  private static Decision await(VirtualRegion region, CompletableFuture<Decision> pending) {
    while (!pending.isDone()) {
      region.pass(1);
    }
    return pending.join();
  }

  private static List<Decision> spend(
      VirtualRegion region, TestProcess testProcess, long cost, boolean batch) {
    if (!batch) {
      return List.of(await(region, testProcess.checkAsync(FIVE, "a", cost)));
    }
    List<BatchCheck> checks = List.of(
        testProcess.limiter(FIVE).of("a", cost), testProcess.limiter(FIVE).of("a"));
    CompletableFuture<BatchDecision> pending = testProcess.engine().checkAsync(checks);
    await(region, pending.thenApply(decided -> decided.decisions().get(0)));
    return pending.join().allowed() ? pending.join().decisions() : List.of();
  }

  @Test
  void noTrailingWindowExceedsTheLimitIfPublishesPrecedeChecks() {
    for (int seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      VirtualRegion region = new VirtualRegion();
      List<TestProcess> peers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        peers.add(region.peer(builder -> builder.maxSubjects(2)));
      }
      region.settle();
      List<Spent> all = new ArrayList<>();
      for (int step = 0; step < 60; step++) {
        region.pass(PUBLISHED_MILLIS + random.nextInt(1_500), 50);
        int which = random.nextInt(peers.size());
        if (random.nextInt(15) == 0) {
          region.kill(peers.get(which));
          peers.set(which, region.peer());
          region.settle();
        } else if (random.nextInt(10) == 0) {
          await(
              region, peers.get(which).checkAsync(FIVE, "other-" + random.nextInt(9), 3)); // evicts
          region.pass(PUBLISHED_MILLIS, 50);
        }
        spend(region, peers.get(which), random.nextInt(1, 4), random.nextInt(4) == 0).stream()
            .filter(Decision::allowed)
            .forEach(spent -> all.add(new Spent(spent.explain().epochMillis(), spent.cost())));
      }

      requireAtMost(5, all);
      assertThat(all).as("seed %s", seed).hasSizeGreaterThan(5);
    }
  }

  @Test
  void simultaneousChecksExceedTheLimitByAtMostOneEach() {
    List<TestProcess> peers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      peers.add(settled());
    }
    virtualRegion.pass(PUBLISHED_MILLIS);

    long admitted = 0;
    for (TestProcess testProcess : peers) {
      admitted += testProcess.check(ONE, "a").allowed() ? 1 : 0;
    }

    assertThat(admitted).isBetween(1L, (long) peers.size());
    virtualRegion.pass(PUBLISHED_MILLIS);
    for (TestProcess testProcess : peers) {
      assertThat(testProcess.check(ONE, "a").allowed()).isFalse();
    }
  }
}

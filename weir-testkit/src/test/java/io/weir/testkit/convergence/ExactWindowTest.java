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
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Exact windows that several processes share: right as soon as what was admitted has been published. */
class ExactWindowTest {
  private static final long D = 10_000;
  private static final Limit ONE = Limit.of(1, Duration.ofMillis(D)).withExactWindow();
  private static final Limit FIVE = Limit.of(5, Duration.ofMillis(D)).withExactWindow();

  /** Longer than a process keeps to itself what it admitted. */
  private static final long TOLD = 300;

  private record Spent(long at, long cost) {}

  private final Rig rig = new Rig();

  private Peer settled() {
    Peer peer = rig.peer();
    rig.settle();
    return peer;
  }

  @Test
  void whatAnotherProcessAdmittedBeforeTheBoundaryCountsAfterIt() {
    Peer one = settled();
    Peer other = settled();
    rig.pass(D - 2 * TOLD);
    assertThat(other.check(ONE, "a", 0).allowed()).isTrue(); // so that it has a fresh view
    assertThat(one.check(ONE, "a").allowed()).isTrue();
    rig.pass(3 * TOLD);

    Decision refused = other.check(ONE, "a");

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.explain().carried()).isEqualTo(1);
    assertThat(refused.retryAfterMillis())
        .as("not seen before the end of its window, so it counts until a duration after that")
        .hasValue(D - TOLD - 1);
    assertThat(one.check(ONE, "a").retryAfterMillis())
        .as("who admitted it knows better")
        .hasValue(D - 3 * TOLD);
  }

  @Test
  void anAllowCostsOneReadAndARefusalNone() {
    Peer peer = settled();
    peer.check(FIVE, "a");
    rig.pass(TOLD);
    rig.origin.forgetCalls();

    Decision allowed = peer.check(FIVE, "a");
    assertThat(allowed.allowed()).isTrue();
    assertThat(allowed.source()).isEqualTo(Source.ORIGIN);
    assertThat(rig.origin.reads()).hasSize(1);
    peer.admit(FIVE, "a", 3);
    rig.pass(TOLD);
    rig.origin.forgetCalls();

    assertThat(peer.admit(FIVE, "a", 100)).isZero();
    assertThat(rig.origin.reads()).isEmpty();
  }

  @Test
  void aProcessThatKnowsNothingCountsWhatItFindsAsSpentAsLateAsPossible() {
    Peer first = settled();
    rig.pass(1_000);
    first.admit(FIVE, "a", 2);
    rig.pass(D);
    first.admit(FIVE, "a", 1);
    rig.pass(TOLD);
    rig.kill(first);
    Peer second = settled();

    assertThat(second.check(FIVE, "a", 5).allowed()).isFalse();
    Decision look = second.check(FIVE, "a", 0);
    assertThat(look.remaining()).isEqualTo(2);
    assertThat(second.check(FIVE, "a", 3).retryAfterMillis())
        .as("the two count until a duration after the end of their window")
        .hasValue(D - 1_000 - TOLD - 1);
    rig.pass(D - 1_000 - TOLD - 1, 500);
    assertThat(second.check(FIVE, "a", 5).retryAfterMillis())
        .as("the one counts from when it was found")
        .hasValue(1_000 + TOLD + 1);
    assertThat(second.check(FIVE, "a", 4).allowed()).isTrue();
  }

  @Test
  void aSubjectThatWasEvictedComesBackWithWhatTheOriginHolds() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(1));
    rig.settle();
    rig.pass(D - TOLD);
    assertThat(peer.check(ONE, "a").allowed()).isTrue();
    rig.pass(TOLD);
    peer.check(FIVE, "b");
    rig.pass(TOLD);

    assertThat(peer.engine().subjects()).isEqualTo(1);
    assertThat(peer.check(ONE, "a").allowed()).isFalse();
    rig.pass(D - TOLD - 2, 500);
    assertThat(peer.check(ONE, "a").allowed()).isFalse();
    rig.pass(1);
    assertThat(peer.check(ONE, "a").allowed()).isTrue();
  }

  @Test
  void withoutTheOriginEachSpendsItsShareOrWhatTheLimitSays() {
    Peer one = settled();
    Peer other = settled();
    rig.pass(TOLD);
    rig.origin.reads(Mood.FAILING);
    rig.origin.publishes(Mood.FAILING);
    Limit shared = FIVE.withWhenDegraded(WhenDegraded.SHARE);

    assertThat(one.admit(shared, "a", 9) + other.admit(shared, "a", 9)).isEqualTo(4);
    assertThat(one.admit(FIVE.withWhenDegraded(WhenDegraded.CLOSED), "b", 9)).isZero();
    assertThat(one.admit(FIVE.withWhenDegraded(WhenDegraded.OPEN), "c", 9)).isEqualTo(9);
    assertThat(one.admit(FIVE, "d", 9)).isEqualTo(5);
    rig.pass(D / 2);
    assertThat(one.check(FIVE, "c").allowed()).isFalse();
  }

  /** All that was admitted, by all processes, held against every trailing window that ends with an admission. */
  private static void requireAtMost(long limit, List<Spent> all) {
    for (Spent last : all) {
      long held = all.stream()
          .filter(spent -> spent.at() <= last.at() && spent.at() > last.at() - D)
          .mapToLong(Spent::cost)
          .sum();
      assertThat(held).as("until %s in %s", last.at(), all).isLessThanOrEqualTo(limit);
    }
  }

  /** A check that may have to wait until others were heard of. */
  private static Decision await(Rig region, CompletableFuture<Decision> asked) {
    while (!asked.isDone()) {
      region.pass(1);
    }
    return asked.join();
  }

  private static List<Decision> spend(Rig region, Peer peer, long cost, boolean batch) {
    if (!batch) {
      return List.of(await(region, peer.ask(FIVE, "a", cost)));
    }
    List<Check> checks =
        List.of(peer.limiter(FIVE).of("a", cost), peer.limiter(FIVE).of("a"));
    CompletableFuture<BatchDecision> asked = peer.engine().checkAsync(checks);
    await(region, asked.thenApply(decided -> decided.decisions().get(0)));
    return asked.join().allowed() ? asked.join().decisions() : List.of();
  }

  @Test
  void noTrailingWindowOfTheRegionHoldsMoreThanTheLimitIfEachHasToldBeforeTheNextAsks() {
    for (int seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Rig region = new Rig();
      List<Peer> peers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        peers.add(region.peer(builder -> builder.maxSubjects(2)));
      }
      region.settle();
      List<Spent> all = new ArrayList<>();
      for (int step = 0; step < 60; step++) {
        region.pass(TOLD + random.nextInt(1_500), 50);
        int which = random.nextInt(peers.size());
        if (random.nextInt(15) == 0) {
          region.kill(peers.get(which));
          peers.set(which, region.peer());
          region.settle();
        } else if (random.nextInt(10) == 0) {
          await(region, peers.get(which).ask(FIVE, "other-" + random.nextInt(9), 3)); // evicts
          region.pass(TOLD, 50);
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
  void processesThatAskInTheSameMomentExceedItByOneCheckEachAtMost() {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      peers.add(settled());
    }
    rig.pass(TOLD);

    long admitted = 0;
    for (Peer peer : peers) {
      admitted += peer.check(ONE, "a").allowed() ? 1 : 0;
    }

    assertThat(admitted).isBetween(1L, (long) peers.size());
    rig.pass(TOLD);
    for (Peer peer : peers) {
      assertThat(peer.check(ONE, "a").allowed()).isFalse();
    }
  }
}

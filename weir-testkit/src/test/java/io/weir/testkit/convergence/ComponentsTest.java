// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A region that gains, loses or replaces its origin while counts live: nothing is lost or counted twice. */
class ComponentsTest {
  private static final Limit LIMIT = Limit.of(1_000, Duration.ofDays(1));

  private final Globe globe = new Globe(PushPolicy.WEIR);

  private static void spend(Peer peer, long cost) {
    CompletableFuture<Decision> unusedDecision = peer.ask(LIMIT, "x", cost);
  }

  private void assertAllSee(long truth, Peer... peers) {
    globe.converge();
    for (Peer peer : peers) {
      Counts seen = peer.sees(LIMIT, "x");
      assertThat(seen.own() + seen.siblings() + seen.foreign()).as("%s", seen).isEqualTo(truth);
    }
  }

  @Test
  @DisplayName(
      "a region that gains an origin counts what it spent before once, however often it pushes")
  void anOriginIsAdded() {
    Peer before = globe.peerWithoutOrigin("eu");
    globe.rig.pass(1_000);
    before.check(LIMIT, "x", 100);
    globe.converge();
    globe.rig.kill(before);
    Peer after = globe.peer("eu");
    Peer abroad = globe.peer("us");
    globe.rig.pass(1_000);

    long truth = 100;
    for (int i = 0; i < 5; i++) {
      abroad.check(LIMIT, "x", 1);
      after.check(LIMIT, "x", 1);
      truth += 2;
      assertAllSee(truth, after, abroad);
    }
  }

  @Test
  @DisplayName("processes with and without an origin side by side see the same")
  void bothKindsLiveSideBySide() {
    Peer without = globe.peerWithoutOrigin("eu");
    Peer with = globe.peer("eu");
    Peer sibling = globe.peer("eu");
    Peer abroad = globe.peer("us");
    globe.rig.pass(1_000);

    long truth = 0;
    for (int i = 1; i <= 5; i++) {
      for (Peer peer : List.of(without, with, sibling, abroad)) {
        spend(peer, 10L * i);
        truth += 10L * i;
        globe.rig.pass(1_000);
      }
      assertAllSee(truth, without, with, sibling, abroad);
    }
  }

  @Test
  @DisplayName("a region that loses its origin, process by process, keeps its counts")
  void anOriginIsRemoved() {
    Peer first = globe.peer("eu");
    Peer second = globe.peer("eu");
    Peer abroad = globe.peer("us");
    globe.rig.pass(1_000);
    spend(first, 300);
    spend(second, 300);
    globe.rig.pass(1_000);
    globe.rig.kill(first);
    Peer third = globe.peerWithoutOrigin("eu");
    globe.converge();
    third.check(LIMIT, "x", 7);
    spend(second, 5);
    spend(abroad, 3);
    assertAllSee(615, second, third, abroad);

    globe.rig.kill(second);
    Peer fourth = globe.peerWithoutOrigin("eu");
    fourth.check(LIMIT, "x", 2);
    assertAllSee(617, third, fourth, abroad);
  }

  @Test
  @DisplayName("what a region keeps to itself is told once one of its processes has no origin")
  void littleIsToldToo() {
    Peer first = globe.peer("eu");
    Peer second = globe.peer("eu");
    globe.rig.pass(1_000);
    spend(first, 3);
    spend(second, 4);
    globe.converge();
    assertThat(globe.row(LIMIT, "x", "eu")).isZero();

    globe.rig.kill(first);
    Peer third = globe.peerWithoutOrigin("eu");
    globe.converge();
    globe.rig.kill(second);
    Peer fourth = globe.peerWithoutOrigin("eu");
    assertAllSee(7, third, fourth);
  }

  @Test
  @DisplayName(
      "an origin that is replaced by another, process by process, loses and doubles nothing")
  void anOriginIsReplaced() {
    InMemoryOrigin old = new InMemoryOrigin(globe.rig.clock);
    InMemoryOrigin fresh = new InMemoryOrigin(globe.rig.clock);
    Peer first = globe.peer("eu", old);
    Peer second = globe.peer("eu", old);
    globe.rig.pass(1_000);
    spend(first, 300);
    spend(second, 300);
    globe.converge();
    globe.rig.kill(first);
    Peer third = globe.peer("eu", fresh);
    globe.converge();
    for (int i = 0; i < 5; i++) { // at once, on both origins
      spend(second, 3);
      spend(third, 5);
      globe.rig.pass(1_000);
    }
    assertAllSee(640, second, third);

    globe.rig.kill(second);
    Peer fourth = globe.peer("eu", fresh);
    spend(fourth, 4);
    assertAllSee(644, third, fourth);
  }

  @Test
  @DisplayName(
      "two origins under one region name are seen by all of its processes, and gone when one is")
  void twoOriginsAreSeen() {
    Peer first = globe.peer("eu", new InMemoryOrigin(globe.rig.clock));
    globe.rig.pass(15_000, 5);
    assertThat(first.engine().health().origins()).isEqualTo(1);

    Peer second = globe.peer("eu", new InMemoryOrigin(globe.rig.clock));
    globe.rig.pass(15_000, 5);
    assertThat(first.engine().health().origins()).isEqualTo(2);
    assertThat(second.engine().health().origins()).isEqualTo(2);

    globe.rig.kill(second);
    globe.rig.pass(90_000, 50);
    assertThat(first.engine().health().origins()).isEqualTo(1);
  }
}

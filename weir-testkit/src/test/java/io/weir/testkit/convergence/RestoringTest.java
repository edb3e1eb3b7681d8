// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.origin.Origin;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What dead processes had published survives an origin that loses everything, and a copy of a process is noticed. */
class RestoringTest {
  private static final Limit LIMIT = Limit.of(1_000, Duration.ofMinutes(10));

  private final Rig rig = new Rig();

  private static void spend(Peer peer, long cost) {
    CompletableFuture<Decision> unusedDecision = peer.ask(LIMIT, "a", cost);
  }

  @Test
  @DisplayName("live processes write back what a dead one had published, once")
  void theDeadAreRestored() {
    Peer first = rig.peer();
    Peer second = rig.peer();
    Peer dead = rig.peer();
    rig.pass(3_000);
    dead.check(LIMIT, "a", 51);
    spend(first, 20);
    spend(second, 30);
    rig.pass(1_000);
    spend(first, 1); // both have heard of the others' last
    spend(second, 1);
    rig.pass(1_000);
    rig.kill(dead);
    rig.origin.store().wipe();

    rig.pass(45_000, 5);
    spend(first, 7);
    spend(second, 7);
    rig.pass(10_000, 5);

    assertThat(rig.total(LIMIT, "a")).isEqualTo(51 + 20 + 30 + 2 + 14);
    first.check(LIMIT, "a", 0); // its view is old: it asks for another one
    assertThat(first.sees(LIMIT, "a").siblings()).isEqualTo(51 + 30 + 1 + 7);
  }

  @Test
  @DisplayName("nothing is written back before all live processes have published again")
  void theLivingAreWaitedFor() {
    Peer first = rig.peer();
    Peer second = rig.peer();
    rig.pass(3_000);
    spend(second, 30);
    spend(first, 20);
    rig.pass(1_000);
    spend(first, 1);
    rig.pass(1_000);
    rig.origin.store().wipe();

    rig.pass(30_000, 5);

    assertThat(rig.total(LIMIT, "a")).isEqualTo(51);
  }

  @Test
  @DisplayName("a process that is not alone with its name takes another, and its counts stay")
  void aCopyIsNoticed() {
    Peer peer = rig.peer();
    rig.pass(3_000);
    peer.check(LIMIT, "a", 5);
    rig.pass(1_000);
    String name =
        peer.engine().known(rig.cell(LIMIT, "a").subject()).orElseThrow().writer();
    String incarnation = name.substring(0, name.indexOf('.'));
    CompletionStage<?> unusedPulse = rig.origin.beat(new Origin.Heartbeat(
        incarnation, 10_000, "", "", Origin.Progress.NEVER_BEHIND, Long.MAX_VALUE / 1_024));

    rig.pass(5_000);
    spend(peer, 3);
    rig.pass(1_000);

    assertThat(peer.tally().of(Event.INCARNATION_RENEWED)).isEqualTo(1);
    assertThat(peer.engine().known(rig.cell(LIMIT, "a").subject()).orElseThrow().writer())
        .doesNotStartWith(incarnation);
    assertThat(rig.total(LIMIT, "a")).isEqualTo(8);
    assertThat(peer.sees(LIMIT, "a").siblings()).isEqualTo(5);
  }

  @Test
  @DisplayName("a heartbeat that arrives twice is no copy")
  void aRepeatedHeartbeatIsNoCopy() {
    Peer peer = rig.peer();
    rig.pass(30_000, 5);

    assertThat(peer.tally().of(Event.INCARNATION_RENEWED)).isZero();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Limit;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("While the file of a lone process can't keep up with evictions")
class HoldingBackTest {
  private static final Limit FIVE = Limit.of(5, Duration.ofMinutes(10));

  /** More evicted cells than may wait before new subjects have to. */
  private static final int FLOOD = 3_000;

  private final Rig rig = new Rig();

  HoldingBackTest() {
    rig.origin.beExclusive();
  }

  private Peer lone() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(100));
    rig.pass(1_000);
    return peer;
  }

  private List<CompletableFuture<Decision>> flood(Peer peer, String prefix, int identifiers) {
    List<CompletableFuture<Decision>> decisions = new ArrayList<>();
    for (int i = 0; i < identifiers; i++) {
      decisions.add(peer.in("hostile").ask(FIVE, prefix + i, 1));
      rig.settle();
    }
    return decisions;
  }

  @Test
  @DisplayName("new subjects of the workspace that floods wait, and nobody else's")
  void onlyWhoFloodsWaits() {
    Peer before = lone();
    assertThat(before.admit(FIVE, "ann", 6)).isEqualTo(5);
    rig.pass(1_000);
    rig.kill(before);
    Peer after = lone();
    rig.origin.publishes(Mood.FAILING);

    flood(after, "flood-", FLOOD);

    assertThat(after.in("hostile").ask(FIVE, "late", 1)).isNotDone();
    CompletableFuture<Decision> ann = after.ask(FIVE, "ann", 1);
    assertThat(ann).isDone();
    assertThat(ann.join().allowed()).as("her limit is used up").isFalse();
    assertThat(ann.join().degraded()).isFalse();
    assertThat(after.admit(FIVE, "bob", 6)).isEqualTo(5);
  }

  @Test
  @DisplayName(
      "who has lost patience leaves the line, and is not in the way of those who come later")
  void theLineIsLeft() {
    Peer peer = lone();
    rig.origin.publishes(Mood.FAILING);
    flood(peer, "flood-", FLOOD);
    for (int round = 0; round < 20; round++) {
      List<CompletableFuture<Decision>> impatient = flood(peer, "more-" + round + "-", 100);
      assertThat(impatient.get(99)).isNotDone();
      rig.pass(301);
      assertThat(impatient).allMatch(CompletableFuture::isDone);
    }

    rig.origin.publishes(Mood.HOLDING);
    rig.origin.forgetCalls();
    while (rig.origin.publishes().isEmpty()) {
      rig.pass(1);
    }
    CompletableFuture<Decision> late = peer.in("hostile").ask(FIVE, "late", 1);
    assertThat(late).isNotDone();
    rig.origin.publishes(Mood.ANSWERING);
    rig.origin.release();
    rig.pass(200);

    assertThat(late).isDone();
    assertThat(late.join().degraded()).isFalse();
  }
}

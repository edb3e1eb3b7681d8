// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.fleet.DistantOrigin;
import io.weir.testkit.fleet.VirtualNetwork;
import io.weir.testkit.fleet.VirtualNetwork.Weather;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The world hears of a batch when it is decided, and only if it was allowed. */
@Tag("integration")
class UndecidedBatchTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(1));
  private static final Limit MANY = Limit.of(1_000, Duration.ofMinutes(10));

  private final Regions regions = Regions.under(PushPolicy.UPSTREAM);

  @AfterEach
  void leave() {
    regions.close();
  }

  @Test // 7
  @DisplayName("of a refused batch nothing is told, of an allowed one everything")
  void aRefusedBatchLeavesNoRow() {
    Peer a = regions.peer("a");
    var limiter = a.limiter(TEN);
    assertThat(
            a.engine().check(List.of(limiter.of("x", 6), limiter.of("y", 11))).allowed())
        .isFalse();
    regions.converge();
    assertThat(regions.rows().size()).isZero();

    assertThat(a.engine().check(List.of(limiter.of("x", 6), limiter.of("y", 7))).allowed())
        .isTrue();
    regions.converge();

    assertThat(regions.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(regions.row(TEN, "y", "a")).isEqualTo(7);
  }

  /** Batches of a subject that is told of at every push and of one that has to be asked for first. */
  @Test // 7
  @DisplayName("what a batch would spend is not told while it waits for the region's answer")
  void aBatchThatWaitsIsNotTold() {
    VirtualNetwork network = new VirtualNetwork(regions.peers().clock(), 7);
    network.weather(new Weather(120, 120, 0, 0, 0));
    Peer a = regions.alone(
        "a",
        builder -> builder.origin(new DistantOrigin(network, "a", "origin", regions.origin("a"))));
    long committed = 0;
    long told = 0;
    int toldWhileUndecided = 0;
    CompletableFuture<BatchDecision> batch = batch(a, 0);
    for (int step = 1; step <= 6_000; step++) {
      regions.peers().clock().advanceMillis(10);
      network.deliver();
      a.settle();
      if (batch.isDone()) {
        assertThat(batch.join().allowed()).isTrue();
        committed += 4;
        batch = batch(a, step);
      } else if (a.tally().of(Event.LEDGER_PUSHED) > told) {
        toldWhileUndecided++;
        assertThat(regions.row(MANY, "x", "a")).as("after %s steps", step).isEqualTo(committed);
      }
      told = a.tally().of(Event.LEDGER_PUSHED);
    }

    assertThat(committed).isGreaterThan(500);
    assertThat(toldWhileUndecided).isGreaterThan(3);
  }

  private static CompletableFuture<BatchDecision> batch(Peer peer, int number) {
    var limiter = peer.limiter(MANY);
    return peer.engine()
        .checkAsync(List.of(limiter.of("x", 4), limiter.of("never seen before " + number, 1)));
  }
}

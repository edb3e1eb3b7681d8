// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.PushPolicy;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.NetworkedOrigin;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.VirtualNetwork;
import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a batch is published only when it is decided, and only if it was allowed. */
@Tag("integration")
class UndecidedBatchTest {
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(1));
  private static final LimitPolicy MANY = LimitPolicy.of(1_000, Duration.ofMinutes(10));

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.UPSTREAM);

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  @Test // 7
  void aRefusedBatchLeavesNoRow() {
    TestProcess a = databaseRegions.peer("a");
    var limiter = a.limiter(TEN);
    assertThat(
            a.engine().check(List.of(limiter.of("x", 6), limiter.of("y", 11))).allowed())
        .isFalse();
    databaseRegions.converge();
    assertThat(databaseRegions.rows().size()).isZero();

    assertThat(a.engine().check(List.of(limiter.of("x", 6), limiter.of("y", 7))).allowed())
        .isTrue();
    databaseRegions.converge();

    assertThat(databaseRegions.row(TEN, "x", "a")).isEqualTo(6);
    assertThat(databaseRegions.row(TEN, "y", "a")).isEqualTo(7);
  }

  /** Batches of a subject that is published at every push, and of one that must be read first. */
  @Test // 7
  void aWaitingBatchIsNotPushed() {
    VirtualNetwork network = new VirtualNetwork(databaseRegions.peers().clock(), 7);
    network.conditions(new NetworkConditions(120, 120, 0, 0, 0));
    TestProcess a = databaseRegions.standalone(
        "a",
        builder -> builder.origin(new NetworkedOrigin(
            network,
            new ProcessInstance(0, 0, "a"),
            databaseRegions.origin("a"),
            MessageListener.NONE)));
    long committed = 0;
    long pushed = 0;
    int pushedWhileUndecided = 0;
    CompletableFuture<BatchDecision> batch = batch(a, 0);
    for (int step = 1; step <= 6_000; step++) {
      databaseRegions.peers().clock().advanceMillis(10);
      network.deliver();
      a.settle();
      if (batch.isDone()) {
        assertThat(batch.join().allowed()).isTrue();
        committed += 4;
        batch = batch(a, step);
      } else if (a.observer().of(Event.LEDGER_PUSHED) > pushed) {
        pushedWhileUndecided++;
        assertThat(databaseRegions.row(MANY, "x", "a"))
            .as("after %s steps", step)
            .isEqualTo(committed);
      }
      pushed = a.observer().of(Event.LEDGER_PUSHED);
    }

    assertThat(committed).isGreaterThan(500);
    assertThat(pushedWhileUndecided).isGreaterThan(3);
  }

  private static CompletableFuture<BatchDecision> batch(TestProcess testProcess, int number) {
    var limiter = testProcess.limiter(MANY);
    return testProcess
        .engine()
        .checkAsync(List.of(limiter.of("x", 4), limiter.of("never seen before " + number, 1)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EvictionBackPressureTest {
  private static final LimitPolicy FIVE = LimitPolicy.of(5, Duration.ofMinutes(10));

  /** More evicted cells than may wait before new subjects have to wait. */
  private static final int FLOOD = 3_000;

  private final VirtualRegion virtualRegion = new VirtualRegion();

  EvictionBackPressureTest() {
    virtualRegion.origin.beExclusive();
  }

  private TestProcess singleProcess() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(100));
    virtualRegion.pass(1_000);
    return testProcess;
  }

  private List<CompletableFuture<Decision>> flood(
      TestProcess testProcess, String prefix, int identifiers) {
    List<CompletableFuture<Decision>> decisions = new ArrayList<>();
    for (int i = 0; i < identifiers; i++) {
      decisions.add(testProcess.in("hostile").checkAsync(FIVE, prefix + i, 1));
      virtualRegion.settle();
    }
    return decisions;
  }

  @Test
  void onlyTheFloodingWorkspaceWaits() {
    TestProcess before = singleProcess();
    assertThat(before.admit(FIVE, "ann", 6)).isEqualTo(5);
    virtualRegion.pass(1_000);
    virtualRegion.kill(before);
    TestProcess after = singleProcess();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);

    flood(after, "flood-", FLOOD);

    assertThat(after.in("hostile").checkAsync(FIVE, "late", 1)).isNotDone();
    CompletableFuture<Decision> ann = after.checkAsync(FIVE, "ann", 1);
    assertThat(ann).isDone();
    assertThat(ann.join().allowed()).as("its limit is used up").isFalse();
    assertThat(ann.join().degraded()).isFalse();
    assertThat(after.admit(FIVE, "bob", 6)).isEqualTo(5);
  }

  @Test
  void aTimedOutCheckLeavesTheQueue() {
    TestProcess testProcess = singleProcess();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    flood(testProcess, "flood-", FLOOD);
    for (int round = 0; round < 20; round++) {
      List<CompletableFuture<Decision>> waiting = flood(testProcess, "more-" + round + "-", 100);
      assertThat(waiting.get(99)).isNotDone();
      virtualRegion.pass(301);
      assertThat(waiting).allMatch(CompletableFuture::isDone);
    }

    virtualRegion.origin.publishes(CallBehaviour.HOLDING);
    virtualRegion.origin.forgetCalls();
    while (virtualRegion.origin.publishes().isEmpty()) {
      virtualRegion.pass(1);
    }
    CompletableFuture<Decision> late = testProcess.in("hostile").checkAsync(FIVE, "late", 1);
    assertThat(late).isNotDone();
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.origin.release();
    virtualRegion.pass(200);

    assertThat(late).isDone();
    assertThat(late.join().degraded()).isFalse();
  }
}

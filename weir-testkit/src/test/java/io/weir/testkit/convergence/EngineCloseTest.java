// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.ledger.InMemoryLedger;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests of what the stores contain after a process has shut down. */
class EngineCloseTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000_000, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();

  @Test
  void everyAdmittedUnitIsInTheOrigin() {
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(10_000));
    for (int i = 0; i < 5_000; i++) {
      testProcess.check(LIMIT, "id" + i, 1 + i % 7);
    }

    testProcess.engine().close();

    for (int i = 0; i < 5_000; i++) {
      assertThat(virtualRegion.total(LIMIT, "id" + i)).isEqualTo(1 + i % 7);
    }
    assertThat(virtualRegion.origin.isClosed()).isTrue();
  }

  @Test
  void aCheckAnsweredDuringTheShutdownIsPublishedToo() {
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(5_000));
    testProcess.check(LIMIT, "warm");
    virtualRegion.origin.reads(CallBehaviour.HOLDING);
    CompletableFuture<Decision> waiting = testProcess.checkAsync(LIMIT, "cold", 5);
    virtualRegion.origin.beforePublish(virtualRegion.origin::release);

    testProcess.engine().close();

    assertThat(waiting.join().allowed()).isTrue();
    assertThat(virtualRegion.total(LIMIT, "warm")).isEqualTo(1);
    assertThat(virtualRegion.total(LIMIT, "cold")).isEqualTo(5);
  }

  @Test
  void checksFromManyThreadsUntilTheShutdownAreAllInTheOrigin() throws Exception {
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(5_000));
    testProcess.engine().start();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    CountDownLatch busy = new CountDownLatch(4_000);
    List<Future<Long>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(pool.submit(() -> admitUntilClosed(testProcess, busy)));
    }
    busy.await();

    testProcess.engine().close();
    long admitted = 0;
    for (Future<Long> thread : threads) {
      admitted += thread.get();
    }
    pool.shutdown();

    assertThat(virtualRegion.total(LIMIT, "shared")).isEqualTo(admitted);
  }

  private static long admitUntilClosed(TestProcess testProcess, CountDownLatch busy) {
    long admitted = 0;
    try {
      while (true) {
        admitted += testProcess.limiter(LIMIT).check("shared").allowed() ? 1 : 0;
        busy.countDown();
      }
    } catch (IllegalStateException closed) {
      return admitted;
    }
  }

  @Test
  void theLedgerIsUpdatedToo() {
    InMemoryLedger ledger = new InMemoryLedger(virtualRegion.clock);
    LimitPolicy small = LimitPolicy.of(10, Duration.ofMinutes(10));
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.ledger(ledger).region("eu"));
    virtualRegion.settle();
    testProcess.admit(small, "a", 7);

    testProcess.engine().close();

    assertThat(ledger.total(virtualRegion.cell(small, "a"))).isEqualTo(7);
  }

  @Test
  void growthDuringTheLastPushIsInTheLedgerToo() {
    ScriptedLedger ledger = new ScriptedLedger(virtualRegion.clock);
    TestProcess testProcess = virtualRegion.add(builder ->
        builder.ledger(ledger).region("eu").elapsed(NanoClock.system()).closeMillis(20_000));
    ledger.hold();
    LimitPolicy small = LimitPolicy.of(10, Duration.ofMinutes(10));
    testProcess.check(small, "a", 5); // half of the limit is published immediately
    virtualRegion.settle();
    assertThat(ledger.pushed()).hasSize(1);
    testProcess.check(small, "a", 2);
    Thread answering = new Thread(() -> {
      awaitClosed(testProcess);
      ledger.release();
    });
    answering.start();

    testProcess.engine().close();

    assertThat(ledger.store().total(virtualRegion.cell(small, "a"))).isEqualTo(7);
  }

  private static void awaitClosed(TestProcess testProcess) {
    try {
      while (true) {
        var unused = testProcess.checkAsync(LIMIT, "a", 0);
        Thread.onSpinWait();
      }
    } catch (IllegalStateException closed) {
      // The engine is closed.
    }
  }

  @Test
  void theLedgerIsUpdatedAlsoWhenTheOriginUsedUpItsTime() {
    InMemoryLedger ledger = new InMemoryLedger(virtualRegion.clock);
    LimitPolicy small = LimitPolicy.of(10, Duration.ofMinutes(10));
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.ledger(ledger).region("eu").closeMillis(20));
    virtualRegion.pass(1_000);
    testProcess.admit(small, "a", 7);
    virtualRegion.origin.all(CallBehaviour.SILENT);

    testProcess.engine().close();

    assertThat(ledger.total(virtualRegion.cell(small, "a"))).isEqualTo(7);
  }

  @Test
  void anUnresponsiveOriginDelaysTheShutdownOnlyForTheTimeAllowed() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.closeMillis(20));
    testProcess.check(LIMIT, "warm");
    virtualRegion.origin.all(CallBehaviour.SILENT);
    CompletableFuture<Decision> waiting = testProcess.checkAsync(LIMIT, "cold", 5);

    testProcess.engine().close();

    assertThat(waiting.join().degraded()).isTrue();
    assertThat(virtualRegion.origin.isClosed()).isTrue();
  }

  @Test
  void aClosedEngineAcceptsNoMoreChecksAndClosesOnce() {
    TestProcess testProcess = virtualRegion.peer();
    testProcess.engine().close();
    testProcess.engine().close();

    assertThatThrownBy(() -> testProcess.check(LIMIT, "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }
}

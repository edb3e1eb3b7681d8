// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Decision;
import io.weir.Limit;
import io.weir.ledger.InMemoryLedger;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
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

/** What the stores know once a process has shut down. */
class ClosingTest {
  private static final Limit LIMIT = Limit.of(1_000_000, Duration.ofMinutes(10));

  private final Rig rig = new Rig();

  @Test
  void everyAdmittedUnitIsInTheOrigin() {
    Peer peer = rig.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(10_000));
    for (int i = 0; i < 5_000; i++) {
      peer.check(LIMIT, "id" + i, 1 + i % 7);
    }

    peer.engine().close();

    for (int i = 0; i < 5_000; i++) {
      assertThat(rig.total(LIMIT, "id" + i)).isEqualTo(1 + i % 7);
    }
    assertThat(rig.origin.isClosed()).isTrue();
  }

  @Test
  void aCheckThatIsAnsweredDuringTheShutdownIsPublishedToo() {
    Peer peer = rig.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(5_000));
    peer.check(LIMIT, "warm");
    rig.origin.reads(Mood.HOLDING);
    CompletableFuture<Decision> waiting = peer.ask(LIMIT, "cold", 5);
    rig.origin.beforePublish(rig.origin::release);

    peer.engine().close();

    assertThat(waiting.join().allowed()).isTrue();
    assertThat(rig.total(LIMIT, "warm")).isEqualTo(1);
    assertThat(rig.total(LIMIT, "cold")).isEqualTo(5);
  }

  @Test
  void checksFromManyThreadsUntilTheShutdownAreAllInTheOrigin() throws Exception {
    Peer peer = rig.peer(builder -> builder.elapsed(NanoClock.system()).closeMillis(5_000));
    peer.engine().start();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    CountDownLatch busy = new CountDownLatch(4_000);
    List<Future<Long>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(pool.submit(() -> admitUntilClosed(peer, busy)));
    }
    busy.await();

    peer.engine().close();
    long admitted = 0;
    for (Future<Long> thread : threads) {
      admitted += thread.get();
    }
    pool.shutdown();

    assertThat(rig.total(LIMIT, "shared")).isEqualTo(admitted);
  }

  private static long admitUntilClosed(Peer peer, CountDownLatch busy) {
    long admitted = 0;
    try {
      while (true) {
        admitted += peer.limiter(LIMIT).check("shared").allowed() ? 1 : 0;
        busy.countDown();
      }
    } catch (IllegalStateException closed) {
      return admitted;
    }
  }

  @Test
  void theLedgerIsToldToo() {
    InMemoryLedger ledger = new InMemoryLedger(rig.clock);
    Limit small = Limit.of(10, Duration.ofMinutes(10));
    Peer peer = rig.peer(builder -> builder.ledger(ledger).region("eu"));
    rig.settle();
    peer.admit(small, "a", 7);

    peer.engine().close();

    assertThat(ledger.total(rig.cell(small, "a"))).isEqualTo(7);
  }

  @Test
  void whatGrewDuringTheLastPushIsInTheLedgerToo() {
    ScriptedLedger ledger = new ScriptedLedger(rig.clock);
    Peer peer = rig.add(builder ->
        builder.ledger(ledger).region("eu").elapsed(NanoClock.system()).closeMillis(20_000));
    ledger.hold();
    Limit small = Limit.of(10, Duration.ofMinutes(10));
    peer.check(small, "a", 5); // half of the limit is told at once
    rig.settle();
    assertThat(ledger.pushed()).hasSize(1);
    peer.check(small, "a", 2);
    Thread answering = new Thread(() -> {
      awaitClosed(peer);
      ledger.release();
    });
    answering.start();

    peer.engine().close();

    assertThat(ledger.store().total(rig.cell(small, "a"))).isEqualTo(7);
  }

  private static void awaitClosed(Peer peer) {
    try {
      while (true) {
        var unused = peer.ask(LIMIT, "a", 0);
        Thread.onSpinWait();
      }
    } catch (IllegalStateException closed) {
      // As it was to be.
    }
  }

  @Test
  void theLedgerIsToldAlsoWhenTheOriginUsedUpItsTime() {
    InMemoryLedger ledger = new InMemoryLedger(rig.clock);
    Limit small = Limit.of(10, Duration.ofMinutes(10));
    Peer peer = rig.peer(builder -> builder.ledger(ledger).region("eu").closeMillis(20));
    rig.pass(1_000);
    peer.admit(small, "a", 7);
    rig.origin.all(Mood.SILENT);

    peer.engine().close();

    assertThat(ledger.total(rig.cell(small, "a"))).isEqualTo(7);
  }

  @Test
  void anOriginThatDoesNotAnswerHoldsUpTheShutdownForTheTimeAllowedOnly() {
    Peer peer = rig.peer(builder -> builder.closeMillis(20));
    peer.check(LIMIT, "warm");
    rig.origin.all(Mood.SILENT);
    CompletableFuture<Decision> waiting = peer.ask(LIMIT, "cold", 5);

    peer.engine().close();

    assertThat(waiting.join().degraded()).isTrue();
    assertThat(rig.origin.isClosed()).isTrue();
  }

  @Test
  void aClosedEngineTakesNoMoreChecksAndClosesOnce() {
    Peer peer = rig.peer();
    peer.engine().close();
    peer.engine().close();

    assertThatThrownBy(() -> peer.check(LIMIT, "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }
}

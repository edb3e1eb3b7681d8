// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Rejection;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a connection that breaks during a push: either all of the push is in the table, or nothing. */
@Tag("integration")
class InterruptedPushTest {
  private static final int ROWS = 500;

  private MariaDbServer server;
  private FaultProxy proxy;
  private LedgerTableAdmin ledgerTableAdmin;
  private MysqlLedger ledger;

  @BeforeEach
  void start() {
    server = RequiredServers.ownMysql();
    proxy = FaultProxy.start(server.port());
    ledgerTableAdmin = new LedgerTableAdmin(server, "weir");
    ledger = MysqlLedger.open(
        new JdbcUrl("jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
            .of("weir"));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      ledger.close();
      proxy.close();
      server.close();
    }
  }

  private static List<Component> components(long count) {
    return new ArrayList<>(IntStream.range(0, ROWS)
        .mapToObj(i -> ConcurrentPusher.component("row-" + i, count))
        .toList());
  }

  /** Returns whether a push succeeded. Any failure other than one of the database fails the test. */
  private boolean isAnswered(List<Component> components, int rejections) {
    try {
      List<Rejection> rejected = ledger.push(components).toCompletableFuture().join();
      assertThat(rejected).hasSize(rejections);
      return true;
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(LedgerUnavailable.class);
      return false;
    }
  }

  /** Interrupts pushes later and later, and returns how many of them failed. */
  private int cutEverLater(long bytes, List<Component> more) {
    int failures = 0;
    long old = 1;
    for (long count = 2; count < 8; count++) {
      List<Component> components = components(count);
      components.addAll(more);
      Eventually.until("a connection stands", this::isConnected);
      proxy.cutEachAfterBytes(bytes * (count - 1));
      boolean answered = isAnswered(components, more.size());
      Set<Long> found = new HashSet<>(ledgerTableAdmin.counts().values());
      assertThat(found).as("cut after %d bytes", bytes * (count - 1)).hasSize(1);
      // The server may execute an earlier push only now.
      assertThat(found.iterator().next()).isBetween(answered ? count : old, count);
      old = found.iterator().next();
      failures += answered ? 0 : 1;
      proxy.cutEachAfterBytes(Long.MAX_VALUE);
      proxy.cut();
    }
    return failures;
  }

  private boolean isConnected() {
    try {
      ledger
          .heartbeat(Ledger.LedgerHeartbeat.of("eu", "one"))
          .toCompletableFuture()
          .join();
      return proxy.connections() > 0;
    } catch (CompletionException e) {
      return false;
    }
  }

  @Test
  void anInterruptedStatementChangesAllRowsOrNone() {
    Eventually.await(ledger.push(components(1)));

    assertThat(cutEverLater(20_000, List.of())).isGreaterThanOrEqualTo(3);
  }

  @Test
  void anInterruptedTransactionChangesAllRowsOrNone() {
    Eventually.await(ledger.push(components(1)));
    ledgerTableAdmin.tell("ALTER TABLE ratelimit_window_counts ADD CHECK (identifier <> 'bad')");

    assertThat(cutEverLater(100_000, List.of(ConcurrentPusher.component("bad", 1))))
        .isGreaterThanOrEqualTo(3);
  }
}

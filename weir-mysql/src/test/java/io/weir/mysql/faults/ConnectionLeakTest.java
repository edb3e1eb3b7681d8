// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a ledger that loses its connections repeatedly. */
@Tag("integration")
class ConnectionLeakTest {
  /** One per kind of call. */
  private static final int MAX_CONNECTIONS = 3;

  /** A pool's threads come and go, but their number must not grow with each outage. */
  private static final int SOME = 3;

  @Test
  void repeatedOutagesLeakNoThreadsOrConnections() {
    try (MariaDbServer server = RequiredServers.ownMysql();
        FaultProxy proxy = FaultProxy.start(server.port())) {
      LedgerTableAdmin ledgerTableAdmin = new LedgerTableAdmin(server, "weir");
      String url = new JdbcUrl(
              "jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
          .of("weir");
      Map<String, Long> without = threads();
      try (MysqlLedger ledger = MysqlLedger.open(url)) {
        Eventually.until("all calls work", () -> allWork(ledger));
        Map<String, Long> before = threads();
        for (int round = 0; round < 20; round++) {
          lose(round, proxy, server);
          Eventually.until("all calls work again", () -> allWork(ledger));
        }

        Eventually.until(
            () -> ledgerTableAdmin.connections() + " connections",
            () -> ledgerTableAdmin.connections() <= MAX_CONNECTIONS);
        settlesAt(before);
      }
      Eventually.until(
          () -> ledgerTableAdmin.connections() + " connections",
          () -> ledgerTableAdmin.connections() == 0);
      settlesAt(without);
    }
  }

  private static void lose(int round, FaultProxy proxy, MariaDbServer server) {
    if (round % 10 == 0) {
      server.restart();
    } else {
      proxy.cut();
    }
  }

  private static boolean allWork(Ledger ledger) {
    try {
      ledger
          .push(List.of(ConcurrentPusher.component("alice", 1)))
          .toCompletableFuture()
          .join();
      ledger
          .pull(Ledger.PullRequester.of("eu"), Ledger.PullCursor.since(0), 100)
          .toCompletableFuture()
          .join();
      ledger
          .heartbeat(Ledger.LedgerHeartbeat.of("eu", "one"))
          .toCompletableFuture()
          .join();
      return true;
    } catch (CompletionException e) {
      if (e.getCause() instanceof LedgerUnavailable) {
        return false;
      }
      throw e;
    }
  }

  private static void settlesAt(Map<String, Long> threads) {
    Eventually.until(
        () -> "before: " + threads + ", now: " + threads(),
        () -> threads().entrySet().stream()
            .allMatch(now -> now.getValue() <= threads.getOrDefault(now.getKey(), 0L) + SOME));
  }

  /** Returns the number of threads by name, without the numbers in the names and without the proxy's threads. */
  private static Map<String, Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(thread -> thread.getName().replaceAll("\\d+", "#"))
        .filter(name -> !name.startsWith("fault-proxy"))
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.local.BoundedWait;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Tests two processes of a region that write the same rows all the time, while others read and delete. */
@Tag("integration")
class ConcurrentPushTest {
  /** Enough for thousands of pushes. {@code -Dweir.race.seconds=60} runs longer. */
  private static final long SECONDS = Long.getLong("weir.race.seconds", 10);

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder samples = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final LongAdder failedDeletions = new LongAdder();
  private MariaDbServer server;
  private LedgerTableAdmin ledgerTableAdmin;
  private volatile boolean stopped;

  @BeforeEach
  void start() {
    server = RequiredServers.ownMysql();
    ledgerTableAdmin = new LedgerTableAdmin(server, "weir");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void untilStopped(Callable<?> step) {
    Thread thread = new Thread(() -> {
      try {
        while (!stopped) {
          step.call();
        }
      } catch (Exception | Error e) {
        failures.add(e);
      }
    });
    threads.add(thread);
    thread.start();
  }

  private void race() {
    BoundedWait.until(Duration.ofSeconds(SECONDS), () -> !failures.isEmpty());
    stopped = true;
    for (Thread thread : threads) {
      Eventually.until("everybody comes to an end", () -> !thread.isAlive());
    }
  }

  @Test
  void concurrentPushesNeverLowerARow(TestReporter reporter) throws SQLException {
    try (MysqlLedger one = MysqlLedger.open(server.url("weir"));
        MysqlLedger other = MysqlLedger.open(server.url("weir"));
        Connection watching = ledgerTableAdmin.connect();
        Statement statement = watching.createStatement()) {
      ConcurrentPusher left = new ConcurrentPusher(one, 1);
      ConcurrentPusher right = new ConcurrentPusher(other, 2);
      left.push();
      long deadlocks = ledgerTableAdmin.deadlocks();
      Map<String, Long> seen = new HashMap<>();

      untilStopped(() -> push(left));
      untilStopped(() -> push(right));
      untilStopped(() -> Eventually.await(
          other.pull(Ledger.PullRequester.of("us"), Ledger.PullCursor.since(0), 100)));
      untilStopped(() -> watch(LedgerTableAdmin.counts(statement), seen));
      untilStopped(this::deleteExpired);
      race();

      assertThat(failures).isEmpty();
      Map<String, Long> largest = new HashMap<>(left.newest());
      right.newest().forEach((row, count) -> largest.merge(row, count, Math::max));
      assertThat(lasting(ledgerTableAdmin.counts())).isEqualTo(largest);
      reporter.publishEntry(Map.of(
          "seconds", Long.toString(SECONDS),
          "pushes", left.pushes() + " and " + right.pushes(),
          "rows pushed", Long.toString(left.rows() + right.rows()),
          "rows in the end", Integer.toString(largest.size()),
          "deadlocks retried", Long.toString(ledgerTableAdmin.deadlocks() - deadlocks),
          "looks at all rows", samples.toString(),
          "rows deleted meanwhile", deleted.toString(),
          "deletions that failed", failedDeletions.toString()));
    }
  }

  private static boolean push(ConcurrentPusher concurrentPusher) {
    concurrentPusher.push();
    return true;
  }

  private boolean watch(Map<String, Long> now, Map<String, Long> seen) {
    Map<String, Long> lasting = lasting(now);
    seen.forEach((row, count) ->
        assertThat(lasting.getOrDefault(row, 0L)).as(row).isGreaterThanOrEqualTo(count));
    seen.putAll(lasting);
    samples.increment();
    return true;
  }

  private static Map<String, Long> lasting(Map<String, Long> rows) {
    Map<String, Long> lasting = new HashMap<>(rows);
    lasting.keySet().removeIf(row -> row.startsWith(ConcurrentPusher.EXPIRED));
    return lasting;
  }

  private boolean deleteExpired() {
    try {
      deleted.add(DatabaseMaintenance.clean(
          MysqlOptions.at(server.url("weir")).build(), 1_000, deleted -> {}));
    } catch (LedgerUnavailable e) {
      // No process pushes expired rows as often as this test does. The rest is deleted in the next
      // run.
      failedDeletions.increment();
    }
    return true;
  }
}

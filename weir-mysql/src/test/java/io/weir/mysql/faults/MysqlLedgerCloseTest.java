// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.weir.engine.Engine;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a process that shuts down while its database is unavailable, slow or in use. */
@Tag("integration")
class MysqlLedgerCloseTest {
  /** Three times the sum of one second for the last push and two for the pool, plus a margin for a busy machine. */
  private static final Duration BOUND = Duration.ofSeconds(15);

  private MariaDbServer server;
  private LedgerTableAdmin ledgerTableAdmin;

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

  private RegionProcess startHasty() {
    RegionProcess regionProcess = new RegionProcess(
        "eu", Engine.builder().ledger(MysqlLedger.open(server.url("weir"))).closeMillis(1_000));
    regionProcess.engine().start();
    regionProcess.check("alice");
    Eventually.until("alice is told", () -> ledgerTableAdmin.count("eu", "alice") == 1);
    return regionProcess;
  }

  @Test
  void closingDoesNotWaitForAKilledDatabase() {
    RegionProcess regionProcess = startHasty();

    server.kill();
    regionProcess.check("alice");

    assertTimeout(BOUND, regionProcess::close);
    server.restart();
    assertThat(ledgerTableAdmin.count("eu", "alice")).isEqualTo(1);
  }

  @Test
  void closingDoesNotWaitForAHangingDatabase() {
    RegionProcess regionProcess = startHasty();

    server.pause();
    regionProcess.check("alice");

    assertTimeout(BOUND, regionProcess::close);
    server.resume();
  }

  @Test
  void closingUnderLoadPushesEveryAdmittedUnit() {
    try (FaultProxy proxy = FaultProxy.start(server.port())) {
      String url = new JdbcUrl(
              "jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
          .of("weir");
      for (int round = 0; round < 3; round++) {
        String identifier = "shared-" + round;
        RegionProcess regionProcess = RegionProcess.startWithoutOrigin("eu", MysqlLedger.open(url));
        // So slow that there is nearly always a push in progress.
        proxy.delayMillis(60);

        long admitted = admitUntilClosed(regionProcess, identifier);

        proxy.delayMillis(0);
        assertThat(ledgerTableAdmin.count("eu", identifier)).isEqualTo(admitted);
        // That calls in progress end with the ledger is not worth a warning.
        assertThat(regionProcess.changes()).isEmpty();
      }
    }
  }

  private long admitUntilClosed(RegionProcess regionProcess, String identifier) {
    LongAdder admitted = new LongAdder();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      callers.add(new Thread(() -> call(regionProcess, identifier, admitted), "caller"));
    }
    callers.forEach(Thread::start);
    Eventually.until("something is told", () -> ledgerTableAdmin.count("eu", identifier) > 0);
    regionProcess.close();
    callers.forEach(
        caller -> Eventually.until("a caller hears of the end", () -> !caller.isAlive()));
    return admitted.sum();
  }

  private static void call(RegionProcess regionProcess, String identifier, LongAdder admitted) {
    try {
      while (true) {
        admitted.add(regionProcess.check(identifier).allowed() ? 1 : 0);
        Thread.onSpinWait();
      }
    } catch (IllegalStateException closed) {
      // As expected.
    }
  }
}

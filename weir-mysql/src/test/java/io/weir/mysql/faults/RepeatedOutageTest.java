// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.ledger.Ledger;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.time.EpochClock;
import io.weir.time.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** Tests a process that runs for months and loses its database repeatedly. Time is virtual, the database is real. */
@Tag("integration")
class RepeatedOutageTest {
  private static final int STEP_MILLIS = 20;

  private final ManualClock clock = new ManualClock(EpochClock.system().epochMillis());
  private final LongAdder pushes = new LongAdder();

  /**
   * Counts the pushes that the circuit breaker permitted. Without a pool, so that a stopped database refuses at once.
   */
  private final class CountingLedger implements Ledger {
    private final Ledger ledger;

    private CountingLedger(String url) throws SQLException {
      ledger = MysqlLedger.over(new MariaDbDataSource(url), Runnable::run);
    }

    @Override
    public CompletionStage<List<Rejection>> push(List<Component> components) {
      pushes.increment();
      return ledger.push(components);
    }

    @Override
    public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
      return ledger.pull(pullRequester, from, limit);
    }

    @Override
    public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
      return ledger.heartbeat(ledgerHeartbeat);
    }

    @Override
    public void close() {
      ledger.close();
    }
  }

  private void pass(RegionProcess regionProcess, long millis) {
    for (long passed = 0; passed < millis; passed += STEP_MILLIS) {
      clock.advanceMillis(STEP_MILLIS);
      for (int step = 0; regionProcess.engine().work() > 0; step++) {
        assertThat(step).isLessThan(10_000);
      }
    }
  }

  @Test
  void aLostDatabaseRecoversAfterAnyUptime() throws SQLException {
    try (MariaDbServer server = RequiredServers.ownMysql();
        RegionProcess regionProcess = new RegionProcess(
            "eu",
            Engine.builder()
                .ledger(new CountingLedger(server.url("weir")))
                .clock(clock)
                .elapsed(clock))) {
      for (int outage = 0; outage < 3; outage++) {
        String identifier = "alice-" + outage;
        regionProcess.check(identifier);
        pass(regionProcess, 2_000);
        assertThat(pushes.sumThenReset()).isEqualTo(1);

        server.kill();
        regionProcess.check(identifier);
        pass(regionProcess, 3_000);
        // Every 250 ms until the breaker opens, in the second after the first failure.
        assertThat(pushes.sumThenReset()).isBetween(3L, 5L);
        pass(regionProcess, 30_000);
        // One probe per three seconds plus the pause of a failed push.
        assertThat(pushes.sumThenReset()).isBetween(8L, 11L);
        assertThat(regionProcess.changes()).hasSize(2 * outage + 1);

        server.restart();
        pass(regionProcess, 12_000);
        assertThat(new LedgerTableAdmin(server, "weir").count("eu", identifier)).isEqualTo(2);
        assertThat(regionProcess.changes()).hasSize(2 * outage + 2);
        pushes.reset();

        clock.advance(Duration.ofDays(40));
        pass(regionProcess, 2_000);
      }
    }
  }
}

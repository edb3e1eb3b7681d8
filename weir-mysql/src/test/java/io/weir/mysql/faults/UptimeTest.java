// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.ledger.Ledger;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.time.EpochClock;
import io.weir.time.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** A process that runs for months loses its database again and again. Its time is the test's, its database is real. */
@Tag("integration")
class UptimeTest {
  private static final int STEP_MILLIS = 20;

  private final ManualClock clock = new ManualClock(EpochClock.system().epochMillis());
  private final LongAdder pushes = new LongAdder();

  /** Counts the pushes that the breaker let through. Without a pool, so that a dead database refuses at once. */
  private final class Counting implements Ledger {
    private final Ledger ledger;

    private Counting(String url) throws SQLException {
      ledger = MysqlLedger.over(new MariaDbDataSource(url), Runnable::run);
    }

    @Override
    public CompletionStage<List<Rejection>> push(List<Component> components) {
      pushes.increment();
      return ledger.push(components);
    }

    @Override
    public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
      return ledger.pull(asker, from, limit);
    }

    @Override
    public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
      return ledger.beat(heartbeat);
    }

    @Override
    public void close() {
      ledger.close();
    }
  }

  private void pass(Member member, long millis) {
    for (long passed = 0; passed < millis; passed += STEP_MILLIS) {
      clock.advanceMillis(STEP_MILLIS);
      for (int step = 0; member.engine().work() > 0; step++) {
        assertThat(step).isLessThan(10_000);
      }
    }
  }

  @Test
  @DisplayName(
      "after any uptime a database that is lost is spared after the first failures, and told everything when it is back")
  void aLostDatabaseIsSparedAndFoundAgainAfterAnyUptime() throws SQLException {
    try (MariaDbServer server = Needs.ownMysql();
        Member member = new Member(
            "eu",
            Engine.builder()
                .ledger(new Counting(server.url("weir")))
                .clock(clock)
                .elapsed(clock))) {
      for (int outage = 0; outage < 3; outage++) {
        String identifier = "alice-" + outage;
        member.check(identifier);
        pass(member, 2_000);
        assertThat(pushes.sumThenReset()).isEqualTo(1);

        server.kill();
        member.check(identifier);
        pass(member, 3_000);
        // Every 250 ms until the breaker opens, in the second after the first failure.
        assertThat(pushes.sumThenReset()).isBetween(3L, 5L);
        pass(member, 30_000);
        // One probe per three seconds and the pause of a failed push.
        assertThat(pushes.sumThenReset()).isBetween(8L, 11L);
        assertThat(member.changes()).hasSize(2 * outage + 1);

        server.restart();
        pass(member, 12_000);
        assertThat(new Table(server, "weir").count("eu", identifier)).isEqualTo(2);
        assertThat(member.changes()).hasSize(2 * outage + 2);
        pushes.reset();

        clock.advance(Duration.ofDays(40));
        pass(member, 2_000);
      }
    }
  }
}

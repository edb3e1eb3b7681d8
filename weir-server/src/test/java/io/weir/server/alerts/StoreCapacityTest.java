// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.MysqlLedger;
import io.weir.server.metrics.ServerMetrics;
import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class StoreCapacityTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  @Test
  void aFullRedisFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis("--maxmemory-policy", "noeviction");
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--redis", redis.uri()))) {
      alertServer.checkHundred("user-");
      alertServer.settled();
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        alertServer.checkHundred("user-");
        return alertServer.scrape();
      });
      assertThat(alertMonitor.watch(10).fired()).isEmpty();
      try (RedisConsole console = redis.console()) {
        console.call("CONFIG", "SET", "maxmemory", "1000000"); // less than an empty Redis takes
      }

      int[] step = {0};
      // Long enough for identifiers to be offered to Redis again, which does not count as a late
      // publish.
      alertMonitor
          .target("one", () -> {
            alertServer.checkHundred("user-");
            ServerCalls.limit(alertServer.wire(KEY), "day/newcomer-" + step[0]++, 1_000);
            return alertServer.scrape();
          })
          .watch(120);

      assertThat(alertMonitor.fired()).containsExactly("WeirOriginFull on one");

      List<String> alerts = List.of("WeirOriginFull on one", "WeirDecisionsDegraded on one");
      alertMonitor.target("one", () -> {
        alertServer.checkHundred("late-");
        return alertServer.scrape();
      });
      assertThat(alertMonitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
    }
  }

  @Test
  void aWorkspaceOverItsRedisBudgetFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis("--maxmemory-policy", "noeviction");
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--redis", redis.uri()))) {
      try (RedisConsole console = redis.console()) {
        long used = Long.parseLong(console.info("memory", "used_memory"));
        console.call("CONFIG", "SET", "maxmemory", Long.toString(2 * used));
      }
      int[] step = {0};
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        alertServer.checkHundred("user-" + step[0]++ + "-");
        return alertServer.scrape();
      });

      alertMonitor.watchFor(List.of("WeirOriginFull on one"));

      assertThat(alertMonitor.fired()).containsExactly("WeirOriginFull on one");
    }
  }

  @Test
  void overridesLeftOutOfMemoryFireTheirAlert() {
    String mysql = RequiredServers.mysql();
    try (AlertServer first =
        AlertServer.start(AlertServer.inRegion("here", mysql, folder.resolve("first")))) {
      assertThat(ServerCalls.limit(first.wire(KEY), "day/ann", 5).passed()).isTrue();
      String longName = "day/" + "\uD83D\uDE00".repeat(500);
      for (int i = 0; i < 40; i++) {
        assertThat(ServerCalls.setOverride(first.wire(KEY), longName + i, 5).status())
            .isEqualTo(200);
      }
    }
    try (AlertServer small =
        AlertServer.start(AlertServer.inRegion("here", mysql, folder.resolve("small"))
            .with("--max-directory-bytes", "100000"))) {
      assertThat(small.metric("directory_left_out{kind=\"override\"}")).isPositive();

      assertThat(new AlertMonitor().target("one", small::scrape).watch(30).fired())
          .containsExactly("WeirDirectoryLeftOut on one");
    }
  }

  @Test
  void aWorkspaceOverItsLedgerBudgetFiresItsAlert() {
    // No server setting makes the budget small, so the test uses engines with the server's metrics
    // and a small budget.
    LedgerOptions options = LedgerOptions.defaults().withMinimumRegions(10);
    String mysql = RequiredServers.mysql();
    ServerMetrics writer = new ServerMetrics(new ManualClock(0), "1");
    ServerMetrics reader = new ServerMetrics(new ManualClock(0), "1");
    try (Engine one = engine("one", mysql, writer, options.withWorkspaceBudget(200));
        Engine other = engine("other", mysql, reader, options.withMaxForeignSums(16))) {
      one.start();
      other.start();
      AlertMonitor alertMonitor = new AlertMonitor()
          .target("one", writer::scrape)
          .target("other", reader::scrape)
          .watch(10);
      assertThat(alertMonitor.fired()).isEmpty();
      Limiter limiter = one.limiter("acme", "login", LimitPolicy.of(5, Duration.ofMinutes(10)));

      for (int i = 0; i < 300; i++) {
        assertThat(limiter.check("user-" + i).allowed()).isTrue();
      }
      List<String> alerts =
          List.of("WeirLedgerBudgetExceeded on one", "WeirLedgerBudgetExceeded on other");

      assertThat(alertMonitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
    }
  }

  private static Engine engine(
      String region, String mysql, ServerMetrics serverMetrics, LedgerOptions options) {
    return Engine.builder()
        .region(region)
        .ledger(MysqlLedger.open(mysql))
        .ledgerOptions(options)
        .observer(serverMetrics.observer())
        .build();
  }
}

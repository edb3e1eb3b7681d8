// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.MysqlLedger;
import io.weir.server.metrics.Metrics;
import io.weir.server.process.Calls;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.time.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How scrapes are timed: {@link Monitor}. */
@Tag("slow")
@DisplayName("The alert fires that should, and no other, when there is no room for")
final class StoreRoomTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  @Test
  @DisplayName("new identifiers in Redis, because it is full")
  void fullRedis() {
    try (RedisServer redis = Needs.ownRedis("--maxmemory-policy", "noeviction");
        Member member = Member.start(
            Member.inRegion("here", Needs.mysql(), folder).with("--redis", redis.uri()))) {
      member.checkHundred("user-");
      member.settled();
      Monitor monitor = new Monitor().target("one", () -> {
        member.checkHundred("user-");
        return member.scrape();
      });
      assertThat(monitor.watch(10).fired()).isEmpty();
      try (RedisConsole console = redis.console()) {
        console.call("CONFIG", "SET", "maxmemory", "1000000"); // less than an empty one takes
      }

      int[] step = {0};
      // Long enough for identifiers to be offered to Redis again, which is not a late publish.
      monitor
          .target("one", () -> {
            member.checkHundred("user-");
            Calls.limit(member.wire(KEY), "day/newcomer-" + step[0]++, 1_000);
            return member.scrape();
          })
          .watch(120);

      assertThat(monitor.fired()).containsExactly("WeirOriginFull on one");

      List<String> alerts = List.of("WeirOriginFull on one", "WeirDecisionsDegraded on one");
      monitor.target("one", () -> {
        member.checkHundred("late-");
        return member.scrape();
      });
      assertThat(monitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
    }
  }

  @Test
  @DisplayName("new identifiers in Redis, because their workspace has used up its part")
  void workspaceUsesUpItsPart() {
    try (RedisServer redis = Needs.ownRedis("--maxmemory-policy", "noeviction");
        Member member = Member.start(
            Member.inRegion("here", Needs.mysql(), folder).with("--redis", redis.uri()))) {
      try (RedisConsole console = redis.console()) {
        long used = Long.parseLong(console.info("memory", "used_memory"));
        console.call("CONFIG", "SET", "maxmemory", Long.toString(2 * used));
      }
      int[] step = {0};
      Monitor monitor = new Monitor().target("one", () -> {
        member.checkHundred("user-" + step[0]++ + "-");
        return member.scrape();
      });

      monitor.watchFor(List.of("WeirOriginFull on one"));

      assertThat(monitor.fired()).containsExactly("WeirOriginFull on one");
    }
  }

  @Test
  @DisplayName("overrides that are in the database")
  void directoryLeftOut() {
    String mysql = Needs.mysql();
    try (Member first = Member.start(Member.inRegion("here", mysql, folder.resolve("first")))) {
      assertThat(Calls.limit(first.wire(KEY), "day/ann", 5).passed()).isTrue();
      String longName = "day/" + "\uD83D\uDE00".repeat(500);
      for (int i = 0; i < 40; i++) {
        assertThat(Calls.setOverride(first.wire(KEY), longName + i, 5).status()).isEqualTo(200);
      }
    }
    try (Member small = Member.start(Member.inRegion("here", mysql, folder.resolve("small"))
        .with("--max-directory-bytes", "100000"))) {
      assertThat(small.metric("directory_left_out{kind=\"override\"}")).isPositive();

      assertThat(new Monitor().target("one", small::scrape).watch(30).fired())
          .containsExactly("WeirDirectoryLeftOut on one");
    }
  }

  @Test
  @DisplayName("more counts of a workspace that regions share")
  void ledgerBudget() {
    // No setting of a server makes the budget small: engines with the server's metrics have one.
    LedgerOptions options = LedgerOptions.defaults().withMinimumRegions(10);
    String mysql = Needs.mysql();
    Metrics writer = new Metrics(new ManualClock(0), "1");
    Metrics reader = new Metrics(new ManualClock(0), "1");
    try (Engine one = engine("one", mysql, writer, options.withWorkspaceBudget(200));
        Engine other = engine("other", mysql, reader, options.withMaxForeignSums(16))) {
      one.start();
      other.start();
      Monitor monitor = new Monitor()
          .target("one", writer::scrape)
          .target("other", reader::scrape)
          .watch(10);
      assertThat(monitor.fired()).isEmpty();
      Limiter limiter = one.limiter("acme", "login", Limit.of(5, Duration.ofMinutes(10)));

      for (int i = 0; i < 300; i++) {
        assertThat(limiter.check("user-" + i).allowed()).isTrue();
      }
      List<String> alerts =
          List.of("WeirLedgerBudgetExceeded on one", "WeirLedgerBudgetExceeded on other");

      assertThat(monitor.watchFor(alerts).fired()).containsExactlyInAnyOrderElementsOf(alerts);
    }
  }

  private static Engine engine(
      String region, String mysql, Metrics metrics, LedgerOptions options) {
    return Engine.builder()
        .region(region)
        .ledger(MysqlLedger.open(mysql))
        .ledgerOptions(options)
        .observer(metrics.observer())
        .build();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of identifiers that are evicted from their process and return, repeatedly: each time they need another field.
 */
@Tag("integration")
class ReturningSubjectsTest {
  private static final int LIMIT = 100;
  private static final int ROOM = 200;
  private static final int IDENTIFIERS = 600;

  private final String prefix = TestPrefixes.unused();
  private final List<RegionProcess> members = new ArrayList<>();
  private RedisServer server;
  private RedisConsole console;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis("--maxmemory-policy", "noeviction");
    console = server.console();
    OriginOptions patient = OriginOptions.defaults().withReadDeadlineMillis(20_000);
    for (int i = 0; i < 2; i++) {
      members.add(new RegionProcess(
          LimitPolicy.of(LIMIT, RegionProcess.WINDOW),
          Engine.builder()
              .origin(RedisOrigin.open(server.uri(), prefix))
              .originOptions(patient)
              .maxSubjects(ROOM)));
    }
    Eventually.until(
        () -> "all know of each other",
        () -> members.stream()
            .allMatch(regionProcess -> regionProcess.processes() == members.size()));
  }

  @AfterEach
  void stop() {
    members.forEach(RegionProcess::close);
    if (server != null) {
      console.close();
      server.close();
    }
  }

  private long usedBytes() {
    return Long.parseLong(console.info("memory", "used_memory"));
  }

  private long accountedBytes(String workspace) {
    String bytes = console.text("HGET", prefix + ":1:{processes}:usage", "bytes:" + workspace);
    return Long.parseLong(bytes);
  }

  private void cycle(String workspace, int identifiers) {
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int i = 0; i < identifiers; i++) {
      Limiter limiter =
          members.get(i % members.size()).engine().limiter(workspace, "n", RegionProcess.PLENTY);
      pending.add(limiter.checkAsync("somebody-" + i, 1));
      if (pending.size() == ROOM) {
        pending.forEach(Eventually::await);
        pending.clear();
      }
    }
    pending.forEach(Eventually::await);
  }

  private long mostFields(String workspace) {
    long maximum = 0;
    for (Object cell : (List<?>) console.call("KEYS", prefix + ":1:{*:" + workspace + ":n:*")) {
      maximum = Math.max(maximum, Long.parseLong(console.text("HLEN", String.valueOf(cell))));
    }
    return maximum;
  }

  private long times(Event event) {
    return members.stream()
        .mapToLong(regionProcess -> regionProcess.times(event))
        .sum();
  }

  @Test
  void theirFieldsAreBudgetedLikeCellsAndOthersStayExact() {
    cycle("hostile", IDENTIFIERS);
    long before = usedBytes();
    console.call("CONFIG", "SET", "maxmemory", Long.toString(before + (2 << 20)));
    long accountedBefore = accountedBytes("hostile");

    int rounds = 0;
    while (times(Event.ORIGIN_CELL_WITHHELD) == 0 && rounds < 200) {
      cycle("hostile", IDENTIFIERS);
      rounds++;
    }
    long held = usedBytes() - before;
    for (int i = 0; i < 10; i++) {
      cycle("hostile", IDENTIFIERS);
    }

    assertThat(times(Event.ORIGIN_CELL_WITHHELD)).isPositive();
    assertThat(usedBytes() - before).isLessThan(held + (256 << 10)).isLessThan(2 << 20);
    assertThat(accountedBytes("hostile") - accountedBefore).isGreaterThan(held / 3);
    assertThat(mostFields("hostile")).isBetween(3L, (long) Origin.MAX_FIELDS);
    assertHonestIsExact();
  }

  @Test
  void aCellWithTheMaximumFieldsAcceptsNoMoreAndOthersStayExact() {
    Limiter limiter = members.get(0).engine().limiter("hostile", "n", RegionProcess.PLENTY);
    Eventually.await(limiter.checkAsync("somebody-0", 1));
    Eventually.until(() -> "it is in Redis", () -> mostFields("hostile") == 1);
    addFieldsOfOtherProcesses("somebody-0");
    cycle("hostile", IDENTIFIERS);

    Eventually.until(() -> "its new field is withheld", () -> {
      Eventually.await(limiter.checkAsync("somebody-0", 1));
      return times(Event.ORIGIN_CELL_WITHHELD) > 0;
    });

    assertThat(mostFields("hostile")).isEqualTo(Origin.MAX_FIELDS);
    Decision decision = Eventually.await(limiter.checkAsync("somebody-0", 1));
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.degraded()).isTrue();
    assertThat(decision.remaining())
        .isLessThanOrEqualTo(RegionProcess.PLENTY.amount() - 7L * (Origin.MAX_FIELDS - 1));
    assertThat(Eventually.await(limiter.checkAsync("somebody-else", 1)).degraded())
        .isFalse();
    assertHonestIsExact();
  }

  /** As if other processes had been started and closed. */
  private void addFieldsOfOtherProcesses(String identifier) {
    List<?> cells = (List<?>) console.call("KEYS", prefix + ":1:{*:n:" + identifier + "}:*");
    for (int i = 1; i < Origin.MAX_FIELDS; i++) {
      console.call("HSET", String.valueOf(cells.get(0)), "gone." + i, "7");
    }
  }

  private void assertHonestIsExact() {
    for (int i = 0; i < 2 * LIMIT; i++) {
      for (RegionProcess regionProcess : members) {
        assertThat(regionProcess.check("alice").degraded()).isFalse();
      }
    }
    assertThat(members.stream()
            .mapToLong(regionProcess -> regionProcess.admitted("alice"))
            .sum())
        .isBetween((long) LIMIT, LIMIT + 1L);
    assertThat(members)
        .flatExtracting(RegionProcess::changes)
        .noneMatch(change -> change.contains("OOM") || change.contains("publish"));
  }
}

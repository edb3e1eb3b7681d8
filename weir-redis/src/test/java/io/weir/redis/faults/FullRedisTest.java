// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
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

/** Tests of a Redis with little memory, and a workspace that tries to fill it. */
@Tag("integration")
class FullRedisTest {
  private static final long FREE_BYTES = 4 << 20;
  private static final int LIMIT = 100;
  private static final int FLOOD = 30_000;

  private final String prefix = TestPrefixes.unused();
  private final List<RegionProcess> members = new ArrayList<>();
  private RedisServer server;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis("--maxmemory-policy", "noeviction");
    OriginOptions patient = OriginOptions.defaults().withReadDeadlineMillis(20_000);
    for (int i = 0; i < 3; i++) {
      members.add(new RegionProcess(
          LimitPolicy.of(LIMIT, RegionProcess.WINDOW),
          Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).originOptions(patient)));
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
      server.close();
    }
  }

  private void leaveFree(long bytes) {
    try (RedisConsole console = server.console()) {
      long used = Long.parseLong(console.info("memory", "used_memory"));
      console.call("CONFIG", "SET", "maxmemory", Long.toString(used + bytes));
    }
  }

  private void flood(String workspace, int identifiers) {
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int i = 0; i < identifiers; i++) {
      Limiter limiter = members
          .get(i % members.size())
          .engine()
          .limiter(workspace, "n", LimitPolicy.of(1_000, RegionProcess.WINDOW));
      pending.add(limiter.checkAsync("somebody-" + i, 1));
      if (pending.size() == 500) {
        pending.forEach(Eventually::await);
        pending.clear();
      }
    }
    pending.forEach(Eventually::await);
  }

  private long spendAll(String identifier) {
    for (int i = 0; i < 2 * LIMIT; i++) {
      for (RegionProcess regionProcess : members) {
        Decision decision = regionProcess.check(identifier);
        assertThat(decision.degraded()).isFalse();
      }
    }
    return members.stream()
        .mapToLong(regionProcess -> regionProcess.admitted(identifier))
        .sum();
  }

  private long withheld() {
    return members.stream()
        .mapToLong(regionProcess -> regionProcess.times(Event.ORIGIN_CELL_WITHHELD))
        .sum();
  }

  @Test
  void aFloodOfIdentifiersTakesNoMemoryFromOthers() {
    leaveFree(FREE_BYTES);

    flood("flooder", FLOOD);
    Eventually.until(() -> "the flooder is held back", () -> withheld() > 0);
    long admitted = spendAll("alice");

    assertThat(admitted).isBetween((long) LIMIT, LIMIT + 2L);
    assertThat(members)
        .flatExtracting(RegionProcess::changes)
        .noneMatch(change -> change.contains("OOM") || change.contains("publish"));
    try (RedisConsole console = server.console()) {
      assertThat(Long.parseLong(console.info("memory", "used_memory")))
          .isLessThan(Long.parseLong(console.info("memory", "maxmemory")));
    }
  }

  @Test
  void whenRedisIsFullOnlyNewCellsAreDegraded() {
    assertThat(members.get(0).check("alice").allowed()).isTrue();
    Eventually.until(() -> "alice is in Redis", () -> members.get(1).seen("alice") == 1);
    try (RedisConsole console = server.console()) {
      console.call("CONFIG", "SET", "maxmemory", "1000000"); // less than an empty server uses
    }

    long admitted = spendAll("alice");
    Decision late = members.get(0).check("bob");
    Eventually.until(() -> "bob is withheld", () -> withheld() > 0);

    assertThat(admitted).isBetween((long) LIMIT, LIMIT + 2L);
    assertThat(late.allowed()).isTrue();
    assertThat(members)
        .flatExtracting(RegionProcess::changes)
        .noneMatch(change -> change.contains("OOM") || change.contains("publish"));
    Eventually.until(
        () -> "bob's decisions say so", () -> members.get(0).check("bob").degraded());
  }
}

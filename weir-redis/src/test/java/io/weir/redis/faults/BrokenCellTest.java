// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisCluster;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a cell's key that holds another type of value. */
@Tag("integration")
class BrokenCellTest {
  private static final int LIMIT = 100;

  private final String prefix = TestPrefixes.unused();

  @Test
  void oneBrokenCellAffectsNoOtherOnOneServer() {
    try (RedisServer server = RequiredServers.ownRedis()) {
      harmsNoOther(server.uri(), List.of(server));
    }
  }

  @Test
  void oneBrokenCellAffectsNoOtherInACluster() {
    try (RedisCluster cluster = RequiredServers.ownRedisCluster()) {
      String seed = cluster.uris().get(0).replace("redis://", "redis-cluster://");
      harmsNoOther(seed, cluster.nodes());
    }
  }

  private void harmsNoOther(String uri, List<RedisServer> nodes) {
    long window = RegionProcess.WINDOW.toMillis();
    long sequence = EpochClock.system().epochMillis() / window;
    for (long each = sequence - 1; each <= sequence + 1; each++) {
      breakCell(nodes, prefix + ":1:{" + window + ":acme:login:bad}:" + each);
    }
    try (RegionProcess one = member(uri);
        RegionProcess two = member(uri)) {
      Eventually.until(
          () -> "both know of each other", () -> one.processes() == 2 && two.processes() == 2);
      for (int i = 0; i < LIMIT; i++) {
        for (RegionProcess regionProcess : List.of(one, two)) {
          assertThat(regionProcess.check("bad").allowed()).isTrue();
          assertThat(regionProcess.check("good").degraded()).isFalse();
        }
      }

      assertThat(one.admitted("good") + two.admitted("good")).isBetween((long) LIMIT, LIMIT + 2L);
      assertThat(one.check("bad").degraded()).isTrue();
      assertThat(one.times(Event.ORIGIN_CELL_UNREADABLE)).isPositive();
      assertThat(one.changes()).noneMatch(change -> change.contains("WRONGTYPE"));
    }
  }

  private RegionProcess member(String uri) {
    return new RegionProcess(
        LimitPolicy.of(LIMIT, RegionProcess.WINDOW),
        Engine.builder()
            .origin(RedisOrigin.open(uri, prefix))
            .originOptions(OriginOptions.defaults().withReadDeadlineMillis(20_000)));
  }

  /** Breaks the cell on the node that is responsible for it. */
  private static void breakCell(List<RedisServer> nodes, String key) {
    for (RedisServer node : nodes) {
      try (RedisConsole console = node.console()) {
        console.call("SET", key, "text");
        return;
      } catch (RedisConsole.RedisError moved) {
        assertThat(moved).hasMessageContaining("MOVED");
      }
    }
  }
}

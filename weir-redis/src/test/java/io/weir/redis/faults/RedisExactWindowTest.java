// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.origin.Origin;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of two processes that share an exact window through Redis. */
@Tag("integration")
class RedisExactWindowTest {
  private static final LimitPolicy LIMIT =
      LimitPolicy.of(3, Duration.ofSeconds(2)).withExactWindow();
  private static final int WINDOWS = 4;

  private record Spent(long at) {}

  private static RegionProcess member(String uri, String prefix) {
    return new RegionProcess(
        LIMIT, Engine.builder().origin(RedisOrigin.open(uri, prefix)).closeMillis(100));
  }

  /** Returns the count in Redis for the window at this instant. */
  private static long total(Origin origin, long epochMillis) {
    SubjectKey alice = new SubjectKey(
        RegionProcess.WORKSPACE, RegionProcess.NAMESPACE, "alice", LIMIT.durationMillis());
    CellKey cell = new CellKey(alice, Math.floorDiv(epochMillis, LIMIT.durationMillis()));
    return Eventually.await(origin.read(List.of(new Origin.Query(cell, "nobody"))))
        .get(0);
  }

  private static long spentInWindowOf(long epochMillis, List<Spent> all) {
    long window = Math.floorDiv(epochMillis, LIMIT.durationMillis());
    return all.stream()
        .filter(spent -> Math.floorDiv(spent.at(), LIMIT.durationMillis()) == window)
        .count();
  }

  @Test
  void noTrailingWindowExceedsTheLimitIfEachPublishesBeforeTheOtherChecks() {
    String uri = RequiredServers.redis();
    String prefix = TestPrefixes.unused();
    try (Origin redis = RedisOrigin.open(uri, prefix);
        RegionProcess one = member(uri, prefix);
        RegionProcess other = member(uri, prefix)) {
      Eventually.until(
          "they have the counts", () -> one.processes() == 2 && other.processes() == 2);
      List<Spent> all = new ArrayList<>();
      long end = System.currentTimeMillis() + WINDOWS * LIMIT.durationMillis();

      for (int turn = 0; System.currentTimeMillis() < end; turn++) {
        RegionProcess asked = turn % 2 == 0 ? one : other;
        Decision decision = asked.check("alice");
        if (decision.allowed()) {
          assertThat(decision.degraded()).isFalse();
          long at = decision.explain().epochMillis();
          all.add(new Spent(at));
          Eventually.until("it is published", () -> total(redis, at) == spentInWindowOf(at, all));
        }
        Eventually.waitMillis(20);
      }

      for (Spent last : all) {
        assertThat(all)
            .filteredOn(
                spent -> spent.at() <= last.at() && spent.at() > last.at() - LIMIT.durationMillis())
            .as("until %s", last.at())
            .hasSizeLessThanOrEqualTo(3);
      }
      assertThat(all).hasSizeGreaterThan(3);
    }
  }
}

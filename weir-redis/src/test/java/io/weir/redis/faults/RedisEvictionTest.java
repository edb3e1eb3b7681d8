// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a process with memory for few subjects that receives many of one workspace, repeatedly within one window.
 */
@Tag("integration")
class RedisEvictionTest {
  private static final int ROOM = 20;
  private static final int LIMIT = 3;
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 5 * ROOM).mapToObj(i -> "user-" + i).toList();

  @Test
  void aSubjectThatReturnsIsNeitherCountedTwiceNorForgotten() {
    String prefix = TestPrefixes.unused();
    try (RedisServer server = RequiredServers.ownRedis();
        RegionProcess regionProcess = new RegionProcess(
            LimitPolicy.of(LIMIT, RegionProcess.WINDOW),
            Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).maxSubjects(ROOM))) {
      StoredCounts storedCounts = new StoredCounts(List.of(server), prefix);
      NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(
          regionProcess.engine(), LimitPolicy.of(LIMIT, RegionProcess.WINDOW), ROOM / 2);
      for (int round = 1; round <= LIMIT + 2; round++) {
        IDENTIFIERS.forEach(regionProcess::check);

        long expected = Math.min(round, LIMIT);
        assertThat(IDENTIFIERS)
            .as("round %s", round)
            .allSatisfy(
                identifier -> assertThat(regionProcess.admitted(identifier)).isEqualTo(expected));
        storedCounts.convergesTo(List.of(regionProcess), IDENTIFIERS);
        neighbourWorkspace.assertUntouched();
      }

      assertThat(regionProcess.times(Event.SUBJECT_EVICTED)).isGreaterThan(IDENTIFIERS.size());
      assertThat(regionProcess.times(Event.UNITS_LOST_BY_EVICTION)).isZero();
    }
  }
}

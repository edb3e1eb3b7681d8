// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a Redis that loses all data, or does not respond, while the processes of a region continue. */
@Tag("integration")
class LostRedisTest {
  private static final List<String> BUSY = List.of("busy-0", "busy-1", "busy-2");
  private static final List<String> QUIET =
      IntStream.range(0, 20).mapToObj(i -> "quiet-" + i).toList();

  /** Ten times the deadline: enough for an overloaded machine, and too short for a caller that waits for Redis. */
  private static final long MAX_WAIT_MILLIS = 3_000;

  private final String prefix = TestPrefixes.unused();
  private final List<RegionProcess> members = new ArrayList<>();
  private RedisServer server;
  private StoredCounts storedCounts;

  @BeforeEach
  void start() {
    server = RequiredServers.ownRedis();
    storedCounts = new StoredCounts(List.of(server), prefix);
    for (int i = 0; i < 3; i++) {
      members.add(RegionProcess.withPlenty(RedisOrigin.open(server.uri(), prefix)));
    }
    for (RegionProcess regionProcess : members) {
      QUIET.forEach(regionProcess::check);
    }
  }

  @AfterEach
  void stop() {
    members.forEach(RegionProcess::close);
    if (server != null) {
      server.close();
    }
  }

  private List<String> all() {
    List<String> all = new ArrayList<>(QUIET);
    all.addAll(BUSY);
    return all;
  }

  @Test
  void aKilledRedisThatReturnsEmptyIsRefilled() {
    storedCounts.convergesTo(members, QUIET);
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY)) {
      continuousCallers.goesOn();

      server.kill();
      continuousCallers.goesOnDegraded();
      server.restart();
      for (int i = 0; i < 5; i++) {
        continuousCallers.goesOn();
        storedCounts.holdsNoMoreThan(members, BUSY.get(0));
      }
    }

    storedCounts.convergesTo(members, all());
  }

  @Test
  void aRedisThatReturnsEmptyIsRefilledWithoutTraffic() {
    storedCounts.convergesTo(members, QUIET);

    server.restart();

    storedCounts.convergesTo(members, QUIET);
  }

  @Test
  void aFlushedRedisIsRefilled() {
    storedCounts.convergesTo(members, QUIET);
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY);
        RedisConsole console = server.console()) {
      for (int i = 0; i < 3; i++) {
        continuousCallers.goesOn();
        Eventually.until(
            "all have published", () -> (Long) console.call("DBSIZE") > all().size());
        console.call("FLUSHALL");
        storedCounts.holdsNoMoreThan(members, BUSY.get(0));
      }
      continuousCallers.goesOn();
    }

    storedCounts.convergesTo(members, all());
    assertThat(members).allMatch(regionProcess -> regionProcess.times(Event.ORIGIN_WIPE_SEEN) > 0);
  }

  @Test
  void noCallerWaitsForAPausedRedisLongerThanTheDeadline() {
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY)) {
      continuousCallers.goesOn();

      server.pause();
      // A subject that is not known locally needs a read, so its callers do wait.
      List<String> cold = IntStream.range(0, 1_000).mapToObj(i -> "cold-" + i).toList();
      try (ContinuousCallers waiting = ContinuousCallers.start(members, cold)) {
        Eventually.waitMillis(3_000);
        waiting.goesOnDegraded();
        assertThat(waiting.longestMillis()).isLessThan(MAX_WAIT_MILLIS);
      }
      server.resume();
      continuousCallers.goesOn();
      assertThat(continuousCallers.longestMillis()).isLessThan(MAX_WAIT_MILLIS);
    }

    storedCounts.convergesTo(members, all());
  }
}

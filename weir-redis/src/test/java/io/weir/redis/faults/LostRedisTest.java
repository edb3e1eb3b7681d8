// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis loses everything, or does not answer, while the processes of a region go on. */
@Tag("integration")
class LostRedisTest {
  private static final List<String> BUSY = List.of("busy-0", "busy-1", "busy-2");
  private static final List<String> QUIET =
      IntStream.range(0, 20).mapToObj(i -> "quiet-" + i).toList();

  /** Ten times the deadline: room for a machine that is out of breath, none for a caller that waits for Redis. */
  private static final long LONGEST_WAIT_MILLIS = 3_000;

  private final String prefix = Prefixes.unused();
  private final List<Member> members = new ArrayList<>();
  private RedisServer server;
  private Ground ground;

  @BeforeEach
  void start() {
    server = Needs.ownRedis();
    ground = new Ground(List.of(server), prefix);
    for (int i = 0; i < 3; i++) {
      members.add(Member.withPlenty(RedisOrigin.open(server.uri(), prefix)));
    }
    for (Member member : members) {
      QUIET.forEach(member::check);
    }
  }

  @AfterEach
  void stop() {
    members.forEach(Member::close);
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
  void aRedisThatWasKilledAndCameBackEmptyIsToldAllAgain() {
    ground.convergesTo(members, QUIET);
    try (Traffic traffic = Traffic.start(members, BUSY)) {
      traffic.goesOn();

      server.kill();
      traffic.goesOnDegraded();
      server.restart();
      for (int i = 0; i < 5; i++) {
        traffic.goesOn();
        ground.holdsNoMoreThan(members, BUSY.get(0));
      }
    }

    ground.convergesTo(members, all());
  }

  @Test
  void aRedisThatCameBackEmptyIsToldAllAgainWithoutAnyTraffic() {
    ground.convergesTo(members, QUIET);

    server.restart();

    ground.convergesTo(members, QUIET);
  }

  @Test
  void aRedisThatWasEmptiedIsToldAllAgain() {
    ground.convergesTo(members, QUIET);
    try (Traffic traffic = Traffic.start(members, BUSY);
        RedisConsole console = server.console()) {
      for (int i = 0; i < 3; i++) {
        traffic.goesOn();
        Eventually.until(
            "all have told", () -> (Long) console.call("DBSIZE") > all().size());
        console.call("FLUSHALL");
        ground.holdsNoMoreThan(members, BUSY.get(0));
      }
      traffic.goesOn();
    }

    ground.convergesTo(members, all());
    assertThat(members).allMatch(member -> member.times(Event.ORIGIN_WIPE_SEEN) > 0);
  }

  @Test
  void nobodyWaitsForAPausedRedisLongerThanTheDeadline() {
    try (Traffic traffic = Traffic.start(members, BUSY)) {
      traffic.goesOn();

      server.pause();
      // A subject that was never seen has to be asked for, so its callers do wait.
      List<String> cold = IntStream.range(0, 1_000).mapToObj(i -> "cold-" + i).toList();
      try (Traffic waiting = Traffic.start(members, cold)) {
        Eventually.letPass(3_000);
        waiting.goesOnDegraded();
        assertThat(waiting.longestMillis()).isLessThan(LONGEST_WAIT_MILLIS);
      }
      server.resume();
      traffic.goesOn();
      assertThat(traffic.longestMillis()).isLessThan(LONGEST_WAIT_MILLIS);
    }

    ground.convergesTo(members, all());
  }
}

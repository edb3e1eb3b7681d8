// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that has room for few subjects meets many of one workspace, again and again within one window. */
@Tag("integration")
class EvictionTest {
  private static final int ROOM = 20;
  private static final int LIMIT = 3;
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 5 * ROOM).mapToObj(i -> "user-" + i).toList();

  @Test
  void aSubjectThatReturnsIsNeitherCountedTwiceNorForgotten() {
    String prefix = Prefixes.unused();
    try (RedisServer server = Needs.ownRedis();
        Member member = new Member(
            Limit.of(LIMIT, Member.WINDOW),
            Engine.builder().origin(RedisOrigin.open(server.uri(), prefix)).maxSubjects(ROOM))) {
      Ground ground = new Ground(List.of(server), prefix);
      Neighbour neighbour =
          Neighbour.spend(member.engine(), Limit.of(LIMIT, Member.WINDOW), ROOM / 2);
      for (int round = 1; round <= LIMIT + 2; round++) {
        IDENTIFIERS.forEach(member::check);

        long expected = Math.min(round, LIMIT);
        assertThat(IDENTIFIERS)
            .as("round %s", round)
            .allSatisfy(identifier -> assertThat(member.admitted(identifier)).isEqualTo(expected));
        ground.convergesTo(List.of(member), IDENTIFIERS);
        neighbour.assertUntouched();
      }

      assertThat(member.times(Event.SUBJECT_EVICTED)).isGreaterThan(IDENTIFIERS.size());
      assertThat(member.times(Event.UNITS_LOST_BY_EVICTION)).isZero();
    }
  }
}

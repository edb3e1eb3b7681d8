// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of one writer's counts over two connections, so that a later count may overtake an earlier one. */
@Tag("integration")
class ReorderingTest {
  private static final long LIFE = 60_000;
  private static final int LAST = 2_000;

  @Test
  void countsThatOvertakeEachOtherEndAtTheLargest() {
    String prefix = TestPrefixes.unused();
    CellKey cell = new CellKey(new SubjectKey("acme", "login", "alice", 60_000), 28_000_000);
    SplittableRandom random = new SplittableRandom(11);
    try (RedisOrigin one = RedisOrigin.open(RequiredServers.redis(), prefix);
        RedisOrigin other = RedisOrigin.open(RequiredServers.redis(), prefix)) {
      Eventually.await(one.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));
      Eventually.await(other.heartbeat(Origin.OriginHeartbeat.of("other", LIFE)));
      List<CompletableFuture<List<Receipt>>> sent = new ArrayList<>();
      long reached = 0;
      for (long i = 1; i <= LAST; i++) {
        // Mostly the next count, sometimes an older one: a retry.
        long count = random.nextInt(4) == 0 ? random.nextLong(1, i + 1) : i;
        RedisOrigin way = random.nextBoolean() ? one : other;
        sent.add(way.publish(List.of(new Publication(cell, "writer.1", count, LIFE)))
            .toCompletableFuture());
        if (i % 100 == 0) {
          long total = total(random.nextBoolean() ? one : other, cell);
          assertThat(total).isBetween(reached, i);
          reached = total;
        }
      }
      sent.add(one.publish(List.of(new Publication(cell, "writer.1", LAST, LIFE)))
          .toCompletableFuture());
      sent.forEach(Eventually::await);
      Eventually.await(other.publish(List.of(new Publication(cell, "writer.1", 1, LIFE))));

      assertThat(total(other, cell)).isEqualTo(LAST);
    }
  }

  private static long total(RedisOrigin origin, CellKey cell) {
    return Eventually.await(origin.read(List.of(new Query(cell, "nobody")))).get(0);
  }
}

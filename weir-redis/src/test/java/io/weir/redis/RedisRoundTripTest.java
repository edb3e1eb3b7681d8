// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies, by the server's own count of reads, that requests of one call are sent in one write. */
@Tag("integration")
class RedisRoundTripTest {
  @Test
  void twentyCellsAreReadInOneRoundTrip() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console();
        RedisOrigin origin = RedisOrigin.open(server.uri(), TestPrefixes.unused())) {
      List<Query> queries =
          IntStream.range(0, 20).mapToObj(i -> new Query(cell(i), "nobody")).toList();
      Eventually.await(origin.read(queries)); // connects

      long before = receptions(console);
      assertThat(Eventually.await(origin.read(queries))).hasSize(20);

      assertThat(receptions(console) - before).as("this query and the read").isEqualTo(2);
    }
  }

  @Test
  void fiveHundredCellsArePublishedInFewWrites() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console();
        RedisOrigin origin = RedisOrigin.open(server.uri(), TestPrefixes.unused())) {
      List<Publication> publications = IntStream.range(0, 500)
          .mapToObj(i -> new Publication(cell(i), "one", 1, 60_000))
          .toList();
      Eventually.await(origin.publish(publications)); // connects and loads the script

      long before = receptions(console);
      assertThat(Eventually.await(origin.publish(publications))).hasSize(500);

      assertThat(receptions(console) - before).as("16 KiB at a time").isLessThanOrEqualTo(10);
    }
  }

  private static CellKey cell(int i) {
    return new CellKey(new SubjectKey("acme", "login", "user-" + i, 60_000), 28_000_000);
  }

  private static long receptions(RedisConsole console) {
    return Long.parseLong(console.info("stats", "total_reads_processed"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import io.weir.server.process.fleet.rig.AdmittedTotals;
import io.weir.server.process.fleet.rig.ServerFleet;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests three servers that share a Redis: one of them is killed, and then Redis loses all data. */
@Tag("slow")
final class EmptiedRedisTest {
  private static final Duration CALM = Duration.ofSeconds(6);

  @Test
  void countsOfDeadServersAreRestoredAfterFlushall() {
    restores(redis -> {
      try (RedisConsole console = redis.console()) {
        console.call("FLUSHALL");
      }
    });
  }

  @Test
  void countsOfDeadServersAreRestoredAfterACrash() {
    restores(RedisServer::restart);
  }

  private static void restores(Consumer<RedisServer> empty) {
    // Little of a large limit, so that no server pushes it to the database, and nearly all of a
    // small one.
    List<AdmittedTotals> truths =
        List.of(new AdmittedTotals("daily/large", 100_000), new AdmittedTotals("daily/small", 100));
    try (RedisServer redis = RequiredServers.ownRedis();
        ServerFleet serverFleet = new ServerFleet()) {
      List<WeirProcess> members = serverFleet.start(3, "eu", redis);
      truths.forEach(admittedTotals -> {
        members.forEach(each -> admittedTotals.spend(each, 17));
        admittedTotals.awaitSeenBy(members);
      });
      serverFleet.kill(members.get(2));

      empty.accept(redis);

      // Until Redis has everything again: what live servers spend before that is mistaken for a
      // part of it.
      Eventually.until(
          () -> "Redis holds " + units(redis, "large"), () -> units(redis, "large") == 51);
      Eventually.until(
          () -> "Redis holds " + units(redis, "small"), () -> units(redis, "small") == 51);
      truths.forEach(admittedTotals -> admittedTotals.awaitSeenBy(serverFleet.running()));
      truths.forEach(
          admittedTotals -> serverFleet.running().forEach(each -> admittedTotals.spend(each, 3)));
      truths.forEach(admittedTotals -> admittedTotals.awaitSeenBy(serverFleet.running()));
      // A server that starts now knows only what Redis and the database have.
      WeirProcess late = serverFleet.start("eu", redis);
      truths.forEach(admittedTotals -> admittedTotals.spend(late, 1));
      truths.forEach(admittedTotals -> admittedTotals.awaitSeenBy(serverFleet.running()));
      truths.get(0).staysSeenBy(serverFleet.running(), CALM);
      truths.get(1).staysSeenBy(serverFleet.running(), Duration.ofSeconds(1));
    }
  }

  private static long units(RedisServer redis, String identifier) {
    try (RedisConsole console = redis.console()) {
      return Long.parseLong(
          String.valueOf(console.call("EVAL", """
          local units = 0
          for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
            for _, count in ipairs(redis.call('HVALS', key)) do
              units = units + count
            end
          end
          return units
          """, "0", "*:" + identifier + "}:*")));
    }
  }
}

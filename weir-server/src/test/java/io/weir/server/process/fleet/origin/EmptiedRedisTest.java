// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import io.weir.server.process.fleet.rig.Servers;
import io.weir.server.process.fleet.rig.Truth;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three servers share a Redis; one of them is killed, and then Redis loses everything. */
@Tag("slow")
@DisplayName("A Redis that is emptied after one of three servers died")
final class EmptiedRedisTest {
  private static final Duration CALM = Duration.ofSeconds(6);

  @Test
  @DisplayName("gets the dead server's counts back from the others after FLUSHALL")
  void flushed() {
    restores(redis -> {
      try (RedisConsole console = redis.console()) {
        console.call("FLUSHALL");
      }
    });
  }

  @Test
  @DisplayName(
      "gets the dead server's counts back from the others after a crash and an empty start")
  void restarted() {
    restores(RedisServer::restart);
  }

  private static void restores(Consumer<RedisServer> empty) {
    // Little of a large limit, so that nobody has told the database of it, and nearly all of a
    // small one.
    List<Truth> truths = List.of(new Truth("daily/large", 100_000), new Truth("daily/small", 100));
    try (RedisServer redis = Needs.ownRedis();
        Servers servers = new Servers()) {
      List<ServerProcess> members = servers.start(3, "eu", redis);
      truths.forEach(truth -> {
        members.forEach(each -> truth.spend(each, 17));
        truth.awaitSeenBy(members);
      });
      servers.kill(members.get(2));

      empty.accept(redis);

      // Until it has all of it again: what the living spend before is taken for a part of it.
      Eventually.until(
          () -> "Redis holds " + units(redis, "large"), () -> units(redis, "large") == 51);
      Eventually.until(
          () -> "Redis holds " + units(redis, "small"), () -> units(redis, "small") == 51);
      truths.forEach(truth -> truth.awaitSeenBy(servers.running()));
      truths.forEach(truth -> servers.running().forEach(each -> truth.spend(each, 3)));
      truths.forEach(truth -> truth.awaitSeenBy(servers.running()));
      // A server that comes now knows only what Redis and the database have.
      ServerProcess late = servers.start("eu", redis);
      truths.forEach(truth -> truth.spend(late, 1));
      truths.forEach(truth -> truth.awaitSeenBy(servers.running()));
      truths.get(0).staysSeenBy(servers.running(), CALM);
      truths.get(1).staysSeenBy(servers.running(), Duration.ofSeconds(1));
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

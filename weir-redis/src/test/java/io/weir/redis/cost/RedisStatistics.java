// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server says that it did. */
final class RedisStatistics {
  private final RedisServer server;

  RedisStatistics(RedisServer server) {
    this.server = server;
  }

  /** Forgets what was counted so far. */
  void reset() {
    try (RedisConsole console = server.console()) {
      console.call("CONFIG", "RESETSTAT");
    }
  }

  /** How often a command ran, within scripts too. */
  long calls(String command) {
    try (RedisConsole console = server.console()) {
      Matcher line = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
          .matcher(console.text("INFO", "commandstats"));
      return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
  }

  /** How often something was read from a connection, this question's own included: at least once per round trip. */
  long receptions() {
    try (RedisConsole console = server.console()) {
      return Long.parseLong(console.info("stats", "total_reads_processed"));
    }
  }

  /**
   * How many cells were read by themselves. A cell that is published is read and raised in a script, so each HSET has an
   * HGETALL of its own; save those of heartbeats, each of which counts the processes by a ZCARD.
   */
  long cellsRead() {
    return calls("hgetall") - (calls("hset") - calls("zcard"));
  }

  /** Waits until so many units stand in Redis, which is then at rest. */
  void awaitUnits(String pattern, long units) {
    Eventually.until(
        () -> "Redis holds " + units + " of " + pattern, () -> units(pattern) == units);
  }

  private long units(String pattern) {
    try (RedisConsole console = server.console()) {
      // A script, because there may be ten thousand of them.
      return (Long) console.call(
          "EVAL",
          "local sum = 0 for _, key in ipairs(redis.call('KEYS', ARGV[1])) do"
              + " for _, count in ipairs(redis.call('HVALS', key)) do sum = sum + count end end"
              + " return sum",
          "0",
          pattern);
    }
  }
}

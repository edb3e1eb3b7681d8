// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's own statistics. */
final class RedisStatistics {
  private final RedisServer server;

  RedisStatistics(RedisServer server) {
    this.server = server;
  }

  /** Resets the statistics. */
  void reset() {
    try (RedisConsole console = server.console()) {
      console.call("CONFIG", "RESETSTAT");
    }
  }

  /** Returns how often a command ran, including calls within scripts. */
  long calls(String command) {
    try (RedisConsole console = server.console()) {
      Matcher line = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
          .matcher(console.text("INFO", "commandstats"));
      return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
  }

  /** Returns how often the server read from a connection, including this query: at least once per round trip. */
  long receptions() {
    try (RedisConsole console = server.console()) {
      return Long.parseLong(console.info("stats", "total_reads_processed"));
    }
  }

  /**
   * Returns how many cells were read without being published. Publishing a cell reads and raises it in a script, so
   * each HSET has an HGETALL of its own; except those of heartbeats, each of which counts the processes with a ZCARD.
   */
  long cellsRead() {
    return calls("hgetall") - (calls("hset") - calls("zcard"));
  }

  /** Waits until this many units are stored in Redis, which is then idle. */
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

// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.server;

import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The Redis of a run: a new one, or the one named by the environment. */
public final class BenchmarkRedis implements AutoCloseable {
  /** The variable with the URI of an external Redis. Any other work of that Redis is counted too. */
  public static final String EXTERNAL = "WEIR_TEST_REDIS_URI";

  private static final String SCAN_STEP = "1000";

  /** Longer than a limiter with background publishing delays a publish. */
  private static final long SETTLE_NANOS = 500_000_000;

  private final @Nullable RedisServer own;
  private final String uri;
  private final RedisConsole console;

  private BenchmarkRedis(@Nullable RedisServer own, String uri) {
    this.own = own;
    this.uri = uri;
    this.console = RedisConsole.connect(uri);
  }

  /** Starts a Redis, or uses the external one. */
  public static BenchmarkRedis open() {
    String external = System.getenv(EXTERNAL);
    if (external != null && !external.isEmpty()) {
      return new BenchmarkRedis(null, external);
    }
    RedisServer own = RedisServer.start();
    try {
      return new BenchmarkRedis(own, own.uri());
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  public String uri() {
    return uri;
  }

  /** The name and version for the report. */
  public String version() {
    return "Redis " + console.info("server", "redis_version")
        + (own == null ? ", external" : ", started for this run");
  }

  public RedisStatistics statistics() {
    return RedisStatistics.parse(console.text("INFO", "commandstats", "stats", "cpu", "memory"));
  }

  /** Waits until all background work has reached the server. */
  public void settle() {
    LockSupport.parkNanos(this, SETTLE_NANOS);
  }

  /** The total size of all keys whose names contain this text, as reported by the server, in bytes. */
  public long bytesOf(String part) {
    long bytes = 0;
    for (String key : keys(part)) {
      Object answer = console.call("MEMORY", "USAGE", key, "SAMPLES", "0");
      bytes += answer instanceof Long known ? known : 0;
    }
    return bytes;
  }

  /** Deletes all keys whose names contain this text, and no others. */
  public void clear(String part) {
    List<String> keys = keys(part);
    int step = Integer.parseInt(SCAN_STEP);
    for (int i = 0; i < keys.size(); i += step) {
      List<String> arguments = new ArrayList<>(List.of("DEL"));
      arguments.addAll(keys.subList(i, Math.min(keys.size(), i + step)));
      console.call(arguments.toArray(new String[0]));
    }
  }

  private List<String> keys(String part) {
    List<String> keys = new ArrayList<>();
    String cursor = "0";
    do {
      Object answer = console.call("SCAN", cursor, "MATCH", "*" + part + "*", "COUNT", SCAN_STEP);
      if (!(answer instanceof List<?> pair) || !(pair.get(1) instanceof List<?> found)) {
        throw new IllegalStateException("not an answer to SCAN: " + answer);
      }
      cursor = String.valueOf(pair.get(0));
      found.forEach(key -> keys.add(String.valueOf(key)));
    } while (!cursor.equals("0"));
    return keys;
  }

  @Override
  public void close() {
    console.close();
    if (own != null) {
      own.close();
    }
  }
}

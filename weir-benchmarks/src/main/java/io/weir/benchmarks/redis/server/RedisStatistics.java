// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The work of a Redis since its start, or between two readings.
 *
 * @param calls the number of calls of each command, including those in scripts
 * @param processed the number of all commands, including those in scripts
 * @param cpuMicros CPU time, in user and in kernel mode
 * @param usedBytes allocated memory, without the buffers of clients, which vary
 */
public record RedisStatistics(
    Map<String, Long> calls, long processed, double cpuMicros, long usedBytes) {
  private static final Pattern CALLS = Pattern.compile("(?m)^cmdstat_([^:]+):calls=([0-9]+)");
  private static final Pattern FIELD = Pattern.compile("(?m)^(\\w+):([0-9.]+)\\r?$");

  /** Parses the sections commandstats, stats, cpu and memory of INFO. */
  public static RedisStatistics parse(String info) {
    Map<String, Long> calls = new TreeMap<>();
    Matcher command = CALLS.matcher(info);
    while (command.find()) {
      calls.put(command.group(1), Long.valueOf(command.group(2)));
    }
    Map<String, Double> fields = new TreeMap<>();
    Matcher field = FIELD.matcher(info);
    while (field.find()) {
      if (field.group(2).matches("[0-9]+(\\.[0-9]+)?")) {
        fields.put(field.group(1), Double.valueOf(field.group(2)));
      }
    }
    return new RedisStatistics(
        calls,
        (long) required(fields, "total_commands_processed"),
        1_000_000 * (required(fields, "used_cpu_user") + required(fields, "used_cpu_sys")),
        (long) (required(fields, "used_memory") - fields.getOrDefault("mem_clients_normal", 0.0)));
  }

  private static double required(Map<String, Double> fields, String name) {
    Double value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("INFO lacks " + name);
    }
    return value;
  }

  /** The work since an earlier reading, without the INFO of that reading: INFO counts itself only when it is done. */
  public RedisStatistics since(RedisStatistics earlier) {
    Map<String, Long> more = new TreeMap<>();
    calls.forEach((command, count) -> {
      long ownCalls = command.equals("info") ? 1 : 0;
      long delta = count - earlier.calls.getOrDefault(command, 0L) - ownCalls;
      if (delta > 0) {
        more.put(command, delta);
      }
    });
    return new RedisStatistics(
        more,
        processed - earlier.processed - 1,
        cpuMicros - earlier.cpuMicros,
        usedBytes - earlier.usedBytes);
  }

  /** The number of all commands, including those in scripts. */
  public long allCalls() {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

/** The counts stored in Redis, read without an engine. */
final class StoredCounts {
  private final List<RedisServer> servers;
  private final String prefix;

  StoredCounts(List<RedisServer> servers, String prefix) {
    this.servers = servers;
    this.prefix = prefix;
  }

  /** Returns the sum over all fields of all windows of the identifier. */
  long total(String identifier) {
    long sum = 0;
    for (RedisServer server : servers) {
      try (RedisConsole console = server.console()) {
        String cells = prefix + ":1:{" + RegionProcess.WINDOW.toMillis() + ":"
            + RegionProcess.WORKSPACE + ":" + RegionProcess.NAMESPACE + ":" + identifier + "}:*";
        for (Object cell : (List<?>) console.call("KEYS", cells)) {
          for (Object count : (List<?>) console.call("HVALS", String.valueOf(cell))) {
            sum += Long.parseLong(String.valueOf(count));
          }
        }
      }
    }
    return sum;
  }

  /** Asserts that Redis currently holds no more than was admitted. An unavailable server holds nothing. */
  void holdsNoMoreThan(List<RegionProcess> members, String identifier) {
    try {
      long total = total(identifier);
      long expected = members.stream()
          .mapToLong(regionProcess -> regionProcess.begun(identifier))
          .sum();
      assertThat(total).as("%s in Redis", identifier).isLessThanOrEqualTo(expected);
    } catch (UncheckedIOException e) {
      // The server is unavailable.
    }
  }

  private boolean isTotal(String identifier, long expected) {
    try {
      return total(identifier) == expected;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Waits until Redis holds exactly what was admitted, and every process knows it. */
  void convergesTo(List<RegionProcess> members, Collection<String> identifiers) {
    for (String identifier : identifiers) {
      long expected = members.stream()
          .mapToLong(regionProcess -> regionProcess.admitted(identifier))
          .sum();
      Eventually.until(
          () -> identifier + " in Redis is " + total(identifier) + ", admitted were " + expected,
          () -> {
            holdsNoMoreThan(members, identifier);
            return isTotal(identifier, expected);
          });
      for (RegionProcess regionProcess : members) {
        Eventually.until(
            () -> identifier + " is seen as " + regionProcess.seen(identifier) + " of " + expected,
            () -> regionProcess.seen(identifier) == expected);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.Load;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A server of a fleet that is told to end")
@Tag("integration")
final class TermTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long LIMIT = 1_000_000;

  private static RedisServer redis;

  @BeforeAll
  static void startRedis() {
    redis = Needs.ownRedis();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  private static ServerProcess start() {
    Launch launch = Launch.serve("--region", "here")
        .with("--redis", redis.uri(), "--mysql", Needs.mysql())
        .where("WEIR_ROOT_KEY", KEY);
    return ServerProcess.start(launch).keeping(KEY);
  }

  /** Clients that pause leave their connections idle for the moment in which the end begins. */
  @ParameterizedTest(name = "when they pause {0} ms between requests")
  @ValueSource(longs = {0, 20})
  @DisplayName(
      "answers every request that it accepted, and leaves everything that it admitted in Redis")
  void losesNothing(long thinkMillis) {
    String body = Calls.limitBody("lines/think-" + thinkMillis, LIMIT);
    try (ServerProcess server = start();
        Load load = new Load(server, new Load.Habit(KEY, body, thinkMillis), 8)) {
      load.awaitMore(200);

      server.term();
      load.join();

      assertThat(load.lost()).isEmpty();
      Ended ended = server.end();
      assertThat(ended.exit()).isEqualTo(143);
      assertThat(ended.complaints()).isEmpty();
      assertThat(inRedis("think-" + thinkMillis)).isEqualTo(load.admitted());
    }
  }

  @Test
  @DisplayName("ends within bounds while Redis does not answer, and answers until then")
  void endsWithoutRedis() {
    String body = Calls.limitBody("lines/stuck", LIMIT);
    try (ServerProcess server = start();
        Load load = new Load(server, new Load.Habit(KEY, body, 0), 2)) {
      load.awaitMore(50);
      redis.pause();
      load.awaitMore(50);

      server.term();
      load.join();

      assertThat(load.lost()).isEmpty();
      Ended ended = server.end();
      assertThat(ended.exit()).isEqualTo(143);
      assertThat(ended.complaints()).isEmpty();
    } finally {
      redis.resume();
    }
  }

  @Test
  @DisplayName("does not wait for a client that keeps a connection and asks nothing")
  void closesIdleConnections() {
    try (ServerProcess server = start()) {
      Wire wire = Calls.wire(server, KEY); // its client keeps connections
      assertThat(Calls.limit(wire, "lines/idle", 10).passed()).isTrue();

      server.term();

      Ended ended = server.end();
      assertThat(ended.exit()).isEqualTo(143);
      assertThat(ended.complaints()).isEmpty();
    }
  }

  /** The sum over all processes that told Redis of what they admitted. */
  private static long inRedis(String identifier) {
    long sum = 0;
    try (RedisConsole console = redis.console()) {
      for (Object cell : list(console, "KEYS", "*:" + identifier + "}*")) {
        for (Object count : list(console, "HVALS", String.valueOf(cell))) {
          sum += Long.parseLong(String.valueOf(count));
        }
      }
    }
    return sum;
  }

  private static List<?> list(RedisConsole console, String... words) {
    return (List<?>) Objects.requireNonNull(console.call(words));
  }
}

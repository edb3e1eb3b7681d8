// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ClientLoad;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
final class SigtermTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long LIMIT = 1_000_000;

  private static RedisServer redis;

  @BeforeAll
  static void startRedis() {
    redis = RequiredServers.ownRedis();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  private static WeirProcess start() {
    WeirCommandLine weirCommandLine = WeirCommandLine.serve("--region", "here")
        .with("--redis", redis.uri(), "--mysql", RequiredServers.mysql())
        .where("WEIR_ROOT_KEY", KEY);
    return WeirProcess.start(weirCommandLine).withSecrets(KEY);
  }

  /** With a pause between requests, connections are idle at the moment when shutdown begins. */
  @ParameterizedTest(name = "when they pause {0} ms between requests")
  @ValueSource(longs = {0, 20})
  void answersAcceptedRequestsAndPublishesEverything(long thinkMillis) {
    String body = ServerCalls.limitBody("lines/think-" + thinkMillis, LIMIT);
    try (WeirProcess server = start();
        ClientLoad clientLoad =
            new ClientLoad(server, new ClientLoad.LoadPattern(KEY, body, thinkMillis), 8)) {
      clientLoad.awaitMore(200);

      server.terminate();
      clientLoad.join();

      assertThat(clientLoad.lost()).isEmpty();
      ProcessResult processResult = server.end();
      assertThat(processResult.exit()).isEqualTo(143);
      assertThat(processResult.errorMessages()).isEmpty();
      assertThat(inRedis("think-" + thinkMillis)).isEqualTo(clientLoad.admitted());
    }
  }

  @Test
  void endsInTimeWhileRedisHangs() {
    String body = ServerCalls.limitBody("lines/stuck", LIMIT);
    try (WeirProcess server = start();
        ClientLoad clientLoad =
            new ClientLoad(server, new ClientLoad.LoadPattern(KEY, body, 0), 2)) {
      clientLoad.awaitMore(50);
      redis.pause();
      clientLoad.awaitMore(50);

      server.terminate();
      clientLoad.join();

      assertThat(clientLoad.lost()).isEmpty();
      ProcessResult processResult = server.end();
      assertThat(processResult.exit()).isEqualTo(143);
      assertThat(processResult.errorMessages()).isEmpty();
    } finally {
      redis.resume();
    }
  }

  @Test
  void doesNotWaitForIdleConnections() {
    try (WeirProcess server = start()) {
      RawHttpClient rawHttpClient =
          ServerCalls.wire(server, KEY); // its client keeps connections open
      assertThat(ServerCalls.limit(rawHttpClient, "lines/idle", 10).passed()).isTrue();

      server.terminate();

      ProcessResult processResult = server.end();
      assertThat(processResult.exit()).isEqualTo(143);
      assertThat(processResult.errorMessages()).isEmpty();
    }
  }

  /** Returns the sum of what all processes published to Redis. */
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

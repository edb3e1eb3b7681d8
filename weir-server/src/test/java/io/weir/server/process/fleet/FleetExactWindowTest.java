// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class FleetExactWindowTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long DURATION = 8_000;

  /** How long before the end of a window the first server is called, so that it can publish to Redis. */
  private static final long BEFORE = 2_000;

  /** On a starved machine, the test may miss a boundary. */
  private static final int TRIES = 6;

  private static RedisServer redis;
  private static String mysql;
  private static final List<WeirProcess> SERVERS = new ArrayList<>();

  @BeforeAll
  static void startAll() {
    redis = RequiredServers.ownRedis();
    mysql = RequiredServers.mysql();
    for (int i = 0; i < 2; i++) {
      SERVERS.add(WeirProcess.start(WeirCommandLine.serve("--region", "here")
          .with("--redis", redis.uri(), "--mysql", mysql)
          .where("WEIR_ROOT_KEY", KEY)));
    }
    for (String namespace : List.of("exact", "estimated")) {
      assertThat(ask(0, namespace + "/first").passed()).isTrue();
      ProcessResult set = window(namespace, namespace);
      assertThat(set.exit()).as(set.errors()).isZero();
    }
    Eventually.waitMillis(2_000); // until all servers know
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(WeirProcess::close);
    redis.close();
  }

  private static ProcessResult window(String namespace, String mode) {
    return WeirProcess.run(
        WeirCommandLine.of("namespaces", "window", namespace, mode, "--mysql", mysql));
  }

  private static ApiReply ask(int server, String subject) {
    String[] names = subject.split("/", 2);
    return ServerCalls.whole(
        ServerCalls.wire(SERVERS.get(server), KEY),
        "limit",
        TestJson.object(
            "namespace", names[0], "identifier", names[1], "limit", 1L, "duration", DURATION));
  }

  private static void passUntil(long epochMillis) {
    Eventually.waitMillis(Math.max(1, epochMillis - System.currentTimeMillis()));
  }

  @Test
  void exactLimitsHoldAcrossServersAndABoundary() {
    for (int i = 0; i < TRIES; i++) {
      long now = System.currentTimeMillis();
      long end = (now / DURATION + 1) * DURATION;
      passUntil(end - BEFORE > now ? end - BEFORE : end + DURATION - BEFORE);
      ApiReply first = ask(0, "exact/u" + i);
      ApiReply estimated = ask(0, "estimated/u" + i);
      assertThat(first.passed()).isTrue();
      assertThat(estimated.passed()).isTrue();
      passUntil(estimated.number("reset") + 10);
      ApiReply second = ask(1, "exact/u" + i);
      ApiReply after = ask(1, "estimated/u" + i);

      boolean isNextWindow = first.number("reset") == estimated.number("reset")
          && second.number("reset") == first.number("reset") + DURATION
          && after.number("reset") == second.number("reset");
      if (isNextWindow) {
        assertThat(second.passed()).isFalse();
        assertThat(after.passed()).isTrue();
        return;
      }
    }
    throw new AssertionError("never asked right before and right after a boundary");
  }

  @Test
  void theNamespaceListShowsExactWindows() {
    ProcessResult list =
        WeirProcess.run(WeirCommandLine.of("namespaces", "list", "--json", "--mysql", mysql));

    assertThat(list.exit()).as(list.errors()).isZero();
    assertThat(TestJson.parse("{\"all\":" + list.out() + "}").toString())
        .contains("window=exact", "window=estimated");
    ProcessResult wrong = window("exact", "strict");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.errors()).contains("a window must be exact or estimated, but was \"strict\"");
  }
}

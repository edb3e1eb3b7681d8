// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Two servers with a namespace whose windows are exact")
@Tag("integration")
final class ExactWindowTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long DURATION = 8_000;

  /** How long before the end of a window the first server is asked: it tells Redis meanwhile. */
  private static final long BEFORE = 2_000;

  /** A starved machine may miss a boundary. */
  private static final int TRIES = 6;

  private static RedisServer redis;
  private static String mysql;
  private static final List<ServerProcess> SERVERS = new ArrayList<>();

  @BeforeAll
  static void startAll() {
    redis = Needs.ownRedis();
    mysql = Needs.mysql();
    for (int i = 0; i < 2; i++) {
      SERVERS.add(ServerProcess.start(Launch.serve("--region", "here")
          .with("--redis", redis.uri(), "--mysql", mysql)
          .where("WEIR_ROOT_KEY", KEY)));
    }
    for (String namespace : List.of("exact", "estimated")) {
      assertThat(ask(0, namespace + "/first").passed()).isTrue();
      Ended set = window(namespace, namespace);
      assertThat(set.exit()).as(set.errors()).isZero();
    }
    Eventually.letPass(2_000); // until all servers know
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(ServerProcess::close);
    redis.close();
  }

  private static Ended window(String namespace, String mode) {
    return ServerProcess.run(Launch.of("namespaces", "window", namespace, mode, "--mysql", mysql));
  }

  private static Reply ask(int server, String subject) {
    String[] names = subject.split("/", 2);
    return Calls.whole(
        Calls.wire(SERVERS.get(server), KEY),
        "limit",
        Json.object(
            "namespace", names[0], "identifier", names[1], "limit", 1L, "duration", DURATION));
  }

  private static void passUntil(long epochMillis) {
    Eventually.letPass(Math.max(1, epochMillis - System.currentTimeMillis()));
  }

  @Test
  @DisplayName("refuse after a boundary what the other admitted before it; else they don't")
  void holdOverABoundary() {
    for (int i = 0; i < TRIES; i++) {
      long now = System.currentTimeMillis();
      long end = (now / DURATION + 1) * DURATION;
      passUntil(end - BEFORE > now ? end - BEFORE : end + DURATION - BEFORE);
      Reply first = ask(0, "exact/u" + i);
      Reply estimated = ask(0, "estimated/u" + i);
      assertThat(first.passed()).isTrue();
      assertThat(estimated.passed()).isTrue();
      passUntil(estimated.number("reset") + 10);
      Reply second = ask(1, "exact/u" + i);
      Reply after = ask(1, "estimated/u" + i);

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
  @DisplayName("show it in the list of namespaces, and name a wrong mode")
  void theListShowsIt() {
    Ended list = ServerProcess.run(Launch.of("namespaces", "list", "--json", "--mysql", mysql));

    assertThat(list.exit()).as(list.errors()).isZero();
    assertThat(Json.parse("{\"all\":" + list.out() + "}").toString())
        .contains("window=exact", "window=estimated");
    Ended wrong = window("exact", "strict");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.errors()).contains("a window must be exact or estimated, but was \"strict\"");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.client.rig.AskThrice;
import io.weir.client.rig.ScriptedServer;
import io.weir.client.rig.ScriptedServer.Request;
import io.weir.client.rig.ScriptedServer.Script;
import io.weir.testkit.servers.Eventually;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A request that may have been counted")
@Tag("integration")
final class ResendTest {
  /** Ways in which a connection ends where an HTTP client might think that trying again is safe. */
  enum End {
    AFTER_THE_REQUEST((request, peer) -> peer.close()),
    AFTER_A_KEPT_ANSWER((request, peer) -> {
      peer.write(ScriptedServer.passed(9));
      peer.close();
    }),
    WHEN_USED_AGAIN((request, peer) -> {
      if (request.body().contains("\"first\"")) {
        peer.write(ScriptedServer.passed(9));
      } else {
        peer.close();
      }
    });

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Script script;

    End(Script script) {
      this.script = script;
    }
  }

  private static Ratelimit asking(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .retries(10)
        .build();
  }

  private static List<String> bodies(ScriptedServer server) {
    return server.requests().stream().map(Request::body).toList();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("is never sent twice, however its connection ends")
  void neverTwice(End end) {
    try (ScriptedServer server = ScriptedServer.start(end.script);
        Ratelimit limiter = asking(server)) {
      Result first = limiter.limit("first");
      for (int i = 0; i < 20; i++) {
        limiter.limit("again-" + i);
      }

      assertThat(first.success()).isEqualTo(end != End.AFTER_THE_REQUEST);
      assertThat(bodies(server)).doesNotHaveDuplicates().hasSizeBetween(2, 21);
    }
  }

  @Test
  @DisplayName(
      "is not lost for a connection that was closed while it was idle: another one is made")
  void idleConnectionsThatAreClosed() {
    try (ScriptedServer server = ScriptedServer.start(End.AFTER_A_KEPT_ANSWER.script);
        Ratelimit limiter = asking(server)) {
      for (int i = 1; i <= 5; i++) {
        int closed = i;
        assertThat(limiter.limit("me").success()).isTrue();
        Eventually.until("not closed", () -> server.ended() == closed);
        // Until the client has seen it, too, which nothing tells us.
        Eventually.letPass(50);
      }
      assertThat(server.requests()).hasSize(5);
    }
  }

  @Test
  @DisplayName("goes over a connection that is kept, one after the other")
  void connectionsAreKept() {
    try (ScriptedServer server = ScriptedServer.saying(ScriptedServer.passed(9));
        Ratelimit limiter = asking(server)) {
      IntStream.range(0, 50).forEach(i -> limiter.limit("me-" + i));

      assertThat(server.requests()).hasSize(50);
      assertThat(server.connections()).isLessThan(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("is not sent twice even where the JDK's client is told to send everything again")
  void notWithTheJdksOwnRetries(End end) throws IOException, InterruptedException {
    try (ScriptedServer server = ScriptedServer.start(end.script)) {
      Process process = new ProcessBuilder(
              ProcessHandle.current().info().command().orElse("java"),
              "-Xmx64m",
              "-XX:TieredStopAtLevel=1",
              "-Djdk.httpclient.enableAllMethodRetry=true",
              "-cp",
              System.getProperty("java.class.path"),
              AskThrice.class.getName(),
              server.url())
          .inheritIO()
          .start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
      } finally {
        process.destroyForcibly();
      }

      assertThat(bodies(server)).doesNotHaveDuplicates().hasSizeBetween(1, 3);
    }
  }
}

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("integration")
final class ResendTest {
  /** Ways in which a connection can end after which an HTTP client might consider a retry safe. */
  enum ConnectionEnd {
    AFTER_THE_REQUEST((request, peer) -> peer.close()),
    AFTER_KEEP_ALIVE_RESPONSE((request, peer) -> {
      peer.write(ScriptedServer.allowed(9));
      peer.close();
    }),
    ON_REUSE((request, peer) -> {
      if (request.body().contains("\"first\"")) {
        peer.write(ScriptedServer.allowed(9));
      } else {
        peer.close();
      }
    });

    @SuppressWarnings("ImmutableEnumChecker") // stateless lambdas
    private final Script script;

    ConnectionEnd(Script script) {
      this.script = script;
    }
  }

  private static Ratelimit limiter(ScriptedServer server) {
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
  void aBrokenConnectionCausesNoResend(ConnectionEnd connectionEnd) {
    try (ScriptedServer server = ScriptedServer.start(connectionEnd.script);
        Ratelimit limiter = limiter(server)) {
      Result first = limiter.limit("first");
      for (int i = 0; i < 20; i++) {
        limiter.limit("again-" + i);
      }

      assertThat(first.success()).isEqualTo(connectionEnd != ConnectionEnd.AFTER_THE_REQUEST);
      assertThat(bodies(server)).doesNotHaveDuplicates().hasSizeBetween(2, 21);
    }
  }

  @Test
  void aClosedIdleConnectionIsReplaced() {
    try (ScriptedServer server =
            ScriptedServer.start(ConnectionEnd.AFTER_KEEP_ALIVE_RESPONSE.script);
        Ratelimit limiter = limiter(server)) {
      for (int i = 1; i <= 5; i++) {
        int closed = i;
        assertThat(limiter.limit("me").success()).isTrue();
        Eventually.until("not closed", () -> server.closedConnections() == closed);
        // The client has to notice the end of the connection as well, and that cannot be observed.
        Eventually.waitMillis(50);
      }
      assertThat(server.requests()).hasSize(5);
    }
  }

  @Test
  void connectionsAreReused() {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.allowed(9));
        Ratelimit limiter = limiter(server)) {
      IntStream.range(0, 50).forEach(i -> limiter.limit("me-" + i));

      assertThat(server.requests()).hasSize(50);
      assertThat(server.connectionCount()).isLessThan(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void jdkRetriesCauseNoResend(ConnectionEnd connectionEnd)
      throws IOException, InterruptedException {
    try (ScriptedServer server = ScriptedServer.start(connectionEnd.script)) {
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

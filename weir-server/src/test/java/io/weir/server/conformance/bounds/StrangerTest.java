// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.ClientBounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.LoopWatch;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/* docs/server.md promises these bounds: bytes and objects are measured, not time. */
@DisplayName("Whoever has no valid key")
final class StrangerTest {
  private static final int MEGABYTE = 1_000_000;

  /** More than the buffers of two sockets hold, and far less than a loopback carries in the seconds before the end. */
  private static final long MOST_SENT = 64L * MEGABYTE;

  private static String head(String... lines) {
    return Plug.head("limit", "nobody", lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 2000000", "Content-Length: 60000", "Transfer-Encoding: chunked"})
  @DisplayName("is answered by the head alone, and nothing of the body is kept")
  void answeredByTheHead(String length) {
    try (ApiRig rig = new ApiRig();
        Plug plug = new Plug(rig.port())) {
      plug.send(head(length));
      Reply reply = plug.read().whole();

      assertThat(reply.status()).isEqualTo(401);
      rig.awaitQuiet();
      plug.send("5\r\nhello\r\n");
      assertThat(rig.front().bodyBytes()).isZero();
    }
  }

  @Test
  @DisplayName(
      "keeps the connection after a short body, also when requests follow each other at once")
  void keepsTheConnection() {
    String body = Wire.check("strangers", "user", 10);
    String request = head("Content-Length: " + body.length()) + body;
    try (ApiRig rig = new ApiRig();
        Plug plug = new Plug(rig.port())) {
      plug.send(request + request + Plug.check("strangers", "user", 10) + request);

      assertThat(plug.read().whole().status()).isEqualTo(401);
      assertThat(plug.read().whole().status()).isEqualTo(401);
      assertThat(plug.read().whole().number("remaining")).isEqualTo(9);
      assertThat(plug.read().whole().status()).isEqualTo(401);
      rig.awaitQuiet();
    }
  }

  @Test
  @DisplayName("is not told to go on with the body, and the connection ends")
  void expectation() {
    try (ApiRig rig = new ApiRig();
        Plug plug = new Plug(rig.port())) {
      plug.send(head("Expect: 100-continue", "Content-Length: 10"));
      Reply reply = plug.read().whole();

      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.header("connection")).isEqualTo("close");
      assertThat(plug.tryRead()).isNull();
    }
  }

  @Test
  @DisplayName("can't have a body taken in that never ends: some of it is read, and no more")
  void endlessBody() {
    String chunk = "10000\r\n" + "x".repeat(65_536) + "\r\n";
    try (ApiRig rig = new ApiRig();
        Plug plug = new Plug(rig.port())) {
      plug.send(head("Transfer-Encoding: chunked"));
      long sent = 0;
      while (sent < 2 * MOST_SENT && plug.send(chunk)) {
        sent += chunk.length();
      }

      assertThat(sent).isLessThan(MOST_SENT);
      ApiRig.await("the connection ends", () -> rig.front().connections() == 0);
    }
  }

  @Test
  @DisplayName("makes the event loops create few objects, however large body and key are")
  void allocation() {
    int requests = 40;
    String body = "{" + "\"x\":1,".repeat(MEGABYTE / 6) + "\"y\":1}";
    try (ApiRig rig = new ApiRig();
        LoopWatch watch = rig.watchLoops()) {
      long before = watch.allocatedBytes();
      for (int i = 0; i < requests; i++) {
        try (Plug plug = new Plug(rig.port())) {
          String key = i % 2 == 0 ? "nobody" : "k".repeat(10_000);
          plug.send(Plug.head("limit", key, "Content-Length: " + body.length()));
          plug.send(body);
          assertThat(plug.read().whole().status()).isEqualTo(401);
        }
      }

      assertThat(watch.allocatedBytes() - before).isLessThan(requests * 400_000L);
    }
  }

  @Test
  @DisplayName("loses an idle connection sooner than others")
  void idle() {
    Bounds bounds = new Bounds(100_000, 16_384, 100, 100, 10_000, 75_000, 1_000, 0);
    Listen hasty = new Listen("127.0.0.1", 0, "", new ClientBounds(500, 0));
    try (ApiRig rig = new ApiRig(bounds, hasty, Runtime.getRuntime().maxMemory());
        Plug known = new Plug(rig.port());
        Plug silent = new Plug(rig.port());
        Plug stranger = new Plug(rig.port())) {
      known.send(Plug.check("idle", "user", 10));
      assertThat(known.read().whole().passed()).isTrue();
      stranger.send("GET /live HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(stranger.read().whole().status()).isEqualTo(200);

      assertThat(silent.tryRead()).isNull();
      assertThat(stranger.tryRead()).isNull();
      known.send(Plug.check("idle", "user", 10));
      assertThat(known.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName("has as many connections from one address as may be, and no more")
  void perAddress() {
    Bounds bounds = new Bounds(100_000, 16_384, 100, 100, 10_000, 75_000, 1_000, 0);
    Listen listen = new Listen("127.0.0.1", 0, "", new ClientBounds(10_000, 2));
    try (ApiRig rig = new ApiRig(bounds, listen, Runtime.getRuntime().maxMemory());
        Plug first = new Plug(rig.port());
        Plug second = new Plug(rig.port())) {
      ApiRig.await("both are counted", () -> rig.front().connections() == 2);
      try (Plug third = new Plug(rig.port())) {
        assertThat(third.tryRead()).isNull();
      }
      assertThat(rig.shed()).isEqualTo(1);
      second.send(Plug.check("address", "user", 10));
      assertThat(second.read().whole().passed()).isTrue();
      first.finish();
      ApiRig.await("there is room again", () -> rig.front().connections() == 1);
      try (Plug next = new Plug(rig.port())) {
        next.send(Plug.check("address", "user", 10));
        assertThat(next.read().whole().passed()).isTrue();
      }
    }
  }
}

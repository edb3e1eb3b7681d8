// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A connection")
final class ConnectionsTest {
  private static final ApiRig RIG = new ApiRig();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName("serves one request after the other, good ones and bad ones")
  void keepAlive() {
    String tail = " HTTP/1.1\r\nHost: weir\r\nContent-Length: 5\r\n\r\nhello";
    try (Plug plug = new Plug(RIG.port())) {
      for (int i = 0; i < 3; i++) {
        plug.send("POST /nowhere" + tail);
        assertThat(plug.read().whole().status()).isEqualTo(404);
        plug.send("PUT /v2/ratelimit.limit" + tail);
        assertThat(plug.read().whole().status()).isEqualTo(405);
        plug.send("POST /v2/ratelimit.limit" + tail);
        assertThat(plug.read().whole().status()).isEqualTo(400);
        plug.send("GET /live" + tail);
        assertThat(plug.read().whole().status()).isEqualTo(200);
        plug.send(Plug.check("kept", "user", 10));
        assertThat(plug.read().whole().number("remaining")).isEqualTo(9 - i);
      }
    }
  }

  @Test
  @DisplayName("takes several requests at once, and answers them in their order")
  void pipelining() {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append(Plug.check("pipelined", "user", 100));
      requests.append("GET /nowhere HTTP/1.1\r\nHost: weir\r\n\r\n");
    }
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(requests.toString());
      for (int i = 0; i < 50; i++) {
        assertThat(plug.read().whole().number("remaining")).isEqualTo(99 - i);
        assertThat(plug.read().whole().status()).isEqualTo(404);
      }
    }
  }

  @Test
  @DisplayName("answers in order also when an earlier request has to wait and a later one does not")
  void pipeliningBehindAWait() {
    RIG.wire().limit("waits", "user", 10);
    String set = Wire.check("waits", "x", 10);
    RIG.registry.hold();
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("setOverride", ApiRig.KEY, "Content-Length: " + set.length())
          + set
          + Plug.check("waits", "user", 10));
      RIG.registry.awaitHeld(1);
      RIG.registry.release();

      assertThat(plug.read().whole().data()).containsOnlyKeys("overrideId");
      assertThat(plug.read().whole().number("remaining")).isEqualTo(8);
    }
  }

  @Test
  @DisplayName("is closed after the answer if its sender wants that, or speaks HTTP/1.0")
  void closes() {
    String body = Wire.check("closing", "user", 10);
    String closing =
        Plug.head("limit", ApiRig.KEY, "Connection: close", "Content-Length: " + body.length())
            + body;
    String old = Plug.check("closing", "user", 10).replace("HTTP/1.1", "HTTP/1.0");

    for (String each : List.of(closing, old)) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(each);
        assertThat(plug.readAll())
            .hasSize(1)
            .allSatisfy(reply -> assertThat(reply.passed()).isTrue());
      }
    }
  }

  @Test
  @DisplayName("is told to go on by a server that wants the body")
  void expectation() {
    String body = Wire.check("expected", "user", 10);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head(
          "limit", ApiRig.KEY, "Expect: 100-continue", "Content-Length: " + body.length()));
      assertThat(plug.read().status()).isEqualTo(100);
      plug.send(body);
      assertThat(plug.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName("may bring a body byte by byte, or in chunks, whole or cut anywhere")
  void pieces() {
    String request = Plug.check("pieces", "us\u00c3\u00a9r", 10);
    try (Plug plug = new Plug(RIG.port())) {
      for (int i = 0; i < request.length(); i++) {
        plug.send(request.substring(i, i + 1));
      }
      assertThat(plug.read().whole().number("remaining")).isEqualTo(9);
      String body = request.substring(request.indexOf("\r\n\r\n") + 4);
      StringBuilder chunks = new StringBuilder();
      body.chars()
          .forEach(each -> chunks.append("1;x=y\r\n").append((char) each).append("\r\n"));
      plug.send(Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked") + chunks
          + "0\r\nA: b\r\n\r\n");
      assertThat(plug.read().whole().number("remaining")).isEqualTo(8);
    }
  }

  @Test
  @DisplayName(
      "keeps a body as it came while other connections are busy and its end is still to come")
  void lateEnd() {
    String body = Wire.check("late", "user", 10);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked")
          + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n");
      for (int i = 0; i < 300; i++) {
        try (Plug other = new Plug(RIG.port())) {
          other.send(Plug.check("busy", "x".repeat(i + 1), 10));
          assertThat(other.read().passed()).isTrue();
        }
      }
      plug.send("0\r\n\r\n");
      Reply reply = plug.read().whole();
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.number("remaining")).isEqualTo(9);
    }
  }

  @Test
  @DisplayName("that breaks off in the middle of a request leaves nothing behind")
  void breaksOff() {
    String request = Plug.check("broken", "user", 10);
    for (int cut = 1; cut < request.length(); cut += 13) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(request.substring(0, cut));
      }
    }
    RIG.awaitQuiet();
    assertThat(RIG.wire().limit("broken", "user", 10).number("remaining")).isEqualTo(9);
  }

  @Test
  @DisplayName("bears the empty cookie and the other headers that known clients send")
  void clientHeaders() {
    String body = Wire.check("clients", "user", 10);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head(
              "limit",
              ApiRig.KEY,
              "cookie: ",
              "connection: keep-alive",
              "accept-language: *",
              "sec-fetch-mode: cors",
              "accept-encoding: gzip, deflate",
              "Content-Length: " + body.length())
          + body);
      assertThat(plug.read().whole().passed()).isTrue();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/* Tests requests that some proxies interpret differently, so a server behind them must not guess. */
final class StrictHttpTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final String BODY = RawHttpClient.check("strict", "user", 1_000);

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** Sends a check with these lines in place of the Host header, and returns the responses. */
  private static List<ApiReply> send(String version, String hostLines) {
    String request = RawSocket.check("strict", "user", 1_000)
        .replace("HTTP/1.1", version)
        .replace("Host: weir\r\n", hostLines);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(request);
      rawSocket.finish();
      return rawSocket.readAll();
    }
  }

  private static void assertRefused(List<ApiReply> replies) {
    assertThat(replies).hasSize(1);
    assertThat(replies.get(0).status()).isEqualTo(400);
    assertThat(replies.get(0).header("connection")).isEqualTo("close");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: weir\r\nX: a\r\n b\r\n",
        "Host: weir\r\nX: a\r\n\tb\r\n",
        "Host: weir\r\nX:\r\n b\r\n",
        "Host: weir\r\nX: a\r\n \r\n",
        "Host:\r\n weir\r\n",
        " X: a\r\nHost: weir\r\n"
      })
  void foldedHeadersAreRefused(String lines) {
    assertRefused(send("HTTP/1.1", lines));
  }

  @Test
  void foldedHeadersArrivingByteByByteAreRefused() {
    String request =
        RawSocket.check("strict", "user", 1_000).replace("Host: weir", "Host: weir\r\nX: a\r\n b");
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.check("strict", "user", 1_000));
      assertThat(rawSocket.read().whole().passed()).isTrue();
      for (int i = 0; i < request.length(); i++) {
        rawSocket.send(request.substring(i, i + 1));
      }
      assertThat(rawSocket.read().whole().status()).isEqualTo(400);
      assertThat(rawSocket.tryRead()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r\n\r\n\n"})
  void leadingEmptyLinesChangeNothing(String lines) {
    String sound = RawSocket.check("strict", "user", 1_000);
    String folded = sound.replace("Host: weir", "Host: weir\r\nX: a\r\n b");
    for (boolean isCut : new boolean[] {false, true}) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(lines + (isCut ? "P" : ""));
        rawSocket.send((isCut ? "" : "P") + sound.substring(1));
        assertThat(rawSocket.read().whole().passed()).isTrue();
        rawSocket.send(lines + folded);
        assertThat(rawSocket.read().whole().status()).isEqualTo(400);
      }
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(lines + folded);
        assertThat(rawSocket.read().whole().status()).isEqualTo(400);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Host: weir\r\nHost: weir\r\n",
        "Host: weir\r\nX: y\r\nhost: other\r\n",
        "Host: a b\r\n",
        "Host: a,b\r\n",
        "Host: a/b\r\n",
        "Host: user@weir\r\n",
        "Host: w\u00e9ir\r\n"
      })
  void aMissingOrRepeatedHostIsRefused(String lines) {
    assertRefused(send("HTTP/1.1", lines));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host:\r\n",
        "HOST: weir:7777\r\n",
        "Host: [::1]:7777\r\n",
        "Host: we-ir.example_1\r\n"
      })
  void oneHostIsAccepted(String lines) {
    assertThat(send("HTTP/1.1", lines).get(0).passed()).isTrue();
  }

  @Test
  void http10NeedsNoHost() {
    assertThat(send("HTTP/1.0", "").get(0).passed()).isTrue();
    assertRefused(send("HTTP/1.0", "Host: a\r\nHost: b\r\n"));
  }

  @Test
  void bodiesMayHoldSpacesAndLineFeeds() {
    String body = "\n " + BODY + "\n ";
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (int i = 0; i < 2; i++) {
        rawSocket.send(
            RawSocket.head("limit", TestApiServer.KEY, "Content-Length: " + body.length()) + body);
        assertThat(rawSocket.read().whole().passed()).isTrue();
        rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
            + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
        assertThat(rawSocket.read().whole().passed()).isTrue();
        rawSocket.send("GET /live HTTP/1.1\r\nHost: weir\r\n\r\n");
        assertThat(rawSocket.read().whole().status()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        "Upgrade: H2C\r\nConnection: upgrade,http2-settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        "Upgrade: h2c\r\nConnection: Upgrade\r\n",
        "Upgrade: websocket, h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: !!!\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
      })
  void upgradeRequestsAreAnsweredInHttp11(String lines) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (String method : new String[] {"GET", "POST"}) {
        rawSocket.send(method + " /live HTTP/1.1\r\nHost: weir\r\n" + lines + "\r\n");
        ApiReply apiReply = rawSocket.read().whole();
        assertThat(apiReply.status()).isEqualTo(method.equals("GET") ? 200 : 405);
        assertThat(apiReply.header("upgrade")).isNull();
      }
      rawSocket.send(RawSocket.check("strict", "user", 1_000));
      assertThat(rawSocket.read().whole().passed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2\u00c0\u00afratelimit.limit",
        "/v2/ratelimit.limit\u00c3\u00a9",
        "/v2%c0%afratelimit.limit",
        "/v2/%C0%AE%C0%AE/ratelimit.limit",
        "/v2/%e0%80%afratelimit.limit",
        "/v2/%ed%a0%80",
        "/v2/%f8%88%80%80%80",
        "/%ff",
        "/%",
        "/%c3",
        "/%zz"
      })
  void invalidlyEncodedPathsAreRefused(String path) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send("GET " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(rawSocket.read().whole().status()).isEqualTo(400);
    }
  }

  @Test
  void escapedUtf8PathsAreLookedUp() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send("GET /%c3%a9%F0%9F%9A%80%2f HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(rawSocket.read().whole().status()).isEqualTo(404);
    }
  }
}

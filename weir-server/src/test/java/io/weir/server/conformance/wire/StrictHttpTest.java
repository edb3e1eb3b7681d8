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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/* Each of these is read in another way by some proxy, so a server behind it must not guess. */
@DisplayName("A head that proxies read in several ways")
final class StrictHttpTest {
  private static final ApiRig RIG = new ApiRig();
  private static final String BODY = Wire.check("strict", "user", 1_000);

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** The answers to a check with these lines in place of the one for the host. */
  private static List<Reply> send(String version, String hostLines) {
    String request = Plug.check("strict", "user", 1_000)
        .replace("HTTP/1.1", version)
        .replace("Host: weir\r\n", hostLines);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(request);
      plug.finish();
      return plug.readAll();
    }
  }

  private static void assertRefused(List<Reply> replies) {
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
  @DisplayName("because a header is folded is refused")
  void folded(String lines) {
    assertRefused(send("HTTP/1.1", lines));
  }

  @Test
  @DisplayName("because a header is folded is refused also when it comes byte by byte")
  void foldedInPieces() {
    String request =
        Plug.check("strict", "user", 1_000).replace("Host: weir", "Host: weir\r\nX: a\r\n b");
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.check("strict", "user", 1_000));
      assertThat(plug.read().whole().passed()).isTrue();
      for (int i = 0; i < request.length(); i++) {
        plug.send(request.substring(i, i + 1));
      }
      assertThat(plug.read().whole().status()).isEqualTo(400);
      assertThat(plug.tryRead()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r\n\r\n\n"})
  @DisplayName("is not read in another way because empty lines come before it")
  void emptyLines(String lines) {
    String sound = Plug.check("strict", "user", 1_000);
    String folded = sound.replace("Host: weir", "Host: weir\r\nX: a\r\n b");
    for (boolean isCut : new boolean[] {false, true}) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(lines + (isCut ? "P" : ""));
        plug.send((isCut ? "" : "P") + sound.substring(1));
        assertThat(plug.read().whole().passed()).isTrue();
        plug.send(lines + folded);
        assertThat(plug.read().whole().status()).isEqualTo(400);
      }
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(lines + folded);
        assertThat(plug.read().whole().status()).isEqualTo(400);
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
  @DisplayName("because it names no host, or several, is refused")
  void hosts(String lines) {
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
  @DisplayName("is fine with any one host")
  void host(String lines) {
    assertThat(send("HTTP/1.1", lines).get(0).passed()).isTrue();
  }

  @Test
  @DisplayName("is fine without a host in HTTP/1.0, which has none")
  void oldVersion() {
    assertThat(send("HTTP/1.0", "").get(0).passed()).isTrue();
    assertRefused(send("HTTP/1.0", "Host: a\r\nHost: b\r\n"));
  }

  @Test
  @DisplayName("may have spaces and line feeds in its body and after it")
  void bodiesAreNotHeads() {
    String body = "\n " + BODY + "\n ";
    try (Plug plug = new Plug(RIG.port())) {
      for (int i = 0; i < 2; i++) {
        plug.send(Plug.head("limit", ApiRig.KEY, "Content-Length: " + body.length()) + body);
        assertThat(plug.read().whole().passed()).isTrue();
        plug.send(Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked")
            + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
        assertThat(plug.read().whole().passed()).isTrue();
        plug.send("GET /live HTTP/1.1\r\nHost: weir\r\n\r\n");
        assertThat(plug.read().whole().status()).isEqualTo(200);
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
  @DisplayName("because it asks for another protocol is answered in this one, and so is the next")
  void upgrades(String lines) {
    try (Plug plug = new Plug(RIG.port())) {
      for (String method : new String[] {"GET", "POST"}) {
        plug.send(method + " /live HTTP/1.1\r\nHost: weir\r\n" + lines + "\r\n");
        Reply reply = plug.read().whole();
        assertThat(reply.status()).isEqualTo(method.equals("GET") ? 200 : 405);
        assertThat(reply.header("upgrade")).isNull();
      }
      plug.send(Plug.check("strict", "user", 1_000));
      assertThat(plug.read().whole().passed()).isTrue();
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
  @DisplayName("because its path is no UTF-8, or not escaped, is refused")
  void paths(String path) {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send("GET " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(plug.read().whole().status()).isEqualTo(400);
    }
  }

  @Test
  @DisplayName("is looked up if its path is escaped UTF-8")
  void soundPath() {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send("GET /%c3%a9%F0%9F%9A%80%2f HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(plug.read().whole().status()).isEqualTo(404);
    }
  }
}

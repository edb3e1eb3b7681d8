// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What is not HTTP")
final class MalformedTest {
  private static final ApiRig RIG = new ApiRig();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @AfterEach
  void serviceIsRight() {
    assertThat(RIG.wire().limit("after", "user", 100_000).passed()).isTrue();
    RIG.awaitQuiet(); // a request ends when its answer has left
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n\r\n",
        "GET\r\n\r\n",
        "GET /live\r\n\r\n",
        "GET /live HTTP\r\n\r\n",
        "GET /live HTTP/x.y\r\n\r\n",
        "GET /live HTTP/1.1\r\nno colon\r\n\r\n",
        "GET /live HTTP/1.1\r\nA\0: b\r\n\r\n",
        "GET /live HTTP/1.1\r\nA: b\0c\r\n\r\n",
        "GET /live HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "GET /live HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /v2/ratelimit.limit HTTP/1.1\r\nHost: w\r\nContent-Length: 99999999999999999999\r\n\r\n"
      })
  @DisplayName("is refused with a whole answer, and then the connection is closed")
  void refused(String bytes) {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(bytes);
      List<Reply> replies = plug.readAll();

      assertThat(replies).hasSize(1);
      assertThat(replies.get(0).status()).isBetween(400, 413);
      assertThat(replies.get(0).header("connection")).isEqualTo("close");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003",
        "\0\0\0\0\0\0\0\0\r\n\r\n",
        "POST /v2/ratelimit.limit HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /live HTTP/1.1\r\n: no name\r\n\r\n",
        "GET /live FTP/1.1\r\n\r\n",
        "SSH-2.0-OpenSSH_9.6\r\n\r\n",
        "*1\r\n$4\r\nPING\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is no frame at all",
        "GET /live HTTP/3.0\r\nHost: w\r\n\r\n",
        "GET /live HTTP/2.0\r\nHost: w\r\n\r\n",
        "GET /live HTTP/9.9\r\nHost: w\r\n\r\n",
        "CONNECT weir:443 HTTP/1.1\r\nHost: w\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: w\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: w\r\n\r\n",
        "GET http://[::1/live HTTP/1.1\r\nHost: w\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: w\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: w\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: w\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: !!!\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: w\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: w\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n"
      })
  @DisplayName(
      "of the kind, or of another protocol, ends the connection; what Vert.x answers by itself may have no body")
  void ended(String bytes) {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(bytes);
      plug.finish();
      plug.readToEnd();
    }
  }
}

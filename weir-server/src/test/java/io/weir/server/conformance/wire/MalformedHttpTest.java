// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MalformedHttpTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static EventLoopMonitor watch;

  @BeforeAll
  static void watchLoops() {
    watch = RIG.watchLoops();
  }

  @AfterAll
  static void close() {
    try {
      watch.close();
    } finally {
      RIG.close();
    }
  }

  @AfterEach
  void serverStillWorks() {
    assertThat(RIG.wire().limit("after", "user", 100_000).passed()).isTrue();
    RIG.awaitQuiet(); // a request ends when its response has been sent
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
  void malformedRequestsAreAnsweredAndClosed(String bytes) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(bytes);
      List<ApiReply> replies = rawSocket.readAll();

      assertThat(replies).hasSize(1);
      assertThat(replies.get(0).status()).isBetween(400, 413);
      assertThat(replies.get(0).header("connection")).isEqualTo("close");
    }
  }

  /** The connection is closed without a response. */
  private static final int NONE = 0;

  static Stream<Arguments> others() {
    String host = "\r\nHost: w\r\n\r\n";
    return Stream.of(
        arguments("\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003", NONE), // TLS
        arguments("\0\0\0\0\0\0\0\0\r\n\r\n", NONE),
        arguments("PRI * HTTP/2.0\r\n\r\nGET /live HTTP/1.1" + host, NONE),
        arguments("PRI * HTTP/2.0\r\nHost: w\r\n\r\n", NONE),
        arguments("PRI /live HTTP/1.1" + host, 405),
        arguments(" GET /live HTTP/1.1" + host, NONE),
        arguments("GET /live HTTP/1.1\r\n: no name\r\n\r\n", 400),
        arguments("GET /live FTP/1.1\r\n\r\n", 400),
        arguments("SSH-2.0-OpenSSH_9.6\r\n\r\n", 400),
        arguments("*1\r\n$4\r\nPING\r\n\r\n", 400), // Redis
        arguments("GET /live HTTP/3.0" + host, 501),
        arguments("GET /live HTTP/2.0" + host, 501),
        arguments("GET /live HTTP/9.9" + host, 501),
        arguments("CONNECT weir:443 HTTP/1.1" + host, 404),
        arguments("OPTIONS * HTTP/1.1" + host, 404),
        arguments("GET http:// HTTP/1.1" + host, 400),
        arguments("GET http://[::1/live HTTP/1.1" + host, 400));
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherProtocolsEndTheConnection(String bytes, int status) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(bytes);
      rawSocket.finish();
      List<Integer> statuses = new ArrayList<>();
      for (ApiReply apiReply = rawSocket.tryRead();
          apiReply != null;
          apiReply = rawSocket.tryRead()) {
        statuses.add(apiReply.status());
      }

      assertThat(statuses).isEqualTo(status == NONE ? List.of() : List.of(status));
    }
  }

  @Test
  void aBrokenChunkEndsTheConnectionUncounted() {
    String look = RawSocket.check("chunk", "user", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
          + "zz\r\n" + look);

      assertThat(rawSocket.readAll())
          .allSatisfy(each -> assertThat(each.status()).isEqualTo(400));
    }
    assertThat(RIG.wire().limit("chunk", "user", 10).number("remaining")).isEqualTo(9);
  }

  @Test
  void invalidHttp2FramesEndTheConnection() {
    try (RawHttp2Connection connection = new RawHttp2Connection(RIG.port(), 65_535)) {
      connection.send(new RawHttp2Connection.Frame(RawHttp2Connection.SETTINGS, 0, 7, "abcde"));

      assertThat(connection.readToEnd())
          .allSatisfy(each -> assertThat(each.stream()).isZero());
    }
  }
}

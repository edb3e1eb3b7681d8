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

final class ConnectionsTest {
  private static final TestApiServer RIG = new TestApiServer();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void servesRequestsOneAfterTheOther() {
    String tail = " HTTP/1.1\r\nHost: weir\r\nContent-Length: 5\r\n\r\nhello";
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (int i = 0; i < 3; i++) {
        rawSocket.send("POST /nowhere" + tail);
        assertThat(rawSocket.read().whole().status()).isEqualTo(404);
        rawSocket.send("PUT /v2/ratelimit.limit" + tail);
        assertThat(rawSocket.read().whole().status()).isEqualTo(405);
        rawSocket.send("POST /v2/ratelimit.limit" + tail);
        assertThat(rawSocket.read().whole().status()).isEqualTo(400);
        rawSocket.send("GET /live" + tail);
        assertThat(rawSocket.read().whole().status()).isEqualTo(200);
        rawSocket.send(RawSocket.check("kept", "user", 10));
        assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(9 - i);
      }
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append(RawSocket.check("pipelined", "user", 100));
      requests.append("GET /nowhere HTTP/1.1\r\nHost: weir\r\n\r\n");
    }
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(requests.toString());
      for (int i = 0; i < 50; i++) {
        assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(99 - i);
        assertThat(rawSocket.read().whole().status()).isEqualTo(404);
      }
    }
  }

  @Test
  void pipelinedAnswersWaitForAnEarlierRequest() {
    RIG.wire().limit("waits", "user", 10);
    String set = RawHttpClient.check("waits", "x", 10);
    RIG.registry.hold();
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(
          RawSocket.head("setOverride", TestApiServer.KEY, "Content-Length: " + set.length())
              + set
              + RawSocket.check("waits", "user", 10));
      RIG.registry.awaitHeld(1);
      RIG.registry.release();

      assertThat(rawSocket.read().whole().data()).containsOnlyKeys("overrideId");
      assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(8);
    }
  }

  @Test
  void closesOnRequestAndForHttp10() {
    String body = RawHttpClient.check("closing", "user", 10);
    String closing = RawSocket.head(
            "limit", TestApiServer.KEY, "Connection: close", "Content-Length: " + body.length())
        + body;
    String old = RawSocket.check("closing", "user", 10).replace("HTTP/1.1", "HTTP/1.0");

    for (String each : List.of(closing, old)) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(each);
        assertThat(rawSocket.readAll())
            .hasSize(1)
            .allSatisfy(apiReply -> assertThat(apiReply.passed()).isTrue());
      }
    }
  }

  @Test
  void expectContinueIsAnswered() {
    String body = RawHttpClient.check("expected", "user", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.head(
          "limit", TestApiServer.KEY, "Expect: 100-continue", "Content-Length: " + body.length()));
      assertThat(rawSocket.read().status()).isEqualTo(100);
      rawSocket.send(body);
      assertThat(rawSocket.read().whole().passed()).isTrue();
    }
  }

  @Test
  void aBodyMayArriveInPieces() {
    String request = RawSocket.check("pieces", "us\u00c3\u00a9r", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (int i = 0; i < request.length(); i++) {
        rawSocket.send(request.substring(i, i + 1));
      }
      assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(9);
      String body = request.substring(request.indexOf("\r\n\r\n") + 4);
      StringBuilder chunks = new StringBuilder();
      body.chars()
          .forEach(each -> chunks.append("1;x=y\r\n").append((char) each).append("\r\n"));
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
          + chunks + "0\r\nA: b\r\n\r\n");
      assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(8);
    }
  }

  @Test
  void anUnfinishedBodyIsKeptWhileOthersAreBusy() {
    String body = RawHttpClient.check("late", "user", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
          + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n");
      for (int i = 0; i < 300; i++) {
        try (RawSocket other = new RawSocket(RIG.port())) {
          other.send(RawSocket.check("busy", "x".repeat(i + 1), 10));
          assertThat(other.read().passed()).isTrue();
        }
      }
      rawSocket.send("0\r\n\r\n");
      ApiReply apiReply = rawSocket.read().whole();
      assertThat(apiReply.status()).as(apiReply.text()).isEqualTo(200);
      assertThat(apiReply.number("remaining")).isEqualTo(9);
    }
  }

  @Test
  void anAbortedRequestLeavesNothing() {
    String request = RawSocket.check("broken", "user", 10);
    for (int cut = 1; cut < request.length(); cut += 13) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(request.substring(0, cut));
      }
    }
    RIG.awaitQuiet();
    assertThat(RIG.wire().limit("broken", "user", 10).number("remaining")).isEqualTo(9);
  }

  @Test
  void emptyCookiesAndKnownClientHeadersAreAccepted() {
    String body = RawHttpClient.check("clients", "user", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.head(
              "limit",
              TestApiServer.KEY,
              "cookie: ",
              "connection: keep-alive",
              "accept-language: *",
              "sec-fetch-mode: cors",
              "accept-encoding: gzip, deflate",
              "Content-Length: " + body.length())
          + body);
      assertThat(rawSocket.read().whole().passed()).isTrue();
    }
  }
}

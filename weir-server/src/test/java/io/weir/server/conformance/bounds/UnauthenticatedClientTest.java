// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ClientLimits;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/* Tests the limits that docs/server.md promises. Measures bytes and objects, not time. */
final class UnauthenticatedClientTest {
  private static final int MEGABYTE = 1_000_000;

  /**
   * More than the buffers of two sockets hold, and far less than a loopback connection transfers in the seconds
   * before its end.
   */
  private static final long MAX_SENT = 64L * MEGABYTE;

  private static String head(String... lines) {
    return RawSocket.head("limit", "nobody", lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 2000000", "Content-Length: 60000", "Transfer-Encoding: chunked"})
  void isAnsweredByTheHeadAlone(String length) {
    try (TestApiServer rig = new TestApiServer();
        RawSocket rawSocket = new RawSocket(rig.port())) {
      rawSocket.send(head(length));
      ApiReply apiReply = rawSocket.read().whole();

      assertThat(apiReply.status()).isEqualTo(401);
      rig.awaitQuiet();
      rawSocket.send("5\r\nhello\r\n");
      assertThat(rig.front().bodyBytes()).isZero();
    }
  }

  @Test
  void keepsTheConnectionAfterAShortBody() {
    String body = RawHttpClient.check("strangers", "user", 10);
    String request = head("Content-Length: " + body.length()) + body;
    try (TestApiServer rig = new TestApiServer();
        RawSocket rawSocket = new RawSocket(rig.port())) {
      rawSocket.send(request + request + RawSocket.check("strangers", "user", 10) + request);

      assertThat(rawSocket.read().whole().status()).isEqualTo(401);
      assertThat(rawSocket.read().whole().status()).isEqualTo(401);
      assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(9);
      assertThat(rawSocket.read().whole().status()).isEqualTo(401);
      rig.awaitQuiet();
    }
  }

  @Test
  void isNotAskedToContinueWithTheBody() {
    try (TestApiServer rig = new TestApiServer();
        RawSocket rawSocket = new RawSocket(rig.port())) {
      rawSocket.send(head("Expect: 100-continue", "Content-Length: 10"));
      ApiReply apiReply = rawSocket.read().whole();

      assertThat(apiReply.status()).isEqualTo(401);
      assertThat(apiReply.header("connection")).isEqualTo("close");
      assertThat(rawSocket.tryRead()).isNull();
    }
  }

  @Test
  void onlyPartOfAnEndlessBodyIsRead() {
    String chunk = "10000\r\n" + "x".repeat(65_536) + "\r\n";
    try (TestApiServer rig = new TestApiServer();
        RawSocket rawSocket = new RawSocket(rig.port())) {
      rawSocket.send(head("Transfer-Encoding: chunked"));
      long sent = 0;
      while (sent < 2 * MAX_SENT && rawSocket.send(chunk)) {
        sent += chunk.length();
      }

      assertThat(sent).isLessThan(MAX_SENT);
      TestApiServer.await("the connection ends", () -> rig.front().connections() == 0);
    }
  }

  @Test
  void causesFewAllocationsOnTheEventLoops() {
    int requests = 40;
    String body = "{" + "\"x\":1,".repeat(MEGABYTE / 6) + "\"y\":1}";
    try (TestApiServer rig = new TestApiServer();
        EventLoopMonitor watch = rig.watchLoops()) {
      long before = watch.allocatedBytes();
      for (int i = 0; i < requests; i++) {
        try (RawSocket rawSocket = new RawSocket(rig.port())) {
          String key = i % 2 == 0 ? "nobody" : "k".repeat(10_000);
          rawSocket.send(RawSocket.head("limit", key, "Content-Length: " + body.length()));
          rawSocket.send(body);
          assertThat(rawSocket.read().whole().status()).isEqualTo(401);
        }
      }

      assertThat(watch.allocatedBytes() - before).isLessThan(requests * 400_000L);
    }
  }

  @Test
  void losesIdleConnectionsSooner() {
    ServerLimits serverLimits =
        new ServerLimits(100_000, 16_384, 100, 100, new Timeouts(10_000, 75_000, 1_000), 0);
    ListenSettings hasty = new ListenSettings("127.0.0.1", 0, "", new ClientLimits(500, 0));
    try (TestApiServer rig =
            new TestApiServer(serverLimits, hasty, Runtime.getRuntime().maxMemory());
        RawSocket known = new RawSocket(rig.port());
        RawSocket silent = new RawSocket(rig.port());
        RawSocket client = new RawSocket(rig.port())) {
      known.send(RawSocket.check("idle", "user", 10));
      assertThat(known.read().whole().passed()).isTrue();
      client.send("GET /live HTTP/1.1\r\nHost: weir\r\n\r\n");
      assertThat(client.read().whole().status()).isEqualTo(200);

      assertThat(silent.tryRead()).isNull();
      assertThat(client.tryRead()).isNull();
      known.send(RawSocket.check("idle", "user", 10));
      assertThat(known.read().whole().passed()).isTrue();
    }
  }

  @Test
  void hasALimitedNumberOfConnectionsPerAddress() {
    ServerLimits serverLimits =
        new ServerLimits(100_000, 16_384, 100, 100, new Timeouts(10_000, 75_000, 1_000), 0);
    ListenSettings listenSettings =
        new ListenSettings("127.0.0.1", 0, "", new ClientLimits(10_000, 2));
    try (TestApiServer rig =
            new TestApiServer(serverLimits, listenSettings, Runtime.getRuntime().maxMemory());
        RawSocket first = new RawSocket(rig.port());
        RawSocket second = new RawSocket(rig.port())) {
      TestApiServer.await("both are counted", () -> rig.front().connections() == 2);
      try (RawSocket third = new RawSocket(rig.port())) {
        assertThat(third.tryRead()).isNull();
      }
      assertThat(rig.shed()).isEqualTo(1);
      second.send(RawSocket.check("address", "user", 10));
      assertThat(second.read().whole().passed()).isTrue();
      first.finish();
      TestApiServer.await("there is room again", () -> rig.front().connections() == 1);
      try (RawSocket next = new RawSocket(rig.port())) {
        next.send(RawSocket.check("address", "user", 10));
        assertThat(next.read().whole().passed()).isTrue();
      }
    }
  }
}

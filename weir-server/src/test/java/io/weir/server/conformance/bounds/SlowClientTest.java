// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class SlowClientTest {
  private static final TestApiServer RIG = new TestApiServer(
      new ServerLimits(100_000, 16_384, 100, 100, new Timeouts(500, 1_000, 1_000), 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** Asserts that the connection ends regardless of how long more is sent. */
  private static void assertStopped(RawSocket rawSocket, String more) {
    AtomicBoolean isOpen = new AtomicBoolean(true);
    TestApiServer.await("it is stopped", () -> {
      isOpen.set(isOpen.get() && rawSocket.send(more));
      return !isOpen.get();
    });
  }

  @Test
  void aSlowBodyGetsAnAnswerAndLosesTheConnection() {
    for (String head : new String[] {
      RawSocket.head("limit", TestApiServer.KEY, "Content-Length: 100"),
      RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
    }) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(head);
        ApiReply apiReply = rawSocket.read().whole();

        assertThat(apiReply.status()).isEqualTo(408);
        assertThat(apiReply.problem()).isEqualTo("unkey/application/request_timeout");
        assertThat(apiReply.header("connection")).isEqualTo("close");
        assertThat(rawSocket.tryRead()).isNull();
      }
    }
    RIG.awaitQuiet();
  }

  @Test
  void anEndlessBodyIsStopped() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked"));

      assertStopped(rawSocket, "1\r\n \r\n");
    }
    RIG.awaitQuiet();
  }

  @Test
  void anEndlessFirstHeadIsStopped() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX-Slow: ");

      assertStopped(rawSocket, "y");
    }
    RIG.awaitQuiet();
  }

  @Test
  void anEndlessLaterHeadIsStopped() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(RawSocket.check("slow", "drip", 10));
      assertThat(rawSocket.read().whole().passed()).isTrue();
      rawSocket.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX-Slow: ");

      assertStopped(rawSocket, "y");
    }
    RIG.awaitQuiet();
  }

  @Test
  void aSlowHeadLosesTheConnection() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n");

      assertThat(rawSocket.tryRead()).isNull();
    }
  }

  @Test
  void anIdleConnectionIsClosed() {
    try (RawSocket never = new RawSocket(RIG.port());
        RawSocket again = new RawSocket(RIG.port())) {
      again.send(RawSocket.check("slow", "user", 10));
      assertThat(again.read().whole().passed()).isTrue();

      assertThat(again.tryRead()).isNull();
      assertThat(never.tryRead()).isNull();
    }
  }

  @Test
  void aSlowStoreIsAbandonedAndItsLateAnswerIgnored() {
    RIG.wire().limit("late", "user", 10);
    RIG.registry.hold();
    String body = RawHttpClient.check("late", "x", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(
          RawSocket.head("setOverride", TestApiServer.KEY, "Content-Length: " + body.length())
              + body);
      ApiReply apiReply = rawSocket.read().whole();
      RIG.registry.release();

      assertThat(apiReply.status()).isEqualTo(408);
      assertThat(rawSocket.tryRead()).as("no second answer").isNull();
    }
    RIG.awaitQuiet();
    assertThat(RIG.wire().limit("late", "user", 10).passed()).isTrue();
  }

  @Test
  void storeAfterQuota() {
    RIG.workspace("ws_quota", 3, true);
    RIG.key("quota.key", "ws_quota", TestApiServer.EVERYTHING);
    RIG.wire().with("quota.key").limit("late", "user", 10);
    RIG.registry.hold();
    String body = RawHttpClient.check("late", "x", 10);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(
          RawSocket.head("setOverride", "quota.key", "Content-Length: " + body.length()) + body);
      ApiReply apiReply = rawSocket.read().whole();
      RIG.registry.release();

      assertThat(apiReply.status()).isEqualTo(408);
      assertThat(apiReply.header("ratelimit-limit")).isEqualTo("3");
      assertThat(apiReply.header("ratelimit-remaining")).isEqualTo("1");
      assertThat(apiReply.header("ratelimit-reset")).isEqualTo("40");
    }
    RIG.awaitQuiet();
  }
}

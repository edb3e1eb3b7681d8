// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever is slow")
final class SlowTest {
  private static final ApiRig RIG =
      new ApiRig(new Bounds(100_000, 16_384, 100, 100, 500, 1_000, 1_000, 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** However long more is sent. */
  private static void assertStopped(Plug plug, String more) {
    AtomicBoolean isOpen = new AtomicBoolean(true);
    ApiRig.await("it is stopped", () -> {
      isOpen.set(isOpen.get() && plug.send(more));
      return !isOpen.get();
    });
  }

  @Test
  @DisplayName("with a body gets an answer that says so, and loses the connection")
  void body() {
    for (String head : new String[] {
      Plug.head("limit", ApiRig.KEY, "Content-Length: 100"),
      Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked")
    }) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(head);
        Reply reply = plug.read().whole();

        assertThat(reply.status()).isEqualTo(408);
        assertThat(reply.problem()).isEqualTo("unkey/application/request_timeout");
        assertThat(reply.header("connection")).isEqualTo("close");
        assertThat(plug.tryRead()).isNull();
      }
    }
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName("with a body that never ends, but always goes on, is stopped as well")
  void drip() {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked"));

      assertStopped(plug, "1\r\n \r\n");
    }
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName("with a first head that never ends, but always goes on, is stopped as well")
  void drippingHead() {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX-Slow: ");

      assertStopped(plug, "y");
    }
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName("with a later head that never ends, but always goes on, is stopped as well")
  void drippingLaterHead() {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.check("slow", "drip", 10));
      assertThat(plug.read().whole().passed()).isTrue();
      plug.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX-Slow: ");

      assertStopped(plug, "y");
    }
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName("with a head loses the connection")
  void head() {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n");

      assertThat(plug.tryRead()).isNull();
    }
  }

  @Test
  @DisplayName("to ask anything, at first or again, loses the connection")
  void idle() {
    try (Plug never = new Plug(RIG.port());
        Plug again = new Plug(RIG.port())) {
      again.send(Plug.check("slow", "user", 10));
      assertThat(again.read().whole().passed()).isTrue();

      assertThat(again.tryRead()).isNull();
      assertThat(never.tryRead()).isNull();
    }
  }

  @Test
  @DisplayName("to answer us is given up, and what comes too late changes nothing")
  void store() {
    RIG.wire().limit("late", "user", 10);
    RIG.registry.hold();
    String body = Wire.check("late", "x", 10);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("setOverride", ApiRig.KEY, "Content-Length: " + body.length()) + body);
      Reply reply = plug.read().whole();
      RIG.registry.release();

      assertThat(reply.status()).isEqualTo(408);
      assertThat(plug.tryRead()).as("no second answer").isNull();
    }
    RIG.awaitQuiet();
    assertThat(RIG.wire().limit("late", "user", 10).passed()).isTrue();
  }

  @Test
  @DisplayName(
      "to answer us is given up, and told what is left of the quota that the request spent")
  void storeAfterQuota() {
    RIG.workspace("ws_quota", 3, true);
    RIG.key("quota.key", "ws_quota", ApiRig.EVERYTHING);
    RIG.wire().with("quota.key").limit("late", "user", 10);
    RIG.registry.hold();
    String body = Wire.check("late", "x", 10);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("setOverride", "quota.key", "Content-Length: " + body.length()) + body);
      Reply reply = plug.read().whole();
      RIG.registry.release();

      assertThat(reply.status()).isEqualTo(408);
      assertThat(reply.header("ratelimit-limit")).isEqualTo("3");
      assertThat(reply.header("ratelimit-remaining")).isEqualTo("1");
      assertThat(reply.header("ratelimit-reset")).isEqualTo("40");
    }
    RIG.awaitQuiet();
  }
}

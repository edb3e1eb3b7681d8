// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is too large")
final class SizesTest {
  private static final int MOST = 100_000;
  private static final ApiRig RIG =
      new ApiRig(new Bounds(MOST, 16_384, 100, 100, 10_000, 75_000, 1_000, 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  @AfterEach
  void serviceIsRight() {
    assertThat(RIG.wire().limit("after", "user", 100_000).passed()).isTrue();
    RIG.awaitQuiet(); // a request ends when its answer has left
    assertThat(RIG.front().bodyBytes()).isZero();
  }

  /** A sound body of exactly this many bytes. */
  private static String body(int bytes) {
    String sound = Wire.check("sizes", "user", 1_000);
    return sound + " ".repeat(bytes - sound.length());
  }

  private static void assertTooLarge(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(413);
    assertThat(reply.problem()).isEqualTo("unkey/application/request_body_too_large");
    assertThat(reply.error()).containsEntry("title", "Payload Too Large");
    assertThat(reply.errors()).isEmpty();
  }

  @Test
  @DisplayName("is a body one byte beyond the bound, and not one at it")
  void edge() {
    assertThat(RIG.wire().ask("limit", body(MOST)).status()).isEqualTo(200);
    assertTooLarge(RIG.wire().ask("limit", body(MOST + 1)));
  }

  @Test
  @DisplayName("is refused by its announced length before it is sent")
  void announced() {
    for (String length : new String[] {"100001", "999999999999", "9223372036854775807"}) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(Plug.head("limit", ApiRig.KEY, "Content-Length: " + length));
        assertTooLarge(plug.read().whole());
        assertThat(plug.tryRead()).isNull();
      }
    }
  }

  @Test
  @DisplayName("is refused while it comes in chunks of unknown number")
  void chunked() {
    byte[] large = body(MOST + 1).getBytes(StandardCharsets.UTF_8);
    byte[] edge = body(MOST).getBytes(StandardCharsets.UTF_8);

    assertTooLarge(stream(large));
    assertThat(stream(edge).status()).isEqualTo(200);
  }

  private static Reply stream(byte[] bytes) {
    return Reply.of(RIG.wire()
            .send(RIG.wire()
                .request("/v2/ratelimit.limit")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))))
        .whole();
  }

  @Test
  @DisplayName("is refused so that a client which sends all of it first still gets the answer")
  void stubborn() {
    String body = body(4_000_000);
    for (String head : new String[] {
      Plug.head("limit", ApiRig.KEY, "Content-Length: " + body.length()),
      Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked") + "3d0900\r\n"
    }) {
      try (Plug plug = new Plug(RIG.port())) {
        plug.send(head);
        assertThat(plug.send(body)).as("all of it could be sent").isTrue();
        assertTooLarge(plug.read().whole());
      }
    }
  }

  @Test
  @DisplayName("does not matter where there is nothing, or for another method")
  void elsewhere() {
    String body = body(50_000);
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(Plug.head("nothing", ApiRig.KEY, "Content-Length: " + body.length()) + body);
      assertThat(plug.read().whole().status()).isEqualTo(404);
      plug.send(
          Plug.head("limit", ApiRig.KEY, "Content-Length: " + body.length()).replace("POST", "PUT")
              + body);
      assertThat(plug.read().whole().status()).isEqualTo(405);
      plug.send(Plug.check("sizes", "after", 10));
      assertThat(plug.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName("is a request line beyond 8 KiB")
  void line() {
    assertThat(head("POST /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: weir\r\n\r\n")
            .status())
        .isEqualTo(414);
    assertThat(head("POST /v2/ratelimit.limit?" + "a".repeat(70_000) + " HTTP/1.1\r\n\r\n")
            .status())
        .isEqualTo(414);
    assertThat(head("POST /" + "a".repeat(7_000) + " HTTP/1.1\r\nHost: weir\r\n\r\n")
            .status())
        .isEqualTo(404);
  }

  @Test
  @DisplayName("is a head beyond its bound: one long line, many lines, a long name")
  void headers() {
    String start = "POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n";

    assertThat(head(start + "X-Long: " + "a".repeat(20_000) + "\r\n\r\n").status())
        .isEqualTo(431);
    assertThat(head(start + "X: y\r\n".repeat(10_000) + "\r\n").status()).isEqualTo(431);
    assertThat(head(start + "X".repeat(20_000) + ": y\r\n\r\n").status()).isEqualTo(431);
    assertThat(head(start + "Authorization: Bearer " + "k".repeat(20_000) + "\r\n\r\n")
            .status())
        .isEqualTo(431);
    assertThat(RIG.wire().with("k".repeat(10_000)).limit("sizes", "user", 1).status())
        .isEqualTo(401);
  }

  private static Reply head(String head) {
    try (Plug plug = new Plug(RIG.port())) {
      plug.send(head);
      return plug.read().whole();
    }
  }
}

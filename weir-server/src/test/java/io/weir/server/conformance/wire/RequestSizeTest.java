// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RequestSizeTest {
  private static final int MAX_BODY = 100_000;
  private static final TestApiServer RIG = new TestApiServer(
      new ServerLimits(MAX_BODY, 16_384, 100, 100, new Timeouts(10_000, 75_000, 1_000), 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  @AfterEach
  void serverStillWorks() {
    assertThat(RIG.wire().limit("after", "user", 100_000).passed()).isTrue();
    RIG.awaitQuiet(); // a request ends when its response has been sent
    assertThat(RIG.front().bodyBytes()).isZero();
  }

  /** Returns a valid body of exactly this many bytes. */
  private static String body(int bytes) {
    String sound = RawHttpClient.check("sizes", "user", 1_000);
    return sound + " ".repeat(bytes - sound.length());
  }

  private static void assertTooLarge(ApiReply apiReply) {
    assertThat(apiReply.status()).as(apiReply.text()).isEqualTo(413);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/request_body_too_large");
    assertThat(apiReply.error()).containsEntry("title", "Payload Too Large");
    assertThat(apiReply.errors()).isEmpty();
  }

  @Test
  void aBodyBeyondTheLimitIsRefused() {
    assertThat(RIG.wire().ask("limit", body(MAX_BODY)).status()).isEqualTo(200);
    assertTooLarge(RIG.wire().ask("limit", body(MAX_BODY + 1)));
  }

  @Test
  void anAnnouncedLengthIsRefusedBeforeTheBody() {
    for (String length : new String[] {"100001", "999999999999", "9223372036854775807"}) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Content-Length: " + length));
        assertTooLarge(rawSocket.read().whole());
        assertThat(rawSocket.tryRead()).isNull();
      }
    }
  }

  @Test
  void aChunkedBodyIsRefusedWhileItArrives() {
    byte[] large = body(MAX_BODY + 1).getBytes(StandardCharsets.UTF_8);
    byte[] edge = body(MAX_BODY).getBytes(StandardCharsets.UTF_8);

    assertTooLarge(stream(large));
    assertThat(stream(edge).status()).isEqualTo(200);
  }

  private static ApiReply stream(byte[] bytes) {
    return ApiReply.of(RIG.wire()
            .send(RIG.wire()
                .request("/v2/ratelimit.limit")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))))
        .whole();
  }

  @Test
  void aClientThatSendsEverythingStillGetsTheAnswer() {
    String body = body(4_000_000);
    for (String head : new String[] {
      RawSocket.head("limit", TestApiServer.KEY, "Content-Length: " + body.length()),
      RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked") + "3d0900\r\n"
    }) {
      try (RawSocket rawSocket = new RawSocket(RIG.port())) {
        rawSocket.send(head);
        assertThat(rawSocket.send(body)).as("all of it could be sent").isTrue();
        assertTooLarge(rawSocket.read().whole());
      }
    }
  }

  @Test
  void sizeDoesNotMatterForUnknownPathsOrMethods() {
    String body = body(50_000);
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(
          RawSocket.head("nothing", TestApiServer.KEY, "Content-Length: " + body.length()) + body);
      assertThat(rawSocket.read().whole().status()).isEqualTo(404);
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Content-Length: " + body.length())
              .replace("POST", "PUT")
          + body);
      assertThat(rawSocket.read().whole().status()).isEqualTo(405);
      rawSocket.send(RawSocket.check("sizes", "after", 10));
      assertThat(rawSocket.read().whole().passed()).isTrue();
    }
  }

  @Test
  void aRequestLineBeyond8KibIsRefused() {
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
  void aHeadBeyondItsLimitIsRefused() {
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

  private static ApiReply head(String head) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      rawSocket.send(head);
      return rawSocket.read().whole();
    }
  }
}

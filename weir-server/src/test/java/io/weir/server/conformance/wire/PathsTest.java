// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A path")
final class PathsTest {
  private static final ApiRig RIG = new ApiRig();
  private static final String BODY = Wire.check("paths", "user", 1_000);

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static Reply send(int port, String method, String target) {
    try (Plug plug = new Plug(port)) {
      plug.send(Plug.head("limit", ApiRig.KEY, "Content-Length: " + BODY.length())
              .replace("POST /v2/ratelimit.limit ", method + " " + target + " ")
          + BODY);
      return plug.read().whole();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "//",
        "/v2",
        "/v2/",
        "/v2/ratelimit",
        "/v2/ratelimit.",
        "/v2/ratelimit.limit/",
        "//v2/ratelimit.limit",
        "/v2//ratelimit.limit",
        "/V2/ratelimit.limit",
        "/v2/RateLimit.limit",
        "/v2/ratelimit.Limit",
        "/v2/./ratelimit.limit",
        "/v2/x/../ratelimit.limit",
        "/../v2/ratelimit.limit",
        "/v2/%2e/ratelimit.limit",
        "/v2/ratelimit%2elimit",
        "/%762/ratelimit.limit",
        "/v2%2fratelimit.limit",
        "/v2/ratelimit.limit%00",
        "/v2/ratelimit.limit%20",
        "/v2/ratelimit.limit;a=b",
        "/v2;/ratelimit.limit",
        "\\v2\\ratelimit.limit",
        "/v2/ratelimit.limit.json",
        "/v1/ratelimits.limit",
        "/v2/ratelimits.setOverride",
        "*",
        "v2/ratelimit.limit",
        "/limits/v2/ratelimit.limit",
        "/v2/ratelimit.limi%74",
        "/v2/ratelimit.limit%3F",
        "/v2/ratelimit.limit%23a",
        "/.well-known/x",
        "/metrics/",
        "/openapi.json/..",
        "/v2/keys.verifyKey",
        "/%",
        "/%zz",
        "/v2/ratelimit.limit\u00e9"
      })
  @DisplayName(
      "that is not exactly one that there is leads nowhere, with the method of any operation")
  void nowhere(String path) {
    Reply reply = send(RIG.port(), "POST", path);

    assertThat(reply.status()).isBetween(400, 404);
    if (reply.status() == 404) {
      assertThat(reply.problem()).isEqualTo("unkey/data/route_not_found");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/ratelimit.limit",
        "/v2/ratelimit.limit?",
        "/v2/ratelimit.limit?a=b&c",
        "/v2/ratelimit.limit?x=/../..",
        "http://weir/v2/ratelimit.limit",
        "http://other:1/v2/ratelimit.limit?x",
        "HTTP://weir/v2/ratelimit.limit"
      })
  @DisplayName("is the same with any query, and with the server's name before it")
  void same(String target) {
    assertThat(send(RIG.port(), "POST", target).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("begins with the server's prefix, if it has one, and is none without it")
  void prefix() {
    try (ApiRig rig = new ApiRig(Bounds.USUAL, "/some/prefix")) {
      assertThat(send(rig.port(), "POST", "/some/prefix/v2/ratelimit.limit").status())
          .isEqualTo(200);
      for (String each : new String[] {
        "/v2/ratelimit.limit",
        "/some/prefixv2/ratelimit.limit",
        "/some/prefix//v2/ratelimit.limit",
        "/some/prefix",
        "/some/prefix/",
        "/some/prefix/some/prefix/v2/ratelimit.limit",
        "/Some/prefix/v2/ratelimit.limit"
      }) {
        assertThat(send(rig.port(), "POST", each).status()).as(each).isEqualTo(404);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/live", "/ready", "/v2/liveness", "/openapi.json", "/metrics"})
  @DisplayName("to look at can be looked at, and not posted to")
  void looks(String path) {
    assertThat(RIG.wire().get(path).statusCode()).isEqualTo(200);
    Reply posted = send(RIG.port(), "POST", path);
    assertThat(posted.status()).isEqualTo(405);
    assertThat(posted.header("allow")).contains("GET");
  }

  @Test
  @DisplayName("of liveness answers in the envelope")
  void liveness() {
    Reply reply = Reply.of(new Wire(RIG.port(), null).get("/v2/liveness")).whole();

    assertThat(reply.data()).containsOnlyKeys("message");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "post", "POSTX"})
  @DisplayName("takes no other method than its own, and says which that is")
  void methods(String method) {
    Reply reply = send(RIG.port(), method, "/v2/ratelimit.limit");

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("allow")).isEqualTo("POST");
    assertThat(reply.problem()).isEqualTo("unkey/application/method_not_allowed");
    assertThat(reply.error()).containsEntry("title", "Method Not Allowed");
    assertThat(reply.text().toLowerCase(Locale.ROOT)).doesNotContain("brew");
  }

  @Test
  @DisplayName("shows its head alone to those who ask for no more")
  void heads() {
    try (Plug plug = new Plug(RIG.port())) {
      for (String path : new String[] {"/live", "/openapi.json", "/metrics"}) {
        plug.send("HEAD " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n");
        Reply reply = plug.tryReadHead();
        assertThat(reply).isNotNull();
        assertThat(reply.status()).as(path).isEqualTo(200);
      }
      plug.send("HEAD /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n\r\n");
      Reply wrong = plug.tryReadHead();
      assertThat(wrong).isNotNull();
      assertThat(wrong.status()).isEqualTo(405);
      plug.send("HEAD /nowhere HTTP/1.1\r\nHost: weir\r\n\r\n");
      Reply nowhere = plug.tryReadHead();
      assertThat(nowhere).isNotNull();
      assertThat(nowhere.status()).isEqualTo(404);
      plug.send(Plug.check("paths", "head", 10));
      assertThat(plug.read().whole().passed())
          .as("the next answer is read right")
          .isTrue();
    }
  }
}

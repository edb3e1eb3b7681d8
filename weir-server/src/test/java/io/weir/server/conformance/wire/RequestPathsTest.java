// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestPathsTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final String BODY = RawHttpClient.check("paths", "user", 1_000);

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static ApiReply send(int port, String method, String target) {
    try (RawSocket rawSocket = new RawSocket(port)) {
      rawSocket.send(RawSocket.head("limit", TestApiServer.KEY, "Content-Length: " + BODY.length())
              .replace("POST /v2/ratelimit.limit ", method + " " + target + " ")
          + BODY);
      return rawSocket.read().whole();
    }
  }

  static final List<String> NOWHERE = List.of(
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
      "/v2/ratelimit.limit\u00e9");

  @ParameterizedTest
  @FieldSource("NOWHERE")
  void unknownPathsAreNotFound(String path) {
    ApiReply apiReply = send(RIG.port(), "POST", path);

    assertThat(apiReply.status()).isBetween(400, 404);
    if (apiReply.status() == 404) {
      assertThat(apiReply.problem()).isEqualTo("unkey/data/route_not_found");
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
  void queryAndServerNameDoNotMatter(String target) {
    assertThat(send(RIG.port(), "POST", target).status()).isEqualTo(200);
  }

  @Test
  void thePrefixIsRequired() {
    try (TestApiServer rig = new TestApiServer(ServerLimits.DEFAULT, "/some/prefix")) {
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
  void readOnlyPathsRefusePost(String path) {
    assertThat(RIG.wire().get(path).statusCode()).isEqualTo(200);
    ApiReply posted = send(RIG.port(), "POST", path);
    assertThat(posted.status()).isEqualTo(405);
    assertThat(posted.header("allow")).contains("GET");
  }

  @Test
  void livenessAnswersInTheEnvelope() {
    ApiReply apiReply =
        ApiReply.of(new RawHttpClient(RIG.port(), null).get("/v2/liveness")).whole();

    assertThat(apiReply.data()).containsOnlyKeys("message");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "post", "POSTX"})
  void wrongMethodsAreRefusedWithTheAllowedOne(String method) {
    ApiReply apiReply = send(RIG.port(), method, "/v2/ratelimit.limit");

    assertThat(apiReply.status()).isEqualTo(405);
    assertThat(apiReply.header("allow")).isEqualTo("POST");
    assertThat(apiReply.problem()).isEqualTo("unkey/application/method_not_allowed");
    assertThat(apiReply.error()).containsEntry("title", "Method Not Allowed");
    assertThat(apiReply.text().toLowerCase(Locale.ROOT)).doesNotContain("brew");
  }

  @Test
  void headRequestsGetOnlyTheHead() {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (String path : new String[] {"/live", "/openapi.json", "/metrics"}) {
        rawSocket.send("HEAD " + path + " HTTP/1.1\r\nHost: weir\r\n\r\n");
        ApiReply apiReply = rawSocket.tryReadHead();
        assertThat(apiReply).isNotNull();
        assertThat(apiReply.status()).as(path).isEqualTo(200);
      }
      rawSocket.send("HEAD /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n\r\n");
      ApiReply wrong = rawSocket.tryReadHead();
      assertThat(wrong).isNotNull();
      assertThat(wrong.status()).isEqualTo(405);
      rawSocket.send("HEAD /nowhere HTTP/1.1\r\nHost: weir\r\n\r\n");
      ApiReply nowhere = rawSocket.tryReadHead();
      assertThat(nowhere).isNotNull();
      assertThat(nowhere.status()).isEqualTo(404);
      rawSocket.send(RawSocket.check("paths", "head", 10));
      assertThat(rawSocket.read().whole().passed())
          .as("the next answer is read right")
          .isTrue();
    }
  }
}

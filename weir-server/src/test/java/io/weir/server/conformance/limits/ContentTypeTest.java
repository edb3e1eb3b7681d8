// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentTypeTest {
  private static final TestApiServer RIG = new TestApiServer();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static ApiReply ask(String... types) {
    HttpRequest.Builder request = RIG.wire()
        .request("/v2/ratelimit.limit")
        .POST(BodyPublishers.ofString(RawHttpClient.check("types", "id", 1_000)));
    for (String type : types) {
      request.header("Content-Type", type);
    }
    return ApiReply.of(RIG.wire().send(request)).whole();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;charset=utf-8",
        "application/json; charset=UTF-8",
        "application/json ; x=\"y\"",
        "Application/JSON"
      })
  void jsonWithAnyParametersIsAccepted(String type) {
    assertThat(ask(type).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/jsonp",
        "application/problem+json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "json",
        ";application/json",
        "text/plain; application/json"
      })
  void otherContentTypesAreRefusedByName(String type) {
    ApiReply apiReply = ask(type);

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(apiReply.error())
        .containsEntry(
            "detail", "POST operation request content type '" + type + "' does not exist");
    assertThat(apiReply.errors()).hasSize(1);
  }

  @Test
  void aMissingContentTypeIsRefused() {
    ApiReply apiReply = ask();

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.error())
        .containsEntry("detail", "POST operation request content type '' does not exist");
  }

  @Test
  void theAcceptHeaderChangesNothing() {
    for (String accept :
        new String[] {"application/problem+json", "*/*", "text/html", "application/json"}) {
      HttpRequest.Builder request = RIG.wire()
          .request("/v2/ratelimit.limit")
          .header("Accept", accept)
          .POST(BodyPublishers.ofString("{}"));
      assertThat(ApiReply.of(RIG.wire().send(request)).whole().status()).isEqualTo(400);
    }
  }
}

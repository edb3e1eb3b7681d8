// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A content type")
final class ContentTypeTest {
  private static final ApiRig RIG = new ApiRig();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static Reply ask(String... types) {
    HttpRequest.Builder request = RIG.wire()
        .request("/v2/ratelimit.limit")
        .POST(BodyPublishers.ofString(Wire.check("types", "id", 1_000)));
    for (String type : types) {
      request.header("Content-Type", type);
    }
    return Reply.of(RIG.wire().send(request)).whole();
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
  @DisplayName("that is JSON with any parameters is taken")
  void taken(String type) {
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
  @DisplayName("that is another is refused by name")
  void refused(String type) {
    Reply reply = ask(type);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(reply.error())
        .containsEntry(
            "detail", "POST operation request content type '" + type + "' does not exist");
    assertThat(reply.errors()).hasSize(1);
  }

  @Test
  @DisplayName("that is missing is refused")
  void missing() {
    Reply reply = ask();

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.error())
        .containsEntry("detail", "POST operation request content type '' does not exist");
  }

  @Test
  @DisplayName("changes nothing about an answer by what is accepted: types of answers are fixed")
  void accept() {
    for (String accept :
        new String[] {"application/problem+json", "*/*", "text/html", "application/json"}) {
      HttpRequest.Builder request = RIG.wire()
          .request("/v2/ratelimit.limit")
          .header("Accept", accept)
          .POST(BodyPublishers.ofString("{}"));
      assertThat(Reply.of(RIG.wire().send(request)).whole().status()).isEqualTo(400);
    }
  }
}

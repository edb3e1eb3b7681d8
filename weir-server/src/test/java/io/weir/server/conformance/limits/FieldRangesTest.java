// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldRangesTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final String EMOJI = "\uD83D\uDE80";

  @AfterAll
  static void close() {
    RIG.close();
  }

  @ParameterizedTest
  @CsvSource({
    "duration, 1000",
    "duration, 2592000000",
    "limit, 1",
    "limit, 9223372036854775807",
    "cost, 0",
    "cost, 1"
  })
  void numbersAtTheEdgeAreAccepted(String field, long value) {
    ApiReply apiReply = RIG.wire().ask("limit", with(field, value));

    assertThat(apiReply.status()).as(apiReply.text()).isEqualTo(200);
    assertThat(apiReply.passed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "duration, 999, minimum, 'minimum: got 999, want 1000'",
    "duration, 0, minimum, 'minimum: got 0, want 1000'",
    "duration, -9223372036854775808, minimum, 'minimum: got -9223372036854775808, want 1000'",
    "duration, 2592000001, maximum, 'maximum: got 2592000001, want 2592000000'",
    "limit, 0, minimum, 'minimum: got 0, want 1'",
    "limit, -1, minimum, 'minimum: got -1, want 1'",
    "cost, -1, minimum, 'minimum: got -1, want 0'"
  })
  void numbersBeyondTheEdgeAreRefusedWithTheRule(
      String field, long value, String keyword, String message) {
    ApiReply apiReply = RIG.wire().ask("limit", with(field, value));

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(apiReply.error())
        .containsEntry("title", "Bad Request")
        .containsEntry(
            "detail", "POST request body for '/v2/ratelimit.limit' failed to validate schema");
    assertThat(apiReply.errors())
        .isEqualTo(List.of(
            Map.of("location", "/properties/" + field + "/" + keyword, "message", message)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespace", "identifier"})
  void namesHave1To512CodePoints(String field) {
    for (String each : new String[] {"a", "\u00e9", "\u4e2d", EMOJI}) {
      assertThat(ask(field, each).status()).isEqualTo(200);
      assertThat(ask(field, each.repeat(512)).status()).isEqualTo(200);
      ApiReply refused = ask(field, each.repeat(513));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.errors().get(0))
          .containsEntry("location", "/properties/" + field + "/maxLength")
          .containsEntry("message", "maxLength: got 513, want 512");
    }
    ApiReply empty = ask(field, "");
    assertThat(empty.status()).isEqualTo(400);
    assertThat(empty.errors().get(0))
        .containsEntry("location", "/properties/" + field + "/minLength");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!@#$%^&*()",
        "a b",
        "a:b/c\\d",
        "a\nb\tc",
        "\0",
        "%2e%2e",
        "rlns_x",
        "\u202e",
        "'; --"
      })
  void namesOfAnyCharactersAreReturnedUnchanged(String name) {
    assertThat(RIG.wire().limit(name, name, 10).status()).isEqualTo(200);

    ApiReply batch = RIG.wire().ask("multiLimit", "[" + RawHttpClient.check(name, name, 10) + "]");

    assertThat(batch.limits().get(0))
        .containsEntry("namespace", name)
        .containsEntry("identifier", name)
        .containsEntry("remaining", 8L);
  }

  private static ApiReply ask(String field, String value) {
    return RIG.wire().ask("limit", with(field, value));
  }

  private static String with(String field, Object value) {
    Map<String, Object> fields = new LinkedHashMap<>(
        Map.of("namespace", "bounds", "identifier", field, "limit", 10, "duration", 60_000));
    fields.put(field, value);
    return TestJson.object(fields.entrySet().stream()
        .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
        .toArray());
  }
}

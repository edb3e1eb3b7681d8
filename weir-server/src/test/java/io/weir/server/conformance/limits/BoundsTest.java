// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Bounds of what a check may ask for")
final class BoundsTest {
  private static final ApiRig RIG = new ApiRig();
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
  @DisplayName("take a number at the edge")
  void edges(String field, long value) {
    Reply reply = RIG.wire().ask("limit", with(field, value));

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.passed()).isTrue();
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
  @DisplayName("refuse a number one beyond the edge, and say which rule it broke")
  void beyond(String field, long value, String keyword, String message) {
    Reply reply = RIG.wire().ask("limit", with(field, value));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(reply.error())
        .containsEntry("title", "Bad Request")
        .containsEntry(
            "detail", "POST request body for '/v2/ratelimit.limit' failed to validate schema");
    assertThat(reply.errors())
        .isEqualTo(List.of(
            Map.of("location", "/properties/" + field + "/" + keyword, "message", message)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespace", "identifier"})
  @DisplayName(
      "count the characters of names as people do: 1 to 512, also of those outside the basic plane")
  void lengths(String field) {
    for (String each : new String[] {"a", "\u00e9", "\u4e2d", EMOJI}) {
      assertThat(ask(field, each).status()).isEqualTo(200);
      assertThat(ask(field, each.repeat(512)).status()).isEqualTo(200);
      Reply refused = ask(field, each.repeat(513));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.errors().get(0))
          .containsEntry("location", "/properties/" + field + "/maxLength")
          .containsEntry("message", "maxLength: got 513, want 512");
    }
    Reply empty = ask(field, "");
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
  @DisplayName("take names of any characters, and give them back as they were")
  void characters(String name) {
    assertThat(RIG.wire().limit(name, name, 10).status()).isEqualTo(200);

    Reply batch = RIG.wire().ask("multiLimit", "[" + Wire.check(name, name, 10) + "]");

    assertThat(batch.limits().get(0))
        .containsEntry("namespace", name)
        .containsEntry("identifier", name)
        .containsEntry("remaining", 8L);
  }

  private static Reply ask(String field, String value) {
    return RIG.wire().ask("limit", with(field, value));
  }

  private static String with(String field, Object value) {
    Map<String, Object> fields = new LinkedHashMap<>(
        Map.of("namespace", "bounds", "identifier", field, "limit", 10, "duration", 60_000));
    fields.put(field, value);
    return Json.object(fields.entrySet().stream()
        .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
        .toArray());
  }
}

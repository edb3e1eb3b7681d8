// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Overrides")
final class OverridesTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();

  @BeforeAll
  static void makeNamespace() {
    WIRE.limit("ns", "anybody", 10);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static Reply of(String operation, String identifier) {
    return WIRE.ask(operation, Json.object("namespace", "ns", "identifier", identifier));
  }

  @Test
  @DisplayName(
      "are set under an id, replaced under the same one, and shown with exactly four fields")
  void setAndGet() {
    Reply set = WIRE.ask("setOverride", Wire.check("ns", "shown", 5));
    Reply again = WIRE.ask(
        "setOverride",
        Json.object("namespace", "ns", "identifier", "shown", "limit", 7, "duration", 90_000));
    Reply shown = of("getOverride", "shown");

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.json()).containsOnlyKeys("meta", "data");
    assertThat(set.data()).containsOnlyKeys("overrideId");
    assertThat(String.valueOf(set.data().get("overrideId"))).matches("rlor_[0-9A-Za-z]+");
    assertThat(again.data()).isEqualTo(set.data());
    assertThat(shown.data())
        .isEqualTo(Map.of(
            "overrideId",
            String.valueOf(set.data().get("overrideId")),
            "identifier",
            "shown",
            "limit",
            7L,
            "duration",
            90_000L));
  }

  @Test
  @DisplayName("apply in place of what is asked for: 2, 1, 0, refused, and named in each answer")
  void apply() {
    String id = WIRE.override("ns", "applied", 3);

    for (long left = 2; left >= 0; left--) {
      Reply reply = WIRE.limit("ns", "applied", 100);
      assertThat(reply.data())
          .containsOnlyKeys("limit", "overrideId", "remaining", "reset", "success")
          .containsEntry("overrideId", id)
          .containsEntry("limit", 3L)
          .containsEntry("remaining", left);
    }
    assertThat(WIRE.limit("ns", "applied", 100).passed()).isFalse();
  }

  @Test
  @DisplayName("replace the duration too, and with it the counter")
  void duration() {
    WIRE.limit("ns", "slower", 10);
    WIRE.ask(
        "setOverride",
        Json.object("namespace", "ns", "identifier", "slower", "limit", 10, "duration", 100_000));

    Reply reply = WIRE.limit("ns", "slower", 10);

    assertThat(reply.number("remaining")).isEqualTo(9);
    assertThat(reply.number("reset")).isEqualTo(1_700_000_100_000L);
    assertThat(reply.header("ratelimit-policy")).endsWith("w=100");
  }

  @Test
  @DisplayName("with the limit 0 refuse everything, a look too")
  void block() {
    String id = WIRE.override("ns", "blocked", 0);

    for (int cost = 0; cost < 3; cost++) {
      Reply reply = WIRE.ask(
          "limit",
          Json.object(
              "namespace",
              "ns",
              "identifier",
              "blocked",
              "limit",
              9,
              "duration",
              1_000,
              "cost",
              cost));
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.data())
          .containsEntry("success", false)
          .containsEntry("limit", 0L)
          .containsEntry("remaining", 0L)
          .containsEntry("overrideId", id);
    }
  }

  @Test
  @DisplayName("end when deleted, are not found then, and come back under their id when set again")
  void deleteAndRevive() {
    String id = WIRE.override("ns", "revived", 2);

    Reply deleted = of("deleteOverride", "revived");
    Reply without = WIRE.limit("ns", "revived", 10);
    Reply shown = of("getOverride", "revived");
    Reply twice = of("deleteOverride", "revived");
    String again = WIRE.override("ns", "revived", 4);
    Reply with = WIRE.limit("ns", "revived", 10);

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.json()).containsEntry("data", Map.of());
    assertThat(without.data()).doesNotContainKey("overrideId").containsEntry("limit", 10L);
    assertNotFound(shown);
    assertNotFound(twice);
    assertThat(again).isEqualTo(id);
    assertThat(with.data()).containsEntry("overrideId", id).containsEntry("limit", 4L);
  }

  private static void assertNotFound(Reply reply) {
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.problem()).isEqualTo("unkey/data/ratelimit_override_not_found");
    assertThat(reply.error())
        .containsEntry("title", "Not Found")
        .containsEntry("detail", "This override does not exist.");
  }

  @Test
  @DisplayName("are deleted by their exact text only, not by what it matches")
  void deleteExactly() {
    WIRE.override("ns", "pattern_*", 2);

    assertNotFound(of("deleteOverride", "pattern_1"));
    assertNotFound(of("deleteOverride", "*"));
    assertThat(of("getOverride", "pattern_1").data()).containsEntry("identifier", "pattern_*");
    assertThat(of("deleteOverride", "pattern_*").status()).isEqualTo(200);
    assertNotFound(of("getOverride", "pattern_1"));
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 0, 200",
    "limit, 9223372036854775807, 200",
    "limit, -1, 400",
    "duration, 1000, 200",
    "duration, 2592000000, 200",
    "duration, 999, 400",
    "duration, 2592000001, 400"
  })
  @DisplayName("have limits from 0 on, and durations as checks have them")
  void bounds(String field, long value, int status) {
    Reply reply = WIRE.ask(
        "setOverride",
        Json.object(
            "namespace",
            "ns",
            "identifier",
            "bounds",
            "limit",
            field.equals("limit") ? value : 1,
            "duration",
            field.equals("duration") ? value : 1_000));

    assertThat(reply.status()).isEqualTo(status);
  }

  @Test
  @DisplayName("have identifiers of 1 to 512 characters, of any kind")
  void identifiers() {
    String longest = "\uD83D\uDE80".repeat(511) + "*";
    String id = WIRE.override("ns", longest, 2);

    Reply reply = WIRE.limit("ns", "\uD83D\uDE80".repeat(511), 10);
    Reply tooLong = WIRE.ask("setOverride", Wire.check("ns", "\uD83D\uDE80".repeat(513), 2));

    assertThat(reply.data()).containsEntry("overrideId", id);
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(of("getOverride", "").status()).isEqualTo(400);
    assertThat(of("deleteOverride", "x".repeat(513)).status()).isEqualTo(400);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OverrideOperationsTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();

  @BeforeAll
  static void makeNamespace() {
    WIRE.limit("ns", "anybody", 10);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static ApiReply of(String operation, String identifier) {
    return WIRE.ask(operation, TestJson.object("namespace", "ns", "identifier", identifier));
  }

  @Test
  void settingAgainReplacesUnderTheSameId() {
    ApiReply set = WIRE.ask("setOverride", RawHttpClient.check("ns", "shown", 5));
    ApiReply again = WIRE.ask(
        "setOverride",
        TestJson.object("namespace", "ns", "identifier", "shown", "limit", 7, "duration", 90_000));
    ApiReply shown = of("getOverride", "shown");

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
  void anOverrideReplacesTheRequestedLimit() {
    String id = WIRE.override("ns", "applied", 3);

    for (long left = 2; left >= 0; left--) {
      ApiReply apiReply = WIRE.limit("ns", "applied", 100);
      assertThat(apiReply.data())
          .containsOnlyKeys("limit", "overrideId", "remaining", "reset", "success")
          .containsEntry("overrideId", id)
          .containsEntry("limit", 3L)
          .containsEntry("remaining", left);
    }
    assertThat(WIRE.limit("ns", "applied", 100).passed()).isFalse();
  }

  @Test
  void anOverrideReplacesTheDurationAndItsCounter() {
    WIRE.limit("ns", "slower", 10);
    WIRE.ask(
        "setOverride",
        TestJson.object(
            "namespace", "ns", "identifier", "slower", "limit", 10, "duration", 100_000));

    ApiReply apiReply = WIRE.limit("ns", "slower", 10);

    assertThat(apiReply.number("remaining")).isEqualTo(9);
    assertThat(apiReply.number("reset")).isEqualTo(1_700_000_100_000L);
    assertThat(apiReply.header("ratelimit-policy")).endsWith("w=100");
  }

  @Test
  void aLimitOfZeroRefusesEverything() {
    String id = WIRE.override("ns", "blocked", 0);

    for (int cost = 0; cost < 3; cost++) {
      ApiReply apiReply = WIRE.ask(
          "limit",
          TestJson.object(
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
      assertThat(apiReply.status()).isEqualTo(200);
      assertThat(apiReply.data())
          .containsEntry("success", false)
          .containsEntry("limit", 0L)
          .containsEntry("remaining", 0L)
          .containsEntry("overrideId", id);
    }
  }

  @Test
  void aDeletedOverrideRevivesUnderItsId() {
    String id = WIRE.override("ns", "revived", 2);

    ApiReply deleted = of("deleteOverride", "revived");
    ApiReply without = WIRE.limit("ns", "revived", 10);
    ApiReply shown = of("getOverride", "revived");
    ApiReply twice = of("deleteOverride", "revived");
    String again = WIRE.override("ns", "revived", 4);
    ApiReply with = WIRE.limit("ns", "revived", 10);

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.json()).containsEntry("data", Map.of());
    assertThat(without.data()).doesNotContainKey("overrideId").containsEntry("limit", 10L);
    assertNotFound(shown);
    assertNotFound(twice);
    assertThat(again).isEqualTo(id);
    assertThat(with.data()).containsEntry("overrideId", id).containsEntry("limit", 4L);
  }

  private static void assertNotFound(ApiReply apiReply) {
    assertThat(apiReply.status()).isEqualTo(404);
    assertThat(apiReply.problem()).isEqualTo("unkey/data/ratelimit_override_not_found");
    assertThat(apiReply.error())
        .containsEntry("title", "Not Found")
        .containsEntry("detail", "This override does not exist.");
  }

  @Test
  void deletingNeedsTheExactText() {
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
  void limitsMayBeZeroAndDurationsAreLikeThoseOfChecks(String field, long value, int status) {
    ApiReply apiReply = WIRE.ask(
        "setOverride",
        TestJson.object(
            "namespace",
            "ns",
            "identifier",
            "bounds",
            "limit",
            field.equals("limit") ? value : 1,
            "duration",
            field.equals("duration") ? value : 1_000));

    assertThat(apiReply.status()).isEqualTo(status);
  }

  @Test
  void identifiersHave1To512Characters() {
    String longest = "\uD83D\uDE80".repeat(511) + "*";
    String id = WIRE.override("ns", longest, 2);

    ApiReply apiReply = WIRE.limit("ns", "\uD83D\uDE80".repeat(511), 10);
    ApiReply tooLong =
        WIRE.ask("setOverride", RawHttpClient.check("ns", "\uD83D\uDE80".repeat(513), 2));

    assertThat(apiReply.data()).containsEntry("overrideId", id);
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(of("getOverride", "").status()).isEqualTo(400);
    assertThat(of("deleteOverride", "x".repeat(513)).status()).isEqualTo(400);
  }
}

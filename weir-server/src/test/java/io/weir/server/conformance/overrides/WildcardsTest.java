// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("An override with stars in its identifier")
final class WildcardsTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName(
      "has up to 999 like it in its namespace; others are refused, but not those without a star")
  void ceiling() {
    WIRE.limit("full", "anybody", 10);
    for (int i = 0; i < 1_000; i++) {
      WIRE.override("full", "a*" + i, 3);
    }

    Reply more = WIRE.ask("setOverride", Wire.check("full", "one*more", 3));

    assertThat(more.status()).isEqualTo(403);
    assertThat(more.problem()).isEqualTo("unkey/data/too_many_overrides");
    assertThat(WIRE.ask("setOverride", Wire.check("full", "a*7", 4)).status()).isEqualTo(200);
    assertThat(WIRE.ask("setOverride", Wire.check("full", "plain", 4)).status()).isEqualTo(200);
  }

  private static boolean applies(String pattern, String identifier) {
    String namespace = "of " + pattern.hashCode();
    WIRE.limit(namespace, "anybody", 10);
    WIRE.override(namespace, pattern, 3);
    return WIRE.limit(namespace, identifier, 10).data().containsKey("overrideId");
  }

  @ParameterizedTest
  @CsvSource({
    "*@acme.com, a@acme.com",
    "*@acme.com, @acme.com",
    "enterprise:*, enterprise:",
    "user_*_prod, user__prod",
    "user_*_prod, user_a_prod_prod",
    "*premium*, premium",
    "*premium*, a premium b",
    "*, x",
    "**, x",
    "a*b*c, abbcbc",
    "\u00e9*, \u00e9t\u00e9",
    "*\uD83D\uDE80*, go \uD83D\uDE80 now",
    "\u4e2d*\u56fd, \u4e2d\u56fd",
    "a.*, a.b",
    "[a]*, [a]b",
    "p*, p*"
  })
  @DisplayName("applies to whatever a star can stand for, in any script")
  void matches(String pattern, String identifier) {
    assertThat(applies(pattern, identifier)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "*@acme.com, a@acme.comx",
    "*@acme.com, a@acmeXcom",
    "enterprise:*, xenterprise:",
    "user_*_prod, user_prod",
    "PREMIUM*, premium1",
    "a.*, axb",
    "[a]*, ab",
    "e*, \u00e9t\u00e9",
    "\u00e9*, e\u0301",
    "a?, ab",
    "a*b, ba"
  })
  @DisplayName("applies to nothing else: everything but a star stands for itself")
  void misses(String pattern, String identifier) {
    assertThat(applies(pattern, identifier)).isFalse();
  }

  @Test
  @DisplayName("does not reach across a line feed")
  void lineFeed() {
    assertThat(applies("a*b", "a\nb")).isFalse();
    assertThat(applies("*", "\n")).isFalse();
    assertThat(applies("a\n*", "a\nb")).isTrue();
  }

  @Test
  @DisplayName("comes after the exact text, and before those with fewer characters of their own")
  void order() {
    WIRE.limit("order", "anybody", 10);
    String all = WIRE.override("order", "*", 1);
    String longer = WIRE.override("order", "ab*", 2);
    String shorter = WIRE.override("order", "a***", 3);
    String exact = WIRE.override("order", "abc", 4);

    assertThat(overrideOf("abc")).isEqualTo(exact);
    assertThat(overrideOf("abd")).isEqualTo(longer);
    assertThat(overrideOf("ax")).isEqualTo(shorter);
    assertThat(overrideOf("x")).isEqualTo(all);
    assertThat(overrideOf("ab*")).as("its own text").isEqualTo(longer);
  }

  @Test
  @DisplayName("comes, of two with as many characters, by their texts, whatever was set last")
  void tie() {
    WIRE.limit("tie", "anybody", 10);
    WIRE.override("tie", "a*", 1);
    String first = WIRE.override("tie", "*b", 2);
    WIRE.override("tie", "a*", 5);

    assertThat(WIRE.limit("tie", "ab", 10).data()).containsEntry("overrideId", first);
    WIRE.override("tie", "*b", 6);
    assertThat(WIRE.limit("tie", "ab", 10).data()).containsEntry("overrideId", first);
  }

  private static String overrideOf(String identifier) {
    Reply applied = WIRE.limit("order", identifier, 10);
    Reply shown =
        WIRE.ask("getOverride", Json.object("namespace", "order", "identifier", identifier));
    assertThat(shown.data()).containsEntry("overrideId", applied.data().get("overrideId"));
    return String.valueOf(applied.data().get("overrideId"));
  }

  @Test
  @DisplayName("does not keep the server busy, however many stars it has")
  void manyStars() {
    assertThat(applies("a*".repeat(255) + "b", "a".repeat(512))).isFalse();
    assertThat(applies("*".repeat(512), "a".repeat(512))).isTrue();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WildcardOverridesTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void aNamespaceHasAtMost1000Wildcards() {
    WIRE.limit("full", "anybody", 10);
    for (int i = 0; i < 1_000; i++) {
      WIRE.override("full", "a*" + i, 3);
    }

    ApiReply more = WIRE.ask("setOverride", RawHttpClient.check("full", "one*more", 3));

    assertThat(more.status()).isEqualTo(403);
    assertThat(more.problem()).isEqualTo("unkey/data/too_many_overrides");
    assertThat(WIRE.ask("setOverride", RawHttpClient.check("full", "a*7", 4)).status())
        .isEqualTo(200);
    assertThat(WIRE.ask("setOverride", RawHttpClient.check("full", "plain", 4)).status())
        .isEqualTo(200);
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
  void aStarMatchesAnyText(String pattern, String identifier) {
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
  void otherCharactersMatchOnlyThemselves(String pattern, String identifier) {
    assertThat(applies(pattern, identifier)).isFalse();
  }

  @Test
  void aStarDoesNotMatchALineFeed() {
    assertThat(applies("a*b", "a\nb")).isFalse();
    assertThat(applies("*", "\n")).isFalse();
    assertThat(applies("a\n*", "a\nb")).isTrue();
  }

  @Test
  void theExactTextAndThenTheMostSpecificApplies() {
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
  void tiesAreResolvedByText() {
    WIRE.limit("tie", "anybody", 10);
    WIRE.override("tie", "a*", 1);
    String first = WIRE.override("tie", "*b", 2);
    WIRE.override("tie", "a*", 5);

    assertThat(WIRE.limit("tie", "ab", 10).data()).containsEntry("overrideId", first);
    WIRE.override("tie", "*b", 6);
    assertThat(WIRE.limit("tie", "ab", 10).data()).containsEntry("overrideId", first);
  }

  private static String overrideOf(String identifier) {
    ApiReply applied = WIRE.limit("order", identifier, 10);
    ApiReply shown =
        WIRE.ask("getOverride", TestJson.object("namespace", "order", "identifier", identifier));
    assertThat(shown.data()).containsEntry("overrideId", applied.data().get("overrideId"));
    return String.valueOf(applied.data().get("overrideId"));
  }

  @Test
  void manyStarsAreMatchedQuickly() {
    assertThat(applies("a*".repeat(255) + "b", "a".repeat(512))).isFalse();
    assertThat(applies("*".repeat(512), "a".repeat(512))).isTrue();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Limit;
import io.weir.web.Rule.Unidentified;
import io.weir.web.path.RequestPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {
  @Test
  void aRuleHasDefaults() {
    Rule rule = Rule.named("all").limit(5, "1m").build();

    assertThat(rule.paths()).hasToString("[/**]");
    assertThat(rule.methods()).isEmpty();
    assertThat(rule.cost()).isEqualTo(1);
    assertThat(rule.unidentified()).isEqualTo(Unidentified.SHARE);
    assertThat(rule.limit()).isEqualTo(Limit.of(5, "60s"));
    assertThat(rule.identifier()
            .of(FakeRequest.from("192.0.2.1").header("X-Forwarded-For", "1.1.1.1")))
        .isEqualTo("192.0.2.1");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, GET, true",
    "GET, get, true",
    "get, Get, true",
    "GET, HEAD, true",
    "get, head, true",
    "HEAD, GET, false",
    "POST, HEAD, false",
    "POST, post, true",
    "POST, PUT, false",
    "POST, POSTS, false",
  })
  void methodsIgnoreCaseAndGetIncludesHead(String method, String sent, boolean applies) {
    Rule rule = Rule.named("r").methods(method).limit(1, "1s").build();

    assertThat(rule.appliesTo(sent, RequestPath.of("/", null))).isEqualTo(applies);
  }

  @Test
  void aRuleAppliesToEachOfItsPaths() {
    Rule rule = Rule.named("r").path("/login", "/signin").limit(1, "1s").build();
    Rule blind = Rule.named("r").path("/login").ignoreCase(true).limit(1, "1s").build();

    assertThat(rule.appliesTo("GET", RequestPath.of("/signin", null))).isTrue();
    assertThat(rule.appliesTo("GET", RequestPath.of("/Signin", null))).isFalse();
    assertThat(blind.appliesTo("GET", RequestPath.of("/LOGIN", null))).isTrue();
  }

  @Test
  @SuppressWarnings("NullAway") // Callers in other languages, or without null checks, can do this.
  void aRuleWithoutASourceIsRefused() {
    assertThatThrownBy(() -> Rule.named("r").identifiedBy(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("rule r: identifier source must not be null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "caf\u00e9", "a\nb", "a\tb", "\u007f"})
  void aNameInvalidInAHeaderIsRefused(String name) {
    assertThatThrownBy(() -> Rule.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ASCII")
        .hasMessageContaining('"' + name + '"');
  }

  @Test
  void invalidValuesAreRefusedByName() {
    assertThatThrownBy(() -> Rule.named("x".repeat(513))).hasMessageContaining("512");
    assertThatThrownBy(() -> Rule.named("r").build()).hasMessageContaining("r: limit is required");
    assertThatThrownBy(() -> Rule.named("r").cost(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> Rule.named("r").path("login"))
        .hasMessageContaining("rule r: path")
        .hasMessageContaining("\"login\"");
    assertThatThrownBy(() -> Rule.named("r").path(List.of()))
        .hasMessageContaining("r: at least 1 path");
    assertThatThrownBy(() -> Rule.named("r").methods("GET,POST "))
        .hasMessageContaining("GET,POST ");
    assertThat(Rule.named("x".repeat(512)).limit(0, "1s").cost(0).build().cost())
        .isZero();
  }
}

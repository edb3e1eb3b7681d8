// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import io.weir.api.Result;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("When the limiter can't be asked")
class FallbackTest {
  private static final FakeRequest REQUEST = FakeRequest.get("/x");

  private static Rule.Builder rule(String name) {
    return Rule.named(name).limit(5, "1m");
  }

  private static Rule rule(String name, String fallback) {
    return switch (fallback) {
      case "allow" -> rule(name).fallback(Result.allow()).build();
      case "refuse" -> rule(name).fallback(Result.refuse()).build();
      default -> rule(name).build();
    };
  }

  private static ScriptedRatelimit unreachable(String own) {
    return ScriptedRatelimit.answering(
        check -> own.equals("allow") ? Result.allow() : Result.refuse());
  }

  @ParameterizedTest
  @DisplayName("each rule answers as it says, and one that says nothing as the limiter does")
  @CsvSource({
    "refuse, none, 503",
    "refuse, refuse, 503",
    "refuse, allow, 200",
    "allow, none, 200",
    "allow, refuse, 503",
    "allow, allow, 200",
  })
  void oneRule(String limiters, String rules, int status) {
    RequestLimits limits = RequestLimits.of(unreachable(limiters), List.of(rule("r", rules)));

    assertThat(status(limits.admit(REQUEST))).isEqualTo(status);
    assertThat(status(limits.admitAsync(REQUEST).join())).isEqualTo(status);
  }

  @ParameterizedTest
  @DisplayName("one rule that refuses is enough")
  @CsvSource({
    "refuse, allow, allow, 200",
    "refuse, allow, refuse, 503",
    "refuse, allow, none, 503",
    "allow, allow, none, 200",
    "allow, refuse, none, 503",
  })
  void severalRules(String limiters, String first, String second, int status) {
    RequestLimits limits =
        RequestLimits.of(unreachable(limiters), List.of(rule("a", first), rule("b", second)));

    assertThat(status(limits.admit(REQUEST))).isEqualTo(status);
    assertThat(status(limits.admitAsync(REQUEST).join())).isEqualTo(status);
  }

  @Test
  @DisplayName("an admitted request has no headers of limits, since nobody knows how they stand")
  void noHeaders() {
    RequestLimits limits = RequestLimits.of(unreachable("refuse"), List.of(rule("r", "allow")));

    Admission admission = limits.admit(REQUEST);

    assertThat(admission.headers()).isEmpty();
    assertThat(admission.outcomes())
        .extracting(outcome -> outcome.result().source())
        .containsExactly(Result.Source.FALLBACK);
  }

  @Test
  @DisplayName("only then: a refusal of the limiter stays one")
  void refusalsStay() {
    ScriptedRatelimit refusing =
        ScriptedRatelimit.answering((Check check) -> ScriptedRatelimit.refusal(check, 1_000));
    RequestLimits limits = RequestLimits.of(refusing, List.of(rule("r", "allow")));

    assertThat(limits.admit(REQUEST).status()).isEqualTo(429);
  }

  private static int status(Admission admission) {
    return admission.admitted() ? 200 : admission.status();
  }
}

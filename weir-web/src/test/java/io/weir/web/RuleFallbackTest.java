// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import io.weir.api.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleFallbackTest {
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
  @CsvSource({
    "refuse, none, 503",
    "refuse, refuse, 503",
    "refuse, allow, 200",
    "allow, none, 200",
    "allow, refuse, 503",
    "allow, allow, 200",
  })
  void eachRuleUsesItsOwnFallback(String limiters, String rules, int status) {
    RequestLimits limits = RequestLimits.of(unreachable(limiters), List.of(rule("r", rules)));

    assertThat(status(limits.admit(REQUEST))).isEqualTo(status);
    assertThat(status(limits.admitAsync(REQUEST).join())).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "refuse, allow, allow, 200",
    "refuse, allow, refuse, 503",
    "refuse, allow, none, 503",
    "allow, allow, none, 200",
    "allow, refuse, none, 503",
  })
  void oneRefusingRuleIsEnough(String limiters, String first, String second, int status) {
    RequestLimits limits =
        RequestLimits.of(unreachable(limiters), List.of(rule("a", first), rule("b", second)));

    assertThat(status(limits.admit(REQUEST))).isEqualTo(status);
    assertThat(status(limits.admitAsync(REQUEST).join())).isEqualTo(status);
  }

  @Test
  void anAdmittedRequestHasNoLimitHeaders() {
    RequestLimits limits = RequestLimits.of(unreachable("refuse"), List.of(rule("r", "allow")));

    RequestAdmission requestAdmission = limits.admit(REQUEST);

    assertThat(requestAdmission.headers()).isEmpty();
    assertThat(requestAdmission.outcomes())
        .extracting(admissionOutcome -> admissionOutcome.result().source())
        .containsExactly(Result.Source.FALLBACK);
  }

  @Test
  void refusalsOfTheLimiterStay() {
    ScriptedRatelimit refusing =
        ScriptedRatelimit.answering((Check check) -> ScriptedRatelimit.refusal(check, 1_000));
    RequestLimits limits = RequestLimits.of(refusing, List.of(rule("r", "allow")));

    assertThat(limits.admit(REQUEST).status()).isEqualTo(429);
  }

  private static int status(RequestAdmission requestAdmission) {
    return requestAdmission.admitted() ? 200 : requestAdmission.status();
  }
}

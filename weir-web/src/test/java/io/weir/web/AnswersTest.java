// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AnswersTest {
  private static final long NOW = 1_000_000_000L;
  private static final Rule ONE = Rule.named("one").limit(10, "1m").build();
  private static final Rule TWO = Rule.named("two").limit(500, "1h").build();

  @Test
  @DisplayName("An admitted request is told how its limit stands")
  void anAdmittedRequestIsTold() {
    Admission admission = answer(check -> ScriptedRatelimit.pass(check, 7), ONE);

    assertThat(lines(admission))
        .containsExactly(
            "RateLimit-Policy: \"one\";q=10;w=60",
            "RateLimit: \"one\";r=7;t=60",
            "X-RateLimit-Limit: 10",
            "X-RateLimit-Remaining: 7",
            "X-RateLimit-Reset: 1000060000");
  }

  @Test
  @DisplayName(
      "A refused request is told when to come back, and which rule it was, and nothing of who it is")
  void aRefusedRequestIsTold() {
    Admission admission = answer(check -> ScriptedRatelimit.refusal(check, 11_001), ONE);

    assertThat(admission.status()).isEqualTo(429);
    assertThat(lines(admission))
        .containsExactly(
            "RateLimit-Policy: \"one\";q=10;w=60",
            "RateLimit: \"one\";r=0;t=12",
            "X-RateLimit-Limit: 10",
            "X-RateLimit-Remaining: 0",
            "X-RateLimit-Reset: 1000060000",
            "Retry-After: 12");
    assertThat(new String(admission.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                + "\"detail\":\"Rate limit exceeded. Try again later.\",\"policy\":\"one\",\"retryAfter\":12}");
  }

  @ParameterizedTest
  @DisplayName("The wait is whole seconds, rounded up, one at least")
  @CsvSource({"0, 1", "1, 1", "1000, 1", "1001, 2", "2592000000, 2592000"})
  void theWaitIsRoundedUp(long millis, String seconds) {
    Admission admission = answer(check -> ScriptedRatelimit.refusal(check, millis), ONE);

    assertThat(lines(admission))
        .contains("RateLimit: \"one\";r=0;t=" + seconds, "Retry-After: " + seconds);
  }

  @Test
  @DisplayName("If the limiter does not say when to come back, the window's end is")
  void anUntoldWaitIsTheWindowsEnd() {
    Admission admission = answer(check -> ScriptedRatelimit.refusal(check, Result.UNTOLD), ONE);

    assertThat(lines(admission)).contains("RateLimit: \"one\";r=0;t=60", "Retry-After: 60");
  }

  @Test
  @DisplayName("Who never fits is not told to come back")
  void whoNeverFitsIsNotToldToComeBack() {
    Admission admission = answer(check -> ScriptedRatelimit.refusal(check, Result.NEVER), ONE);

    assertThat(admission.status()).isEqualTo(429);
    assertThat(lines(admission)).noneMatch(line -> line.startsWith("Retry-After"));
    assertThat(lines(admission))
        .contains("RateLimit: \"one\";r=0", "X-RateLimit-Reset: 1000060000");
    assertThat(new String(admission.body(), StandardCharsets.UTF_8))
        .contains("Retrying does not help")
        .doesNotContain("retryAfter");
  }

  @ParameterizedTest(name = "{0}/{1} and {2}/{3}: {4}")
  @DisplayName(
      "Of several rules, the one that binds most is told: refusals first, by wait, then by what is left")
  @CsvSource({
    // Negative is a refusal with this wait in seconds, positive a pass with so much left.
    "3, 5, 10",
    "5, 3, 500",
    "3, 3, 10",
    "0, -4, 500",
    "-4, 0, 10",
    "-4, -9, 500",
    "-9, -4, 10",
  })
  void theTightestRuleIsTold(long one, long two, String limit) {
    Admission admission =
        answer(check -> result(check, "one".equals(check.namespace()) ? one : two), ONE, TWO);

    assertThat(lines(admission)).contains("X-RateLimit-Limit: " + limit);
    assertThat(lines(admission))
        .element(0)
        .isEqualTo("RateLimit-Policy: \"one\";q=10;w=60, \"two\";q=500;w=3600");
    assertThat(lines(admission))
        .element(1)
        .isEqualTo("RateLimit: \"one\"" + state(one) + ", \"two\"" + state(two));
    long longest = -Math.min(one, two);
    if (longest > 0) {
      assertThat(lines(admission)).contains("Retry-After: " + longest);
    }
  }

  private static String state(long code) {
    return code < 0 ? ";r=0;t=" + -code : ";r=" + code + ";t=60";
  }

  private static Result result(Check check, long code) {
    return code < 0
        ? ScriptedRatelimit.refusal(check, -code * 1_000)
        : ScriptedRatelimit.pass(check, code);
  }

  @Test
  @DisplayName(
      "Of several rules, each says when there is more: to come back, or at its window's end")
  void eachRuleSaysWhenThereIsMore() {
    Admission admission = answer(
        check -> "one".equals(check.namespace())
            ? ScriptedRatelimit.refusal(check, 72_000)
            : ScriptedRatelimit.pass(check, 3),
        ONE,
        TWO);

    assertThat(lines(admission))
        .contains(
            "RateLimit: \"one\";r=0;t=72, \"two\";r=3;t=60",
            "X-RateLimit-Reset: 1000060000",
            "Retry-After: 72");
  }

  @Test
  @DisplayName("If one of several rules never fits, nobody is told to come back")
  void hopelessBeatsAnyWait() {
    Admission admission = answer(
        check -> ScriptedRatelimit.refusal(
            check, "one".equals(check.namespace()) ? Result.NEVER : 5_000),
        ONE,
        TWO);

    assertThat(lines(admission)).noneMatch(line -> line.startsWith("Retry-After"));
  }

  @Test
  @DisplayName("An override's limit is told without a window, which is not known")
  void anOverridesLimitIsTold() {
    Admission admission = answer(
        check -> new Result(true, 99, 98, ScriptedRatelimit.RESET, 0, "rlor_1", Source.LIMITER),
        ONE);

    assertThat(lines(admission))
        .contains("RateLimit-Policy: \"one\";q=99", "X-RateLimit-Limit: 99");
  }

  @ParameterizedTest
  @DisplayName("What a fallback refuses is answered with 503: the client did nothing wrong")
  @EnumSource(
      value = Source.class,
      names = {"FALLBACK", "ERROR"})
  void aFallbacksRefusalIsUnavailable(Source source) {
    Admission admission = answer(check -> Result.refuse().from(source), ONE, TWO);

    assertThat(admission.status()).isEqualTo(503);
    assertThat(lines(admission)).containsExactly("Retry-After: 1");
    assertThat(new String(admission.body(), StandardCharsets.UTF_8))
        .startsWith("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,")
        .endsWith(",\"retryAfter\":1}");
  }

  @Test
  @DisplayName("What a fallback admits says nothing of limits")
  void aFallbacksPassSaysNothing() {
    Admission admission = answer(check -> Result.allow(), ONE);

    assertThat(admission.admitted()).isTrue();
    assertThat(admission.headers()).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A refusal from memory, or without the shared counts, is the limiter's")
  @EnumSource(
      value = Source.class,
      names = {"LIMITER", "DEGRADED", "CACHE"})
  void aRefusalOfTheLimiter(Source source) {
    Admission admission = answer(check -> ScriptedRatelimit.refusal(check, 1).from(source), ONE);

    assertThat(admission.status()).isEqualTo(429);
  }

  @Test
  @DisplayName("Without headers, only the time to come back is told")
  void withoutHeaders() {
    RequestLimits limits = RequestLimits.builder(
            ScriptedRatelimit.answering(check -> ScriptedRatelimit.refusal(check, 5_000)),
            List.of(ONE))
        .headers(false)
        .build();

    assertThat(lines(limits.admit(new FakeRequest()))).containsExactly("Retry-After: 5");
  }

  @Test
  @DisplayName("What refuses a request further in can answer in the same way")
  void aRefusalFurtherIn() {
    Result refusal = new Result(false, 10, 0, NOW, 4_200, "", Source.LIMITER);

    Admission told = Admission.refused(ONE, refusal, true);
    Admission untold = Admission.refused(ONE, refusal, false);

    assertThat(told.status()).isEqualTo(429);
    assertThat(lines(told)).contains("RateLimit-Policy: \"one\";q=10;w=60", "Retry-After: 5");
    assertThat(lines(untold)).containsExactly("Retry-After: 5");
    assertThat(Admission.refused(ONE, Result.refuse(), true).status()).isEqualTo(503);
  }

  private static Admission answer(Function<Check, Result> script, Rule... rules) {
    return RequestLimits.builder(ScriptedRatelimit.answering(script), List.of(rules))
        .time(() -> Instant.ofEpochMilli(NOW))
        .build()
        .admit(new FakeRequest());
  }

  private static List<String> lines(Admission admission) {
    return admission.headers().stream()
        .map(header -> header.name() + ": " + header.value())
        .toList();
  }
}

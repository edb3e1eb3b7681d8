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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LimitResponsesTest {
  private static final long NOW = 1_000_000_000L;
  private static final Rule ONE = Rule.named("one").limit(10, "1m").build();
  private static final Rule TWO = Rule.named("two").limit(500, "1h").build();

  @Test
  void anAdmittedRequestGetsLimitHeaders() {
    RequestAdmission requestAdmission = answer(check -> ScriptedRatelimit.allowed(check, 7), ONE);

    assertThat(lines(requestAdmission))
        .containsExactly(
            "RateLimit-Policy: \"one\";q=10;w=60",
            "RateLimit: \"one\";r=7;t=60",
            "X-RateLimit-Limit: 10",
            "X-RateLimit-Remaining: 7",
            "X-RateLimit-Reset: 1000060000");
  }

  @Test
  void aRefusedRequestNamesItsRuleButNoIdentifier() {
    RequestAdmission requestAdmission =
        answer(check -> ScriptedRatelimit.refusal(check, 11_001), ONE);

    assertThat(requestAdmission.status()).isEqualTo(429);
    assertThat(lines(requestAdmission))
        .containsExactly(
            "RateLimit-Policy: \"one\";q=10;w=60",
            "RateLimit: \"one\";r=0;t=12",
            "X-RateLimit-Limit: 10",
            "X-RateLimit-Remaining: 0",
            "X-RateLimit-Reset: 1000060000",
            "Retry-After: 12");
    assertThat(new String(requestAdmission.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                + "\"detail\":\"Rate limit exceeded. Try again later.\",\"policy\":\"one\",\"retryAfter\":12}");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1000, 1", "1001, 2", "2592000000, 2592000"})
  void retryAfterIsRoundedUpToSeconds(long millis, String seconds) {
    RequestAdmission requestAdmission =
        answer(check -> ScriptedRatelimit.refusal(check, millis), ONE);

    assertThat(lines(requestAdmission))
        .contains("RateLimit: \"one\";r=0;t=" + seconds, "Retry-After: " + seconds);
  }

  @Test
  void withoutARetryAfterTheWindowsEndIsUsed() {
    RequestAdmission requestAdmission =
        answer(check -> ScriptedRatelimit.refusal(check, Result.UNKNOWN), ONE);

    assertThat(lines(requestAdmission)).contains("RateLimit: \"one\";r=0;t=60", "Retry-After: 60");
  }

  @Test
  void aCostThatNeverFitsHasNoRetryAfter() {
    RequestAdmission requestAdmission =
        answer(check -> ScriptedRatelimit.refusal(check, Result.NEVER), ONE);

    assertThat(requestAdmission.status()).isEqualTo(429);
    assertThat(lines(requestAdmission)).noneMatch(line -> line.startsWith("Retry-After"));
    assertThat(lines(requestAdmission))
        .contains("RateLimit: \"one\";r=0", "X-RateLimit-Reset: 1000060000");
    assertThat(new String(requestAdmission.body(), StandardCharsets.UTF_8))
        .contains("Retrying does not help")
        .doesNotContain("retryAfter");
  }

  @ParameterizedTest(name = "{0}/{1} and {2}/{3}: {4}")
  @CsvSource({
    // A negative number is a refusal with this delay in seconds, a positive one an admission with
    // this many remaining
    // units.
    "3, 5, 10",
    "5, 3, 500",
    "3, 3, 10",
    "0, -4, 500",
    "-4, 0, 10",
    "-4, -9, 500",
    "-9, -4, 10",
  })
  void theTightestRuleIsReported(long one, long two, String limit) {
    RequestAdmission requestAdmission =
        answer(check -> result(check, "one".equals(check.namespace()) ? one : two), ONE, TWO);

    assertThat(lines(requestAdmission)).contains("X-RateLimit-Limit: " + limit);
    assertThat(lines(requestAdmission))
        .element(0)
        .isEqualTo("RateLimit-Policy: \"one\";q=10;w=60, \"two\";q=500;w=3600");
    assertThat(lines(requestAdmission))
        .element(1)
        .isEqualTo("RateLimit: \"one\"" + state(one) + ", \"two\"" + state(two));
    long longest = -Math.min(one, two);
    if (longest > 0) {
      assertThat(lines(requestAdmission)).contains("Retry-After: " + longest);
    }
  }

  private static String state(long code) {
    return code < 0 ? ";r=0;t=" + -code : ";r=" + code + ";t=60";
  }

  private static Result result(Check check, long code) {
    return code < 0
        ? ScriptedRatelimit.refusal(check, -code * 1_000)
        : ScriptedRatelimit.allowed(check, code);
  }

  @Test
  void eachRuleReportsItsRetryOrReset() {
    RequestAdmission requestAdmission = answer(
        check -> "one".equals(check.namespace())
            ? ScriptedRatelimit.refusal(check, 72_000)
            : ScriptedRatelimit.allowed(check, 3),
        ONE,
        TWO);

    assertThat(lines(requestAdmission))
        .contains(
            "RateLimit: \"one\";r=0;t=72, \"two\";r=3;t=60",
            "X-RateLimit-Reset: 1000060000",
            "Retry-After: 72");
  }

  @Test
  void aRuleThatNeverFitsSuppressesRetryAfter() {
    RequestAdmission requestAdmission = answer(
        check -> ScriptedRatelimit.refusal(
            check, "one".equals(check.namespace()) ? Result.NEVER : 5_000),
        ONE,
        TWO);

    assertThat(lines(requestAdmission)).noneMatch(line -> line.startsWith("Retry-After"));
  }

  @Test
  void anOverridesLimitIsReportedWithoutAWindow() {
    RequestAdmission requestAdmission = answer(
        check -> new Result(true, 99, 98, ScriptedRatelimit.RESET, 0, "rlor_1", Source.LIMITER),
        ONE);

    assertThat(lines(requestAdmission))
        .contains("RateLimit-Policy: \"one\";q=99", "X-RateLimit-Limit: 99");
  }

  @ParameterizedTest
  @EnumSource(
      value = Source.class,
      names = {"FALLBACK", "ERROR"})
  void aRefusalOfTheFallbackIs503(Source source) {
    RequestAdmission requestAdmission = answer(check -> Result.refuse().from(source), ONE, TWO);

    assertThat(requestAdmission.status()).isEqualTo(503);
    assertThat(lines(requestAdmission)).containsExactly("Retry-After: 1");
    assertThat(new String(requestAdmission.body(), StandardCharsets.UTF_8))
        .startsWith("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,")
        .endsWith(",\"retryAfter\":1}");
  }

  @Test
  void anAdmissionOfTheFallbackHasNoHeaders() {
    RequestAdmission requestAdmission = answer(check -> Result.allow(), ONE);

    assertThat(requestAdmission.admitted()).isTrue();
    assertThat(requestAdmission.headers()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Source.class,
      names = {"LIMITER", "DEGRADED", "CACHE"})
  void cachedAndLocalRefusalsAreRefusalsOfTheLimiter(Source source) {
    RequestAdmission requestAdmission =
        answer(check -> ScriptedRatelimit.refusal(check, 1).from(source), ONE);

    assertThat(requestAdmission.status()).isEqualTo(429);
  }

  @Test
  void withoutHeadersOnlyRetryAfterIsSent() {
    RequestLimits limits = RequestLimits.builder(
            ScriptedRatelimit.answering(check -> ScriptedRatelimit.refusal(check, 5_000)),
            List.of(ONE))
        .headers(false)
        .build();

    assertThat(lines(limits.admit(new FakeRequest()))).containsExactly("Retry-After: 5");
  }

  @Test
  void aRefusalByInnerCodeIsAnsweredAlike() {
    Result refusal = new Result(false, 10, 0, NOW, 4_200, "", Source.LIMITER);

    RequestAdmission admission = RequestAdmission.refused(ONE, refusal, true);
    RequestAdmission untold = RequestAdmission.refused(ONE, refusal, false);

    assertThat(admission.status()).isEqualTo(429);
    assertThat(lines(admission)).contains("RateLimit-Policy: \"one\";q=10;w=60", "Retry-After: 5");
    assertThat(lines(untold)).containsExactly("Retry-After: 5");
    assertThat(RequestAdmission.refused(ONE, Result.refuse(), true).status()).isEqualTo(503);
  }

  private static RequestAdmission answer(Function<Check, Result> script, Rule... rules) {
    return RequestLimits.builder(ScriptedRatelimit.answering(script), List.of(rules))
        .time(() -> Instant.ofEpochMilli(NOW))
        .build()
        .admit(new FakeRequest());
  }

  private static List<String> lines(RequestAdmission requestAdmission) {
    return requestAdmission.headers().stream()
        .map(responseHeaderField -> responseHeaderField.name() + ": " + responseHeaderField.value())
        .toList();
  }
}

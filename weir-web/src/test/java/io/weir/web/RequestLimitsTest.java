// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.web.RequestLimits.OnFailure;
import io.weir.web.Rule.Unidentified;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLimitsTest {
  private static final Rule LOGIN =
      Rule.named("login").path("/login").methods("POST").limit(5, "1m").build();
  private static final Rule KEY = Rule.named("key")
      .path("/**")
      .identifiedBy(IdentifierSource.header("X-Key"))
      .limit(100, "1h")
      .cost(3)
      .unidentified(Unidentified.SKIP)
      .build();

  private final ScriptedRatelimit limiter = ScriptedRatelimit.allowingAll();
  private final List<String> seen = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestWithoutARuleIsNotChecked(boolean async) {
    RequestLimits limits = RequestLimits.of(limiter, List.of(LOGIN, KEY));

    RequestAdmission requestAdmission = admit(limits, FakeRequest.get("/login"), async);

    assertThat(requestAdmission.admitted()).isTrue();
    assertThat(requestAdmission.headers()).isEmpty();
    assertThat(requestAdmission.body()).isEmpty();
    assertThat(limiter.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneRuleIsOneCheck(boolean async) {
    RequestLimits limits = RequestLimits.of(limiter, List.of(LOGIN, KEY));

    RequestAdmission requestAdmission =
        admit(limits, FakeRequest.get("/x").header("X-Key", "a:b"), async);

    assertThat(requestAdmission.admitted()).isTrue();
    assertThat(requestAdmission.outcomes())
        .extracting(RequestAdmission.AdmissionOutcome::rule)
        .containsExactly(KEY);
    assertThat(limiter.asked())
        .containsExactly(List.of(new Check("a:b", 3, "key", Limit.of(100, "1h"))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rulesAlsoSeeTheRawPath(boolean async) {
    RequestLimits limits = RequestLimits.of(limiter, List.of(LOGIN));
    FakeRequest request = FakeRequest.get("/other").rawPath("/%6cogin").method("POST");

    RequestAdmission requestAdmission = admit(limits, request, async);

    assertThat(requestAdmission.outcomes())
        .extracting(RequestAdmission.AdmissionOutcome::rule)
        .containsExactly(LOGIN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void severalRulesAreOneBatch(boolean async) {
    RequestLimits limits = RequestLimits.of(limiter, List.of(LOGIN, KEY));
    FakeRequest request = FakeRequest.get("//login/").method("POST").header("X-Key", "k");

    RequestAdmission requestAdmission = admit(limits, request, async);

    assertThat(requestAdmission.admitted()).isTrue();
    assertThat(limiter.asked())
        .containsExactly(List.of(
            new Check("203.0.113.1", 1, "login", Limit.of(5, "1m")),
            new Check("k", 3, "key", Limit.of(100, "1h"))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneRefusingRuleRefusesTheRequest(boolean async) {
    ScriptedRatelimit picky = ScriptedRatelimit.answering(check -> "key".equals(check.namespace())
        ? ScriptedRatelimit.refusal(check, 1_500)
        : ScriptedRatelimit.allowed(check, 2));
    RequestLimits limits = RequestLimits.of(picky, List.of(LOGIN, KEY));
    FakeRequest request = FakeRequest.get("/login").method("POST").header("X-Key", "k");

    RequestAdmission requestAdmission = admit(limits, request, async);

    assertThat(requestAdmission.admitted()).isFalse();
    assertThat(requestAdmission.status()).isEqualTo(429);
    assertThat(new String(requestAdmission.body(), StandardCharsets.UTF_8))
        .contains("\"policy\":\"key\"");
  }

  @Test
  void unidentifiedRequestsShareALimitOrAreRefusedOrPass() {
    Rule.Builder rule =
        Rule.named("r").identifiedBy(IdentifierSource.header("X-Key")).limit(5, "1m");
    FakeRequest request = new FakeRequest().header("X-Key", " ");

    RequestAdmission shared = RequestLimits.of(limiter, List.of(rule.build())).admit(request);
    assertThat(shared.admitted()).isTrue();
    assertThat(limiter.identifiers()).containsExactly("\\?");

    rule.unidentified(Unidentified.REFUSE);
    RequestLimits refusing = watched(limiter, List.of(KEY, rule.build(), LOGIN)).build();
    RequestAdmission refused = refusing.admit(request.path("/login").method("POST"));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers()).isEmpty();
    assertThat(refused.body()).isNotEmpty();
    assertThat(seen).containsExactly("r unidentified");

    rule.unidentified(Unidentified.SKIP);
    assertThat(RequestLimits.of(limiter, List.of(rule.build())).admit(request).admitted())
        .isTrue();
    assertThat(limiter.asked()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Unidentified.class)
  void ambiguousRequestsShareALimitOrAreRefused(Unidentified unidentified) {
    IdentifierSource key = IdentifierSource.header("X-Key");
    IdentifierSource user = IdentifierSource.principal();
    FakeRequest request = new FakeRequest().header("X-Key", "a").header("X-Key", "b");
    for (IdentifierSource source : List.of(key, IdentifierSource.all(key, user))) {
      Rule rule = Rule.named("r")
          .identifiedBy(source)
          .unidentified(unidentified)
          .limit(5, "1m")
          .build();
      RequestLimits limits = RequestLimits.of(limiter, List.of(rule));

      assertThat(limits.admit(request.principal(null)).admitted())
          .isEqualTo(unidentified != Unidentified.REFUSE);
      // Another part of the request identifies it.
      assertThat(limits.admit(request.principal("ann")).admitted())
          .isEqualTo(unidentified != Unidentified.REFUSE || source != key);
    }

    assertThat(limiter.identifiers())
        .doesNotContain("\\?")
        .hasSize(unidentified == Unidentified.REFUSE ? 1 : 4);
  }

  @Test
  void aCaseInsensitiveRuleIgnoresCaseInIdentifiers() {
    Rule.Builder rule =
        Rule.named("r").path("/login").identifiedBy(IdentifierSource.path()).limit(5, "1m");
    RequestLimits limits =
        RequestLimits.of(limiter, List.of(rule.ignoreCase(true).build()));

    for (String path : List.of("/login", "/Login", "/LOGIN", "/log\u0130n", "/log\u0131n")) {
      limits.admit(FakeRequest.get(path).rawPath(path));
    }

    assertThat(limiter.identifiers()).hasSize(5).containsOnly("/login");
  }

  static List<RuntimeException> failures() {
    return List.of(
        new RatelimitException(Kind.TIMEOUT, "no answer", null),
        new IllegalStateException("closed"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aThrowingLimiterAnswers503OrLetsPass(RuntimeException failure) {
    ScriptedRatelimit broken = ScriptedRatelimit.failing(failure);
    FakeRequest request = FakeRequest.get("/login").method("POST").header("X-Key", "k");

    for (boolean async : new boolean[] {true, false}) {
      RequestAdmission refused = admit(RequestLimits.of(broken, List.of(LOGIN)), request, async);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.headers())
          .containsExactly(new RequestAdmission.ResponseHeaderField("Retry-After", "1"));

      RequestLimits open =
          watched(broken, List.of(LOGIN, KEY)).onFailure(OnFailure.ALLOW).build();
      assertThat(admit(open, request, async).admitted()).isTrue();
    }
    assertThat(seen).containsExactly("login failed", "key failed", "login failed", "key failed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClosedLimiterCountsAsFailing(boolean async) {
    EmbeddedRatelimit closed =
        EmbeddedRatelimit.builder().namespace("n").limit(1, "1s").build();
    RequestLimits limits = RequestLimits.of(closed, List.of(LOGIN, KEY));
    closed.close();

    FakeRequest one = new FakeRequest().header("X-Key", "k");
    FakeRequest two = FakeRequest.get("/login").method("POST").header("X-Key", "k");
    assertThat(admit(limits, one, async).status()).isEqualTo(503);
    assertThat(admit(limits, two, async).status()).isEqualTo(503);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBugIsNotTakenForAFailingLimiter(boolean async) {
    RequestLimits limits = RequestLimits.builder(
            ScriptedRatelimit.failing(new IllegalArgumentException("odd")), List.of(KEY))
        .onFailure(OnFailure.ALLOW)
        .build();

    assertThatThrownBy(() -> admit(limits, new FakeRequest().header("X-Key", "k"), async))
        .hasStackTraceContaining("odd");
  }

  @Test
  void aFailingLimiterIsLoggedOnceAMinute() {
    long[] now = {1_000_000};
    InstantSource time = () -> Instant.ofEpochMilli(now[0]);
    RequestLimits limits = RequestLimits.builder(
            ScriptedRatelimit.failing(new IllegalStateException("closed")), List.of(LOGIN))
        .time(time)
        .build();
    FakeRequest request = FakeRequest.get("/login").method("POST");
    CapturedLog capturedLog = new CapturedLog();
    Logger logger = Logger.getLogger(RequestLimits.class.getName());
    logger.addHandler(capturedLog);
    logger.setUseParentHandlers(false);
    try {
      for (long at : new long[] {0, 1, 59_999, 60_000, 60_001, -5_000, -4_000}) {
        now[0] = 1_000_000 + at;
        limits.admit(request);
      }
    } finally {
      logger.setUseParentHandlers(true);
      logger.removeHandler(capturedLog);
    }

    assertThat(capturedLog.lines)
        .containsExactly(
            "The limiter failed; requests were rejected with 503: requests=1",
            "The limiter failed; requests were rejected with 503: requests=3",
            "The limiter failed; requests were rejected with 503: requests=2");
  }

  private static final class CapturedLog extends Handler {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  static List<String> oddValues() {
    return List.of(
        "\ud800",
        "\udc00\ud800",
        "\0",
        "\r\n",
        "\u007f",
        "x".repeat(10_000),
        ":".repeat(10_000),
        "\\",
        "\ud800".repeat(5_000),
        "\\u".repeat(300),
        "\u00a0",
        "\ufeff",
        "*",
        "?",
        "\ud83d\ude00".repeat(400));
  }

  @ParameterizedTest
  @MethodSource("oddValues")
  void anyValueOfARequestCanBeChecked(String odd) {
    Rule everything = Rule.named("r")
        .identifiedBy(IdentifierSource.all(
            IdentifierSource.ip(TrustedProxies.of("10.0.0.1")),
            IdentifierSource.header("X-Key"),
            IdentifierSource.principal(),
            IdentifierSource.path()))
        .limit(5, "1m")
        .build();
    Rule path =
        Rule.named("p").identifiedBy(IdentifierSource.path()).limit(5, "1m").build();
    Rule header = Rule.named("h")
        .identifiedBy(IdentifierSource.header("X-Key"))
        .limit(5, "1m")
        .build();
    FakeRequest request = FakeRequest.from("10.0.0.1")
        .method(odd)
        .path(odd)
        .rawPath(odd)
        .principal(odd)
        .header("X-Key", odd)
        .header("X-Forwarded-For", odd);

    RequestAdmission requestAdmission =
        RequestLimits.of(limiter, List.of(everything, path, header)).admit(request);

    assertThat(requestAdmission.admitted()).isTrue();
    assertThat(limiter.identifiers())
        .hasSize(3)
        .allSatisfy(identifier ->
            assertThat(identifier.codePointCount(0, identifier.length())).isBetween(1, 512));
  }

  @Test
  void everyAnswerReachesTheObserver() {
    FakeRequest request = FakeRequest.get("/login").method("POST").header("X-Key", "k");

    watched(limiter, List.of(LOGIN, KEY)).build().admit(request);

    assertThat(seen).containsExactly("login true", "key true");
  }

  @Test
  void duplicateNamesAndTooManyRulesAreRefused() {
    assertThatThrownBy(() -> RequestLimits.of(limiter, List.of(LOGIN, KEY, LOGIN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"login\"");
    assertThatThrownBy(() -> RequestLimits.of(limiter, Collections.nCopies(101, LOGIN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("101");
  }

  private RequestLimits.Builder watched(ScriptedRatelimit ratelimit, List<Rule> rules) {
    return RequestLimits.builder(ratelimit, rules).observer(new RequestObserver() {
      @Override
      public void answered(Rule rule, Result result) {
        seen.add(rule.name() + ' ' + result.success());
      }

      @Override
      public void unidentified(Rule rule) {
        seen.add(rule.name() + " unidentified");
      }

      @Override
      public void failed(Rule rule, RuntimeException cause) {
        seen.add(rule.name() + " failed");
      }
    });
  }

  private static RequestAdmission admit(RequestLimits limits, WebRequest request, boolean async) {
    return async ? limits.admitAsync(request).join() : limits.admit(request);
  }
}

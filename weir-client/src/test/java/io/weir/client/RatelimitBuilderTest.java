// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RatelimitBuilderTest {
  private static RatelimitBuilder validBuilder() {
    return HttpRatelimit.builder().rootKey("key").namespace("ns").limit(10, "60s");
  }

  @Test
  void reportsAllFaultsAtOnceWithoutTheKey() {
    RatelimitBuilder wrong = HttpRatelimit.builder()
        .rootKey("secret word")
        .baseUrl("ftp://host/?q#f")
        .namespace("")
        .limit(5, "60 parsecs")
        .timeout(Duration.ofMinutes(6))
        .retries(11)
        .cacheRefusals(-1);

    assertThatIllegalArgumentException()
        .isThrownBy(wrong::build)
        .withMessageContainingAll(
            "rootKey must be 1 to 1024 visible ASCII",
            "baseUrl must begin with http:// or https://",
            "baseUrl must not contain a query or fragment",
            "namespace must be 1 to 512 characters, but had 0",
            "duration must be a whole number and one of ms, s, m, h, d",
            "60 parsecs",
            "timeout must be 1 ms to 5 minutes, but was PT6M",
            "retries must be 0 to 10, but was 11",
            "cacheRefusals must be 0 to 10000000, but was -1")
        .withMessageNotContaining("secret");
  }

  @Test
  void requiredSettingsMustBeGiven() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpRatelimit.builder().rootKey(null).build())
        .withMessageContainingAll(
            "rootKey is required", "namespace is required", "limit is required");
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // as from callers without null checks
  void nullValuesAreRefusedByName() {
    RatelimitBuilder builder = validBuilder();
    assertNull(() -> builder.limit((Limit) null), "limit must not be null");
    assertNull(() -> builder.limit(5, (Duration) null), "duration must not be null");
    assertNull(() -> builder.limit(5, (String) null), "duration must not be null");
    assertNull(() -> builder.timeout((Duration) null), "timeout must not be null");
    assertNull(() -> builder.timeout((String) null), "timeout must not be null");
    assertNull(
        () -> builder.fallback((Function<String, Result>) null), "fallback must not be null");
    assertNull(() -> builder.onError(null), "onError must not be null");
  }

  private static void assertNull(ThrowingCallable call, String message) {
    assertThatNullPointerException().isThrownBy(call).withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user:hunter2@host",
        "http://host_name_with_underscores:hunter2@x",
        "http://[hunter2",
        "localhost:8080",
        "//host",
        "http://",
        "http://host:70000",
        "https://host/?a=hunter2",
        "http://host/#hunter2"
      })
  void refusesAnInvalidUrlWithoutShowingIt(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> validBuilder().baseUrl(url).build())
        .withMessageContaining("baseUrl")
        .withMessageNotContaining("hunter2");
  }

  @Test
  void theLastValueOfASettingCounts() {
    RatelimitBuilder builder = validBuilder().baseUrl("nowhere").limit(1, "x").timeout("y");

    builder
        .baseUrl(URI.create("https://host/prefix/"))
        .limit(1, "60s")
        .timeout("1ms")
        .build()
        .close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0ms", "301s"})
  void refusesATimeoutOutOfRange(String timeout) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> validBuilder().timeout(timeout).build());
  }

  @Test
  void refusesALimitOfZero() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> validBuilder().limit(0, "60s").build())
        .withMessageContaining("limit must be 1 to");
    try (Ratelimit limiter = validBuilder().build()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> limiter.limit(Check.of("a").limit(0, "60s")));
      assertThatIllegalArgumentException().isThrownBy(() -> limiter.in("b", Limit.of(0, "60s")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/a/b", "/a/b/", "/a%20b//"})
  void keepsTheUrlsPathPrefix(String prefix) {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.allowed(9));
        Ratelimit limiter = validBuilder().baseUrl(server.url() + prefix).build()) {
      assertThat(limiter.limit("me").remaining()).isEqualTo(9);

      String bare = prefix.replaceAll("/+$", "");
      assertThat(server.requests().get(0).head())
          .startsWith("POST " + bare + "/v2/ratelimit.limit HTTP/1.1\r\n")
          .containsIgnoringCase("\r\nAuthorization: Bearer key\r\n")
          .containsIgnoringCase("\r\nContent-Type: application/json\r\n");
      assertThat(server.requests().get(0).body())
          .isEqualTo("{\"namespace\":\"ns\",\"identifier\":\"me\",\"limit\":10,"
              + "\"duration\":60000,\"cost\":1}");
    }
  }

  @Test
  void neverShowsTheKeyAsText() {
    Object builder = validBuilder().rootKey("verySecretKey");
    try (Ratelimit limiter = ((RatelimitBuilder) builder).build()) {
      assertThat(builder.toString() + limiter + limiter.overrides())
          .doesNotContain("verySecretKey");
    }
  }
}

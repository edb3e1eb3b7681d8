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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Building a limiter that asks a server")
final class BuilderTest {
  private static RatelimitBuilder sound() {
    return HttpRatelimit.builder().rootKey("key").namespace("ns").limit(10, "60s");
  }

  @Test
  @DisplayName("reports all faults at once, each with its value and its range, and never the key")
  void reportsAllFaults() {
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
  @DisplayName("asks for what has no default")
  void asksForWhatIsRequired() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpRatelimit.builder().rootKey(null).build())
        .withMessageContainingAll(
            "rootKey is required", "namespace is required", "limit is required");
  }

  @Test
  @DisplayName("says at once which value is null")
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // callers who do not check for null
  void nulls() {
    RatelimitBuilder builder = sound();
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
  @DisplayName("takes no URL that is not plainly one of a server, and does not show what is in it")
  void refusesUrls(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sound().baseUrl(url).build())
        .withMessageContaining("baseUrl")
        .withMessageNotContaining("hunter2");
  }

  @Test
  @DisplayName("takes the last value of a setting, even if an earlier one was wrong")
  void takesTheLastValue() {
    RatelimitBuilder builder = sound().baseUrl("nowhere").limit(1, "x").timeout("y");

    builder
        .baseUrl(URI.create("https://host/prefix/"))
        .limit(1, "60s")
        .timeout("1ms")
        .build()
        .close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0ms", "301s"})
  @DisplayName("bounds the time-out")
  void boundsTheTimeout(String timeout) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sound().timeout(timeout).build());
  }

  @Test
  @DisplayName("refuses a limit of 0, which the API has only for overrides")
  void refusesZero() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sound().limit(0, "60s").build())
        .withMessageContaining("limit must be 1 to");
    try (Ratelimit limiter = sound().build()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> limiter.limit(Check.of("a").limit(0, "60s")));
      assertThatIllegalArgumentException().isThrownBy(() -> limiter.in("b", Limit.of(0, "60s")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/a/b", "/a/b/", "/a%20b//"})
  @DisplayName("keeps the path that stands before all others, with or without a slash at its end")
  void keepsThePrefix(String prefix) {
    try (ScriptedServer server = ScriptedServer.saying(ScriptedServer.passed(9));
        Ratelimit limiter = sound().baseUrl(server.url() + prefix).build()) {
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
  @DisplayName("gives nothing whose text shows the key")
  void hidesTheKey() {
    Object builder = sound().rootKey("verySecretKey");
    try (Ratelimit limiter = ((RatelimitBuilder) builder).build()) {
      assertThat(builder.toString() + limiter + limiter.overrides())
          .doesNotContain("verySecretKey");
    }
  }
}

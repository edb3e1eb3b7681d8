// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RateLimitHeadersTest {
  /** A list of one string with two integer parameters of at most 15 digits, as in RFC 9651. */
  private static final Pattern FIELD =
      Pattern.compile("\"[a-z]+\";([a-z])=(0|[1-9][0-9]{0,14});([a-z])=(0|[1-9][0-9]{0,14})");

  private final TestApiServer rig = new TestApiServer();
  private final RawHttpClient rawHttpClient = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  private static String read(ApiReply apiReply, String header) {
    String value = Objects.requireNonNull(apiReply.header(header), header);
    Matcher matcher = FIELD.matcher(value);
    assertThat(matcher.matches()).as(value).isTrue();
    return matcher.group(1) + "=" + matcher.group(2) + " " + matcher.group(3) + "="
        + matcher.group(4);
  }

  private static String body(String identifier, long limit, long duration, long cost) {
    return TestJson.object(
        "namespace",
        "ns",
        "identifier",
        identifier,
        "limit",
        limit,
        "duration",
        duration,
        "cost",
        cost);
  }

  @Test
  void headersHaveLimitWindowRemainingAndReset() {
    ApiReply apiReply = rawHttpClient.ask("limit", body("a", 100, 60_000, 30));

    assertThat(read(apiReply, "ratelimit-policy")).isEqualTo("q=100 w=60");
    assertThat(read(apiReply, "ratelimit")).isEqualTo("r=70 t=40");
    assertThat(apiReply.header("retry-after")).isNull();
  }

  @Test
  void secondsAreRoundedUp() {
    rig.clock.advanceMillis(1);

    ApiReply apiReply = rawHttpClient.ask("limit", body("a", 100, 60_001, 1));

    assertThat(read(apiReply, "ratelimit-policy")).isEqualTo("q=100 w=61");
    long untilEnd = apiReply.number("reset") - rig.clock.epochMillis();
    assertThat(untilEnd % 1_000).isNotZero();
    assertThat(read(apiReply, "ratelimit")).isEqualTo("r=99 t=" + (untilEnd / 1_000 + 1));
  }

  @Test
  void aRetryAfterTheGivenSecondsSucceeds() {
    rawHttpClient.ask("limit", body("a", 10, 60_000, 10));

    ApiReply refused = rawHttpClient.ask("limit", body("a", 10, 60_000, 4));

    assertThat(read(refused, "ratelimit")).isEqualTo("r=0 t=40");
    long seconds = Long.parseLong(Objects.requireNonNull(refused.header("retry-after")));
    // 40 s to the end of the window, then until 10 have decayed to 6.
    assertThat(seconds).isBetween(41L, 100L);
    rig.clock.advanceMillis(1_000 * (seconds - 1));
    assertThat(rawHttpClient.ask("limit", body("a", 10, 60_000, 4)).passed()).isFalse();
    rig.clock.advanceMillis(1_000);
    assertThat(rawHttpClient.ask("limit", body("a", 10, 60_000, 4)).passed()).isTrue();
  }

  @Test
  void retryAfterIsAlsoGivenInMilliseconds() {
    ApiReply passed = rawHttpClient.ask("limit", body("a", 10, 60_000, 10));

    ApiReply refused = rawHttpClient.ask("limit", body("a", 10, 60_000, 4));

    assertThat(passed.header("retry-after-ms")).isNull();
    long millis = Long.parseLong(Objects.requireNonNull(refused.header("retry-after-ms")));
    rig.clock.advanceMillis(millis - 1);
    assertThat(rawHttpClient.ask("limit", body("a", 10, 60_000, 4)).passed()).isFalse();
    rig.clock.advanceMillis(1);
    assertThat(rawHttpClient.ask("limit", body("a", 10, 60_000, 4)).passed()).isTrue();
  }

  @Test
  void retryAfterIsNeverZero() {
    rawHttpClient.ask("limit", body("a", 1, 1_000, 1));
    rig.clock.advanceMillis(1_999);

    ApiReply refusedOrNot = rawHttpClient.ask("limit", body("a", 1, 1_000, 1));
    rawHttpClient.ask("limit", body("b", 1_000, 1_000, 1_000));
    rig.clock.advanceMillis(1_000);
    ApiReply nearly = rawHttpClient.ask("limit", body("b", 1_000, 1_000, 1_000));

    assertThat(refusedOrNot.passed()).isTrue();
    assertThat(nearly.passed()).isFalse();
    assertThat(nearly.header("retry-after")).isEqualTo("1");
  }

  @Test
  void aCostThatNeverFitsHasNoRetryAfter() {
    ApiReply tooMuch = rawHttpClient.ask("limit", body("a", 10, 60_000, 11));
    rawHttpClient.override("ns", "blocked", 0);
    ApiReply blocked = rawHttpClient.ask("limit", body("blocked", 10, 60_000, 1));

    assertThat(tooMuch.passed()).isFalse();
    assertThat(tooMuch.header("retry-after")).isNull();
    assertThat(tooMuch.header("retry-after-ms")).isNull();
    assertThat(blocked.passed()).isFalse();
    assertThat(blocked.header("retry-after")).isNull();
    assertThat(read(blocked, "ratelimit-policy")).isEqualTo("q=0 w=60");
  }

  @Test
  void theLargestLimitFitsAStructuredField() {
    ApiReply apiReply = rawHttpClient.ask("limit", body("a", Long.MAX_VALUE, 2_592_000_000L, 1));

    assertThat(read(apiReply, "ratelimit-policy")).isEqualTo("q=999999999999999 w=2592000");
    assertThat(read(apiReply, "ratelimit")).startsWith("r=999999999999999 ");
  }

  @Test
  void aBatchReportsItsTightestLimit() {
    ApiReply passed = batch(body("x", 100, 60_000, 1), body("y", 5, 60_000, 1));
    rawHttpClient.ask("limit", body("z", 5, 60_000, 5));
    ApiReply refused = batch(body("x", 100, 60_000, 99), body("z", 5, 60_000, 1));
    ApiReply neverFitting = batch(body("z", 5, 60_000, 1), body("w", 3, 60_000, 4));

    assertThat(read(passed, "ratelimit-policy")).isEqualTo("q=5 w=60");
    assertThat(read(passed, "ratelimit")).isEqualTo("r=4 t=40");
    assertThat(passed.header("retry-after")).isNull();
    assertThat(read(refused, "ratelimit-policy")).isEqualTo("q=5 w=60");
    assertThat(refused.header("retry-after")).isNotNull();
    assertThat(read(neverFitting, "ratelimit-policy")).isEqualTo("q=3 w=60");
    assertThat(neverFitting.header("retry-after"))
        .as("a part of it never passes")
        .isNull();
  }

  private ApiReply batch(String... items) {
    return rawHttpClient.ask("multiLimit", TestJson.array(List.of(items)));
  }

  @Test
  void otherOperationsHaveNoRateLimitHeaders() {
    rawHttpClient.limit("ns", "a", 10);
    ApiReply list = rawHttpClient.ask("listOverrides", TestJson.object("namespace", "ns"));
    ApiReply wrong = rawHttpClient.ask("limit", "{}");

    for (ApiReply each : List.of(list, wrong)) {
      assertThat(each.headers())
          .doesNotContainKeys("ratelimit", "ratelimit-policy", "retry-after", "ratelimit-limit");
    }
  }
}

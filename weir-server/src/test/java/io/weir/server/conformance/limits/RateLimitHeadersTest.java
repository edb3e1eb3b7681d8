// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The headers of an answer to a check")
final class RateLimitHeadersTest {
  /** A list of one string with two integer parameters, of 15 digits at most, as RFC 9651 has it. */
  private static final Pattern FIELD =
      Pattern.compile("\"[a-z]+\";([a-z])=(0|[1-9][0-9]{0,14});([a-z])=(0|[1-9][0-9]{0,14})");

  private final ApiRig rig = new ApiRig();
  private final Wire wire = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  private static String read(Reply reply, String header) {
    String value = Objects.requireNonNull(reply.header(header), header);
    Matcher matcher = FIELD.matcher(value);
    assertThat(matcher.matches()).as(value).isTrue();
    return matcher.group(1) + "=" + matcher.group(2) + " " + matcher.group(3) + "="
        + matcher.group(4);
  }

  private static String body(String identifier, long limit, long duration, long cost) {
    return Json.object(
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
  @DisplayName("tell limit and window, what is left, and when the window ends")
  void passed() {
    Reply reply = wire.ask("limit", body("a", 100, 60_000, 30));

    assertThat(read(reply, "ratelimit-policy")).isEqualTo("q=100 w=60");
    assertThat(read(reply, "ratelimit")).isEqualTo("r=70 t=40");
    assertThat(reply.header("retry-after")).isNull();
  }

  @Test
  @DisplayName("round seconds up, so that nobody comes back too early")
  void rounding() {
    rig.clock.advanceMillis(1);

    Reply reply = wire.ask("limit", body("a", 100, 60_001, 1));

    assertThat(read(reply, "ratelimit-policy")).isEqualTo("q=100 w=61");
    long untilEnd = reply.number("reset") - rig.clock.epochMillis();
    assertThat(untilEnd % 1_000).isNotZero();
    assertThat(read(reply, "ratelimit")).isEqualTo("r=99 t=" + (untilEnd / 1_000 + 1));
  }

  @Test
  @DisplayName(
      "tell after a refusal when to come back, and then it passes, but not a second before")
  void retryAfter() {
    wire.ask("limit", body("a", 10, 60_000, 10));

    Reply refused = wire.ask("limit", body("a", 10, 60_000, 4));

    assertThat(read(refused, "ratelimit")).isEqualTo("r=0 t=40");
    long seconds = Long.parseLong(Objects.requireNonNull(refused.header("retry-after")));
    // 40 s to the end of the window, then until 10 have decayed to 6.
    assertThat(seconds).isBetween(41L, 100L);
    rig.clock.advanceMillis(1_000 * (seconds - 1));
    assertThat(wire.ask("limit", body("a", 10, 60_000, 4)).passed()).isFalse();
    rig.clock.advanceMillis(1_000);
    assertThat(wire.ask("limit", body("a", 10, 60_000, 4)).passed()).isTrue();
  }

  @Test
  @DisplayName("tell it to the millisecond too")
  void retryAfterInMilliseconds() {
    Reply passed = wire.ask("limit", body("a", 10, 60_000, 10));

    Reply refused = wire.ask("limit", body("a", 10, 60_000, 4));

    assertThat(passed.header("retry-after-ms")).isNull();
    long millis = Long.parseLong(Objects.requireNonNull(refused.header("retry-after-ms")));
    rig.clock.advanceMillis(millis - 1);
    assertThat(wire.ask("limit", body("a", 10, 60_000, 4)).passed()).isFalse();
    rig.clock.advanceMillis(1);
    assertThat(wire.ask("limit", body("a", 10, 60_000, 4)).passed()).isTrue();
  }

  @Test
  @DisplayName("never tell to come back in no time")
  void atLeastOne() {
    wire.ask("limit", body("a", 1, 1_000, 1));
    rig.clock.advanceMillis(1_999);

    Reply refusedOrNot = wire.ask("limit", body("a", 1, 1_000, 1));
    wire.ask("limit", body("b", 1_000, 1_000, 1_000));
    rig.clock.advanceMillis(1_000);
    Reply nearly = wire.ask("limit", body("b", 1_000, 1_000, 1_000));

    assertThat(refusedOrNot.passed()).isTrue();
    assertThat(nearly.passed()).isFalse();
    assertThat(nearly.header("retry-after")).isEqualTo("1");
  }

  @Test
  @DisplayName("tell nothing about coming back where that would never help")
  void never() {
    Reply tooMuch = wire.ask("limit", body("a", 10, 60_000, 11));
    wire.override("ns", "blocked", 0);
    Reply blocked = wire.ask("limit", body("blocked", 10, 60_000, 1));

    assertThat(tooMuch.passed()).isFalse();
    assertThat(tooMuch.header("retry-after")).isNull();
    assertThat(tooMuch.header("retry-after-ms")).isNull();
    assertThat(blocked.passed()).isFalse();
    assertThat(blocked.header("retry-after")).isNull();
    assertThat(read(blocked, "ratelimit-policy")).isEqualTo("q=0 w=60");
  }

  @Test
  @DisplayName("stay within what a structured field can hold, under the largest limit too")
  void largest() {
    Reply reply = wire.ask("limit", body("a", Long.MAX_VALUE, 2_592_000_000L, 1));

    assertThat(read(reply, "ratelimit-policy")).isEqualTo("q=999999999999999 w=2592000");
    assertThat(read(reply, "ratelimit")).startsWith("r=999999999999999 ");
  }

  @Test
  @DisplayName("speak for a batch of its tightest limit")
  void batch() {
    Reply passed = batch(body("x", 100, 60_000, 1), body("y", 5, 60_000, 1));
    wire.ask("limit", body("z", 5, 60_000, 5));
    Reply refused = batch(body("x", 100, 60_000, 99), body("z", 5, 60_000, 1));
    Reply hopeless = batch(body("z", 5, 60_000, 1), body("w", 3, 60_000, 4));

    assertThat(read(passed, "ratelimit-policy")).isEqualTo("q=5 w=60");
    assertThat(read(passed, "ratelimit")).isEqualTo("r=4 t=40");
    assertThat(passed.header("retry-after")).isNull();
    assertThat(read(refused, "ratelimit-policy")).isEqualTo("q=5 w=60");
    assertThat(refused.header("retry-after")).isNotNull();
    assertThat(read(hopeless, "ratelimit-policy")).isEqualTo("q=3 w=60");
    assertThat(hopeless.header("retry-after")).as("a part of it never passes").isNull();
  }

  private Reply batch(String... items) {
    return wire.ask("multiLimit", Json.array(List.of(items)));
  }

  @Test
  @DisplayName("are not there where nothing was checked")
  void elsewhere() {
    wire.limit("ns", "a", 10);
    Reply list = wire.ask("listOverrides", Json.object("namespace", "ns"));
    Reply wrong = wire.ask("limit", "{}");

    for (Reply each : List.of(list, wrong)) {
      assertThat(each.headers())
          .doesNotContainKeys("ratelimit", "ratelimit-policy", "retry-after", "ratelimit-limit");
    }
  }
}

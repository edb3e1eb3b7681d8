// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LimitOperationTest {
  /** 40 s before the end of a minute. */
  private static final long NOW = 1_700_000_000_000L;

  private static final long RESET = NOW + 40_000;

  private final TestApiServer rig = new TestApiServer();
  private final RawHttpClient rawHttpClient = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void theFirstCheckReturnsExactlyFourFields() {
    ApiReply apiReply = rawHttpClient.limit("ns", "user", 100);

    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.json()).containsOnlyKeys("meta", "data");
    assertThat(apiReply.data()).containsOnlyKeys("limit", "remaining", "reset", "success");
    assertThat(apiReply.number("limit")).isEqualTo(100);
    assertThat(apiReply.number("remaining")).isEqualTo(99);
    assertThat(apiReply.number("reset")).isEqualTo(RESET);
    assertThat(apiReply.passed()).isTrue();
  }

  @Test
  void aRefusalIs200WithNothingRemaining() {
    rawHttpClient.limit("ns", "user", 1);

    ApiReply refused = rawHttpClient.limit("ns", "user", 1);

    assertThat(refused.status()).isEqualTo(200);
    assertThat(refused.passed()).isFalse();
    assertThat(refused.number("remaining")).isZero();
    assertThat(refused.number("reset")).isEqualTo(RESET);
  }

  @Test
  void onlyAdmittedCostsAreCounted() {
    assertThat(spend(5).number("remaining")).isEqualTo(95);

    ApiReply refused = spend(96);

    assertThat(refused.passed()).isFalse();
    assertThat(refused.number("remaining")).isZero();
    assertThat(spend(95).number("remaining")).isZero();
  }

  @Test
  void aCostOfZeroLooksWithoutCounting() {
    assertThat(spend(0).number("remaining")).isEqualTo(100);
    assertThat(spend(0).number("remaining")).isEqualTo(100);
    spend(100);

    ApiReply full = spend(0);
    ApiReply beyond = rawHttpClient.ask(
        "limit",
        TestJson.object(
            "namespace", "ns", "identifier", "user", "limit", 99, "duration", 60_000, "cost", 0));

    assertThat(full.passed()).isTrue();
    assertThat(full.number("remaining")).isZero();
    assertThat(beyond.passed()).isFalse();
  }

  private ApiReply spend(long cost) {
    return rawHttpClient.ask(
        "limit",
        TestJson.object(
            "namespace",
            "ns",
            "identifier",
            "user",
            "limit",
            100,
            "duration",
            60_000,
            "cost",
            cost));
  }

  @Test
  void thePreviousWindowCountsByItsRemainingPart() {
    spend(100);

    rig.clock.advanceMillis(40_000);
    ApiReply atStart = spend(1);
    rig.clock.advanceMillis(30_000);
    ApiReply halfway = spend(50);
    ApiReply full = spend(1);

    assertThat(atStart.passed()).isFalse();
    assertThat(atStart.number("reset")).isEqualTo(RESET + 60_000);
    assertThat(halfway.passed()).isTrue();
    assertThat(halfway.number("remaining")).isZero();
    assertThat(full.passed()).isFalse();
  }

  @Test
  void limitsOfOneDurationShareCounts() {
    rawHttpClient.limit("ns", "user", 10);

    ApiReply otherLimit = rawHttpClient.limit("ns", "user", 20);
    ApiReply otherDuration = rawHttpClient.ask(
        "limit",
        TestJson.object("namespace", "ns", "identifier", "user", "limit", 10, "duration", 61_000));

    assertThat(otherLimit.number("remaining")).isEqualTo(18);
    assertThat(otherDuration.number("remaining")).isEqualTo(9);
  }

  @Test
  void namesAreComparedExactly() {
    String[] names = {
      "user", "User", "us\u00e9r", "use\u0301r", " user", "user ", "user\n", "\0user"
    };

    for (String each : names) {
      assertThat(rawHttpClient.limit("ns", each, 10).number("remaining"))
          .as(each)
          .isEqualTo(9);
      assertThat(rawHttpClient.limit(each, "id", 10).number("remaining"))
          .as(each)
          .isEqualTo(9);
    }
  }

  @Test
  void everyAnswerHasARequestId() {
    ApiReply one = rawHttpClient.limit("ns", "user", 10);
    ApiReply other = rawHttpClient.limit("ns", "user", 10);

    assertThat(one.json().get("meta")).isNotEqualTo(other.json().get("meta"));
  }
}

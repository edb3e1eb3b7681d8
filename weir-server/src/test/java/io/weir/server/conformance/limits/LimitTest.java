// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("limit")
final class LimitTest {
  /** 40 s before a minute ends. */
  private static final long NOW = 1_700_000_000_000L;

  private static final long RESET = NOW + 40_000;

  private final ApiRig rig = new ApiRig();
  private final Wire wire = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  @DisplayName("answers a first check with exactly four fields")
  void firstAnswer() {
    Reply reply = wire.limit("ns", "user", 100);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).containsOnlyKeys("meta", "data");
    assertThat(reply.data()).containsOnlyKeys("limit", "remaining", "reset", "success");
    assertThat(reply.number("limit")).isEqualTo(100);
    assertThat(reply.number("remaining")).isEqualTo(99);
    assertThat(reply.number("reset")).isEqualTo(RESET);
    assertThat(reply.passed()).isTrue();
  }

  @Test
  @DisplayName("refuses with 200, nothing remaining, and a reset that lies ahead")
  void refusal() {
    wire.limit("ns", "user", 1);

    Reply refused = wire.limit("ns", "user", 1);

    assertThat(refused.status()).isEqualTo(200);
    assertThat(refused.passed()).isFalse();
    assertThat(refused.number("remaining")).isZero();
    assertThat(refused.number("reset")).isEqualTo(RESET);
  }

  @Test
  @DisplayName("counts a cost, and a refused cost not at all")
  void costs() {
    assertThat(spend(5).number("remaining")).isEqualTo(95);

    Reply refused = spend(96);

    assertThat(refused.passed()).isFalse();
    assertThat(refused.number("remaining")).isZero();
    assertThat(spend(95).number("remaining")).isZero();
  }

  @Test
  @DisplayName(
      "looks without counting when the cost is 0, also with nothing left, but not beyond the limit")
  void peeks() {
    assertThat(spend(0).number("remaining")).isEqualTo(100);
    assertThat(spend(0).number("remaining")).isEqualTo(100);
    spend(100);

    Reply full = spend(0);
    Reply beyond = wire.ask(
        "limit",
        Json.object(
            "namespace", "ns", "identifier", "user", "limit", 99, "duration", 60_000, "cost", 0));

    assertThat(full.passed()).isTrue();
    assertThat(full.number("remaining")).isZero();
    assertThat(beyond.passed()).isFalse();
  }

  private Reply spend(long cost) {
    return wire.ask(
        "limit",
        Json.object(
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
  @DisplayName(
      "lets the previous window weigh in by the part of it that the sliding one still covers")
  void slides() {
    spend(100);

    rig.clock.advanceMillis(40_000);
    Reply atStart = spend(1);
    rig.clock.advanceMillis(30_000);
    Reply halfway = spend(50);
    Reply full = spend(1);

    assertThat(atStart.passed()).isFalse();
    assertThat(atStart.number("reset")).isEqualTo(RESET + 60_000);
    assertThat(halfway.passed()).isTrue();
    assertThat(halfway.number("remaining")).isZero();
    assertThat(full.passed()).isFalse();
  }

  @Test
  @DisplayName(
      "counts checks with different limits of one window together, and different windows apart")
  void identity() {
    wire.limit("ns", "user", 10);

    Reply otherLimit = wire.limit("ns", "user", 20);
    Reply otherDuration = wire.ask(
        "limit",
        Json.object("namespace", "ns", "identifier", "user", "limit", 10, "duration", 61_000));

    assertThat(otherLimit.number("remaining")).isEqualTo(18);
    assertThat(otherDuration.number("remaining")).isEqualTo(9);
  }

  @Test
  @DisplayName(
      "keeps names apart that differ in case, in accents, in how an accent is written, or in a space")
  void namesAreTexts() {
    String[] names = {
      "user", "User", "us\u00e9r", "use\u0301r", " user", "user ", "user\n", "\0user"
    };

    for (String each : names) {
      assertThat(wire.limit("ns", each, 10).number("remaining")).as(each).isEqualTo(9);
      assertThat(wire.limit(each, "id", 10).number("remaining")).as(each).isEqualTo(9);
    }
  }

  @Test
  @DisplayName("says in every answer which request it is for")
  void requestIds() {
    Reply one = wire.limit("ns", "user", 10);
    Reply other = wire.limit("ns", "user", 10);

    assertThat(one.json().get("meta")).isNotEqualTo(other.json().get("meta"));
  }
}

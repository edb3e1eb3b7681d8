// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The largest numbers")
final class HugeNumbersTest {
  private static final ApiRig RIG = new ApiRig();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName("are spent whole, and the next unit is refused")
  void largestLimit() {
    Reply all = ask("all", Long.MAX_VALUE, Long.MAX_VALUE);
    Reply more = ask("all", Long.MAX_VALUE, 1);

    assertThat(all.passed()).isTrue();
    assertThat(all.number("limit")).isEqualTo(Long.MAX_VALUE);
    assertThat(all.number("remaining")).isZero();
    assertThat(more.passed()).isFalse();
  }

  @Test
  @DisplayName("leave what is left of the largest limit exactly")
  void remainder() {
    assertThat(ask("one", Long.MAX_VALUE, 1).number("remaining")).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  @DisplayName("do not fit under a small limit, whatever was spent before")
  void largestCost() {
    ask("small", 10, 5);

    assertThat(ask("small", 10, Long.MAX_VALUE).passed()).isFalse();
    assertThat(ask("small", 10, 5).number("remaining")).isZero();
  }

  @Test
  @DisplayName("do not overflow when a batch adds them up")
  void batch() {
    String huge = body("twice", Long.MAX_VALUE, Long.MAX_VALUE);

    Reply reply = RIG.wire().ask("multiLimit", "[" + huge + "," + huge + "]");

    assertThat(reply.data()).containsEntry("passed", false);
    assertThat(ask("twice", Long.MAX_VALUE, Long.MAX_VALUE).passed()).isTrue();
  }

  private static Reply ask(String identifier, long limit, long cost) {
    return RIG.wire().ask("limit", body(identifier, limit, cost));
  }

  private static String body(String identifier, long limit, long cost) {
    return Json.object(
        "namespace", "huge",
        "identifier", identifier,
        "limit", limit,
        "duration", 60_000,
        "cost", cost);
  }
}

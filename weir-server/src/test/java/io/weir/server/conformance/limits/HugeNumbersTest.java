// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class HugeNumbersTest {
  private static final TestApiServer RIG = new TestApiServer();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void theLargestLimitIsSpentExactly() {
    ApiReply all = ask("all", Long.MAX_VALUE, Long.MAX_VALUE);
    ApiReply more = ask("all", Long.MAX_VALUE, 1);

    assertThat(all.passed()).isTrue();
    assertThat(all.number("limit")).isEqualTo(Long.MAX_VALUE);
    assertThat(all.number("remaining")).isZero();
    assertThat(more.passed()).isFalse();
  }

  @Test
  void theRemainderOfTheLargestLimitIsExact() {
    assertThat(ask("one", Long.MAX_VALUE, 1).number("remaining")).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void theLargestCostDoesNotFitASmallLimit() {
    ask("small", 10, 5);

    assertThat(ask("small", 10, Long.MAX_VALUE).passed()).isFalse();
    assertThat(ask("small", 10, 5).number("remaining")).isZero();
  }

  @Test
  void aBatchOfLargeCostsDoesNotOverflow() {
    String huge = body("twice", Long.MAX_VALUE, Long.MAX_VALUE);

    ApiReply apiReply = RIG.wire().ask("multiLimit", "[" + huge + "," + huge + "]");

    assertThat(apiReply.data()).containsEntry("passed", false);
    assertThat(ask("twice", Long.MAX_VALUE, Long.MAX_VALUE).passed()).isTrue();
  }

  private static ApiReply ask(String identifier, long limit, long cost) {
    return RIG.wire().ask("limit", body(identifier, limit, cost));
  }

  private static String body(String identifier, long limit, long cost) {
    return TestJson.object(
        "namespace", "huge",
        "identifier", identifier,
        "limit", limit,
        "duration", 60_000,
        "cost", cost);
  }
}

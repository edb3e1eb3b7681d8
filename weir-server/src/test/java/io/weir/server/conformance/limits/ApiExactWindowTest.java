// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Namespace;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ApiExactWindowTest {
  private static final long MINUTE = 60_000;

  private final TestApiServer rig = new TestApiServer();

  @AfterEach
  void close() {
    rig.close();
  }

  private static String body(String identifier, long limit, long cost) {
    return TestJson.object(
        "namespace",
        "logins",
        "identifier",
        identifier,
        "limit",
        limit,
        "duration",
        MINUTE,
        "cost",
        cost);
  }

  private ApiReply spend(String identifier, long limit, long cost) {
    return ApiReply.of(rig.wire().post("limit", body(identifier, limit, cost)));
  }

  /** Creates the namespace, and sets whether it has exact windows. */
  private void exact(boolean exact) {
    assertThat(spend("anybody", 1, 1).status()).isEqualTo(200);
    Namespace known = Objects.requireNonNull(
            Objects.requireNonNull(rig.directory.tenant(TestApiServer.WORKSPACE))
                .namespace("logins"))
        .namespace();
    rig.directory.apply(known.withExactWindow(exact).at(known.revision() + 1));
  }

  private void toTheLastMillisecondOfAWindow() {
    rig.clock.stepTo((rig.clock.epochMillis() / MINUTE + 1) * MINUTE - 1);
  }

  @Test
  void aSmallLimitHoldsAcrossABoundary() {
    exact(true);
    toTheLastMillisecondOfAWindow();
    assertThat(spend("ann", 5, 5).passed()).isTrue();
    rig.clock.advanceMillis(2);

    ApiReply refused = spend("ann", 5, 1);
    assertThat(refused.passed()).isFalse();
    assertThat(refused.number("remaining")).isZero();
    assertThat(refused.number("reset"))
        .as("the end of the fixed window, as ever")
        .isEqualTo((rig.clock.epochMillis() / MINUTE + 1) * MINUTE);
    ApiReply batch = ApiReply.of(rig.wire().post("multiLimit", "[" + body("ann", 5, 1) + "]"));
    assertThat(batch.data().get("passed")).isEqualTo(false);
    rig.clock.advanceMillis(MINUTE - 2);
    assertThat(spend("ann", 5, 5).passed()).isTrue();
  }

  @Test
  void limitsAbove64AreEstimated() {
    exact(true);
    toTheLastMillisecondOfAWindow();
    assertThat(spend("bob", 65, 65).passed()).isTrue();
    assertThat(spend("cid", 5, 5).passed()).isTrue();
    rig.clock.advanceMillis(2);

    assertThat(spend("bob", 65, 1).passed()).isTrue();
    assertThat(spend("cid", 5, 1).passed()).isFalse();
    exact(false);
    assertThat(spend("cid", 5, 1).passed()).isTrue();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A workspace's quota of requests")
final class QuotaTest {
  private final ApiRig rig = new ApiRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private Wire with(long quota) {
    rig.workspace("ws_quota", quota, true);
    rig.key("quota.key", "ws_quota", ApiRig.EVERYTHING);
    return rig.wire().with("quota.key");
  }

  @Test
  @DisplayName("that is not set is not spoken of")
  void none() {
    Reply reply = rig.wire().limit("ns", "user", 10);

    assertThat(reply.headers())
        .doesNotContainKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
  }

  @Test
  @DisplayName("is told in headers beside those of the checked limit")
  void headers() {
    Wire wire = with(3);

    Reply first = wire.limit("ns", "user", 10);
    Reply second = wire.ask("listOverrides", Json.object("namespace", "ns"));

    assertThat(first.header("ratelimit-limit")).isEqualTo("3");
    assertThat(first.header("ratelimit-remaining")).isEqualTo("2");
    assertThat(first.header("ratelimit-reset")).isEqualTo("40");
    assertThat(first.header("ratelimit-policy")).contains("q=10");
    assertThat(first.header("retry-after")).isNull();
    assertThat(second.header("ratelimit-remaining")).isEqualTo("1");
  }

  @Test
  @DisplayName("that is used up is a 429 that clients can read, and counts nothing")
  void exceeded() {
    Wire wire = with(2);
    wire.limit("ns", "user", 10);
    wire.limit("ns", "user", 10);

    Reply reply = wire.limit("ns", "user", 10);

    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
    assertThat(reply.problem()).isEqualTo("user/too_many_requests/workspace_rate_limited");
    assertThat(reply.error()).containsEntry("title", "Too Many Requests");
    assertThat(String.valueOf(reply.error().get("detail"))).contains("2/1m0s");
    assertThat(reply.header("ratelimit-limit")).isEqualTo("2");
    assertThat(reply.header("ratelimit-remaining")).isEqualTo("0");
    assertThat(reply.header("ratelimit-policy")).isNull();
    long wait = Long.parseLong(Objects.requireNonNull(reply.header("retry-after")));
    assertThat(wait).isPositive();
    rig.clock.advanceMillis(1_000 * wait);
    assertThat(wire.limit("ns", "user", 10).passed()).isTrue();
    rig.workspace("ws_quota", 1_000, true);
    assertThat(wire.limit("ns", "user2", 10).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("of 0 lets nobody in, and promises nothing")
  void zero() {
    Reply reply = with(0).limit("ns", "user", 10);

    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.headers())
        .doesNotContainKeys(
            "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after");
  }

  @Test
  @DisplayName(
      "is spent by bad permissions and missing namespaces too, but not by bad bodies and keys")
  void whatIsSpent() {
    Wire wire = with(10);
    wire.limit("ns", "user", 10);

    wire.ask("limit", "{}");
    wire.with("nobody").limit("ns", "user", 10);
    Reply missing = wire.ask("listOverrides", Json.object("namespace", "absent"));

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.header("ratelimit-remaining")).isEqualTo("8");
  }

  @Test
  @DisplayName("is shared by all keys of the workspace, and by nobody else")
  void shared() {
    Wire wire = with(1);
    rig.key("quota.key2", "ws_quota", ApiRig.EVERYTHING);

    assertThat(wire.limit("ns", "user", 10).status()).isEqualTo(200);
    assertThat(wire.with("quota.key2").limit("ns", "user", 10).status()).isEqualTo(429);
    assertThat(rig.wire().limit("ns", "user", 10).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("is counted apart from namespaces that are called the same")
  void apart() {
    Wire wire = with(5);

    for (int i = 0; i < 4; i++) {
      assertThat(wire.limit("workspace.ratelimit", "ws_quota", 100).number("remaining"))
          .isEqualTo(99 - i);
    }
    assertThat(wire.limit("workspace.ratelimit", "ws_quota", 100).header("ratelimit-remaining"))
        .isEqualTo("0");
  }
}

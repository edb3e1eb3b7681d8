// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkspaceQuotaTest {
  private final TestApiServer rig = new TestApiServer();

  @AfterEach
  void close() {
    rig.close();
  }

  private RawHttpClient with(long quota) {
    rig.workspace("ws_quota", quota, true);
    rig.key("quota.key", "ws_quota", TestApiServer.EVERYTHING);
    return rig.wire().with("quota.key");
  }

  @Test
  void withoutAQuotaNoHeaderMentionsIt() {
    ApiReply apiReply = rig.wire().limit("ns", "user", 10);

    assertThat(apiReply.headers())
        .doesNotContainKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
  }

  @Test
  void theQuotaHasItsOwnHeaders() {
    RawHttpClient rawHttpClient = with(3);

    ApiReply first = rawHttpClient.limit("ns", "user", 10);
    ApiReply second = rawHttpClient.ask("listOverrides", TestJson.object("namespace", "ns"));

    assertThat(first.header("ratelimit-limit")).isEqualTo("3");
    assertThat(first.header("ratelimit-remaining")).isEqualTo("2");
    assertThat(first.header("ratelimit-reset")).isEqualTo("40");
    assertThat(first.header("ratelimit-policy")).contains("q=10");
    assertThat(first.header("retry-after")).isNull();
    assertThat(second.header("ratelimit-remaining")).isEqualTo("1");
  }

  @Test
  void anExhaustedQuotaIsA429AndCountsNothing() {
    RawHttpClient rawHttpClient = with(2);
    rawHttpClient.limit("ns", "user", 10);
    rawHttpClient.limit("ns", "user", 10);

    ApiReply apiReply = rawHttpClient.limit("ns", "user", 10);

    assertThat(apiReply.status()).isEqualTo(429);
    assertThat(apiReply.header("content-type")).isEqualTo("application/problem+json");
    assertThat(apiReply.problem()).isEqualTo("user/too_many_requests/workspace_rate_limited");
    assertThat(apiReply.error()).containsEntry("title", "Too Many Requests");
    assertThat(String.valueOf(apiReply.error().get("detail"))).contains("2/1m0s");
    assertThat(apiReply.header("ratelimit-limit")).isEqualTo("2");
    assertThat(apiReply.header("ratelimit-remaining")).isEqualTo("0");
    assertThat(apiReply.header("ratelimit-policy")).isNull();
    long wait = Long.parseLong(Objects.requireNonNull(apiReply.header("retry-after")));
    assertThat(wait).isPositive();
    rig.clock.advanceMillis(1_000 * wait);
    assertThat(rawHttpClient.limit("ns", "user", 10).passed()).isTrue();
    rig.workspace("ws_quota", 1_000, true);
    assertThat(rawHttpClient.limit("ns", "user2", 10).status()).isEqualTo(200);
  }

  @Test
  void aQuotaOfZeroRefusesEverything() {
    ApiReply apiReply = with(0).limit("ns", "user", 10);

    assertThat(apiReply.status()).isEqualTo(429);
    assertThat(apiReply.headers())
        .doesNotContainKeys(
            "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after");
  }

  @Test
  void badBodiesAndKeysDoNotSpendTheQuota() {
    RawHttpClient rawHttpClient = with(10);
    rawHttpClient.limit("ns", "user", 10);

    rawHttpClient.ask("limit", "{}");
    rawHttpClient.with("nobody").limit("ns", "user", 10);
    ApiReply missing = rawHttpClient.ask("listOverrides", TestJson.object("namespace", "absent"));

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.header("ratelimit-remaining")).isEqualTo("8");
  }

  @Test
  void allKeysOfAWorkspaceShareItsQuota() {
    RawHttpClient rawHttpClient = with(1);
    rig.key("quota.key2", "ws_quota", TestApiServer.EVERYTHING);

    assertThat(rawHttpClient.limit("ns", "user", 10).status()).isEqualTo(200);
    assertThat(rawHttpClient.with("quota.key2").limit("ns", "user", 10).status())
        .isEqualTo(429);
    assertThat(rig.wire().limit("ns", "user", 10).status()).isEqualTo(200);
  }

  @Test
  void namespacesOfTheSameNameCountSeparately() {
    RawHttpClient rawHttpClient = with(5);

    for (int i = 0; i < 4; i++) {
      assertThat(rawHttpClient.limit("workspace.ratelimit", "ws_quota", 100).number("remaining"))
          .isEqualTo(99 - i);
    }
    assertThat(rawHttpClient
            .limit("workspace.ratelimit", "ws_quota", 100)
            .header("ratelimit-remaining"))
        .isEqualTo("0");
  }
}

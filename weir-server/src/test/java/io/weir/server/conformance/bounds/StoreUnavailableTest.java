// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StoreUnavailableTest {
  private final TestApiServer rig = new TestApiServer();
  private final RawHttpClient rawHttpClient = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void checksInNewNamespacesAreCounted() {
    rawHttpClient.limit("known", "user", 10);
    rig.registry.unavailable(true);

    assertThat(rawHttpClient.limit("known", "user", 10).number("remaining")).isEqualTo(8);
    assertThat(rawHttpClient.limit("new", "user", 10).number("remaining")).isEqualTo(9);
    assertThat(rawHttpClient
            .ask(
                "multiLimit",
                "[" + RawHttpClient.check("new", "user", 10) + ","
                    + RawHttpClient.check("newer", "user", 10) + "]")
            .data())
        .containsEntry("passed", true);
    String id = rig.namespaceId(TestApiServer.WORKSPACE, "new");
    rig.registry.unavailable(false);

    assertThat(rawHttpClient.limit("new", "user", 10).number("remaining")).isEqualTo(7);
    assertThat(rawHttpClient.limit(id, "user", 10).number("remaining")).isEqualTo(6);
    assertThat(rig.namespaceId(TestApiServer.WORKSPACE, "new")).isEqualTo(id);
  }

  @Test
  void aCheckInANewNamespaceDoesNotWaitLong() {
    rig.registry.hold();
    ApiReply apiReply = rawHttpClient.limit("held", "user", 10);
    rig.registry.release();

    assertThat(apiReply.number("remaining")).isEqualTo(9);
    assertThat(rawHttpClient.limit("held", "user", 10).number("remaining")).isEqualTo(8);
    rig.awaitQuiet();
  }

  @Test
  void overrideOperationsFailUntilTheStoreIsBack() {
    rawHttpClient.limit("ns", "user", 10);
    String id = rawHttpClient.override("ns", "user", 3);
    rig.registry.unavailable(true);

    assertUnavailable(rawHttpClient.ask("setOverride", RawHttpClient.check("ns", "user", 5)));
    assertUnavailable(rawHttpClient.ask("listOverrides", TestJson.object("namespace", "ns")));
    assertUnavailable(rawHttpClient.ask(
        "deleteOverride", TestJson.object("namespace", "ns", "identifier", "user")));
    assertThat(rawHttpClient.limit("ns", "user", 10).data())
        .as("what was set still holds")
        .containsEntry("limit", 3L);
    assertThat(rawHttpClient
            .ask("getOverride", TestJson.object("namespace", "ns", "identifier", "user"))
            .status())
        .isEqualTo(200);
    rig.registry.unavailable(false);

    assertThat(rawHttpClient.override("ns", "user", 5)).isEqualTo(id);
    assertThat(rawHttpClient
            .ask("listOverrides", TestJson.object("namespace", "ns"))
            .items())
        .hasSize(1);
  }

  @Test
  void anUnknownNamespaceIsNotReportedMissing() {
    rig.key("limits.only", TestApiServer.WORKSPACE, Set.of("ratelimit.*.limit"));
    rig.registry.unavailable(true);

    assertUnavailable(rawHttpClient.ask("listOverrides", TestJson.object("namespace", "unseen")));
    assertUnavailable(rawHttpClient.with("limits.only").limit("unseen", "user", 10));
    rig.registry.unavailable(false);

    assertThat(rawHttpClient
            .ask("listOverrides", TestJson.object("namespace", "unseen"))
            .status())
        .isEqualTo(404);
    assertThat(rawHttpClient.with("limits.only").limit("unseen", "user", 10).status())
        .isEqualTo(403);
  }

  private static void assertUnavailable(ApiReply apiReply) {
    assertThat(apiReply.status()).isEqualTo(500);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(apiReply.error()).containsEntry("title", "Internal Server Error");
  }
}

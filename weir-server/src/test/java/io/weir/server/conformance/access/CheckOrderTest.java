// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckOrderTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();

  @BeforeAll
  static void makeTenants() {
    WIRE.limit("gone", "user", 10);
    RIG.registry.delete(TestApiServer.WORKSPACE, "gone");
    WIRE.limit("ns", "user", 10);
    RIG.workspace("ws_none", 0, true);
    RIG.key("no.quota", "ws_none", Set.of());
    RIG.key("may.nothing", TestApiServer.WORKSPACE, Set.of());
    RIG.workspace("ws_off", Workspace.UNLIMITED, false);
    RIG.key("off.and.expired", "ws_off", TestApiServer.EVERYTHING);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void authorizationIsCheckedBeforeTheBody() {
    ApiReply apiReply = new RawHttpClient(RIG.port(), null).ask("limit", "no JSON");

    assertThat(apiReply.errors().get(0)).containsEntry("location", "security");
  }

  @Test
  void theKeyIsCheckedBeforeTheBody() {
    RIG.key("revoked", TestApiServer.WORKSPACE, TestApiServer.EVERYTHING);
    RIG.changeKey("revoked", true, true);
    RIG.key("disabled", TestApiServer.WORKSPACE, TestApiServer.EVERYTHING);
    RIG.changeKey("disabled", false, false);
    RIG.keyUntil("expired", RIG.clock.epochMillis());
    RIG.key("of.nowhere", "ws_missing", TestApiServer.EVERYTHING);
    Map<String, Integer> statuses = Map.of(
        "", 400, "nobody", 401, "revoked", 401, "disabled", 403, "expired", 403, "of.nowhere", 404);

    statuses.forEach((key, status) -> {
      for (String body : new String[] {"{}", "no JSON", "[", ""}) {
        ApiReply apiReply = WIRE.with(key).ask("limit", body);
        assertThat(apiReply.status()).as(key).isEqualTo(status);
        assertThat(apiReply.problem()).doesNotContain("invalid_input");
      }
    });
  }

  @Test
  void theBodyIsCheckedBeforeTheQuota() {
    for (String key : new String[] {"may.nothing", "no.quota"}) {
      ApiReply apiReply = WIRE.with(key).ask("limit", "{}");
      assertThat(apiReply.status()).isEqualTo(400);
      assertThat(apiReply.errors().get(0)).containsEntry("location", "/required");
    }
  }

  @Test
  void theContentTypeIsCheckedBeforeTheBody() {
    ApiReply apiReply = ApiReply.of(
        WIRE.send(WIRE.request("/v2/ratelimit.limit").POST(BodyPublishers.ofString("no JSON"))));

    assertThat(apiReply.text()).contains("content type");
  }

  @Test
  void theShapeIsCheckedBeforeNumbers() {
    ApiReply apiReply = WIRE.ask(
        "limit", "{\"namespace\":\"\",\"identifier\":\"i\",\"limit\":1.0,\"duration\":60000}");

    assertThat(apiReply.errors()).hasSize(1);
    assertThat(apiReply.errors().get(0))
        .containsEntry("location", "/properties/namespace/minLength");
  }

  @Test
  void theKeyIsCheckedBeforeTheQuota() {
    RIG.key("no.quota.disabled", "ws_none", Set.of());
    RIG.changeKey("no.quota.disabled", false, false);

    assertThat(WIRE.with("no.quota.disabled").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/key_disabled");
  }

  @Test
  void theKeyIsCheckedBeforeTheWorkspace() {
    assertThat(WIRE.with("off.and.expired").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/workspace_disabled");
    RIG.changeKey("off.and.expired", false, false);
    assertThat(WIRE.with("off.and.expired").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/key_disabled");
  }

  @Test
  void theQuotaIsCheckedBeforeTheNamespace() {
    for (String operation : new String[] {"limit", "setOverride"}) {
      ApiReply apiReply =
          WIRE.with("no.quota").ask(operation, RawHttpClient.check("absent", "user", 10));
      assertThat(apiReply.status()).isEqualTo(429);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"setOverride", "getOverride", "listOverrides", "deleteOverride"})
  void theNamespaceIsCheckedBeforeThePermission(String operation) {
    String body = switch (operation) {
      case "setOverride" -> RawHttpClient.check("absent", "user", 10);
      case "listOverrides" -> TestJson.object("namespace", "absent");
      default -> TestJson.object("namespace", "absent", "identifier", "user");
    };

    assertThat(WIRE.with("may.nothing").ask(operation, body).problem())
        .isEqualTo("unkey/data/ratelimit_namespace_not_found");
  }

  @Test
  void thePermissionIsCheckedBeforeTheOverride() {
    ApiReply apiReply = WIRE.with("may.nothing")
        .ask("deleteOverride", TestJson.object("namespace", "ns", "identifier", "absent"));

    assertThat(apiReply.status()).isEqualTo(403);
  }

  @Test
  void onlyLimitReportsDeletedNamespacesBeforePermissions() {
    RawHttpClient poor = WIRE.with("may.nothing");

    assertThat(poor.limit("gone", "user", 10).status()).isEqualTo(410);
    assertThat(poor.ask("multiLimit", "[" + RawHttpClient.check("gone", "user", 10) + "]")
            .status())
        .isEqualTo(403);
  }
}

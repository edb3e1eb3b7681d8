// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Of several faults, the one is told")
final class OrderTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();

  @BeforeAll
  static void makeTenants() {
    WIRE.limit("gone", "user", 10);
    RIG.registry.delete(ApiRig.WORKSPACE, "gone");
    WIRE.limit("ns", "user", 10);
    RIG.workspace("ws_none", 0, true);
    RIG.key("no.quota", "ws_none", Set.of());
    RIG.key("may.nothing", ApiRig.WORKSPACE, Set.of());
    RIG.workspace("ws_off", Workspace.UNLIMITED, false);
    RIG.key("off.and.expired", "ws_off", ApiRig.EVERYTHING);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName("missing authorization, before a body that is wrong")
  void authorizationBeforeBody() {
    Reply reply = new Wire(RIG.port(), null).ask("limit", "no JSON");

    assertThat(reply.errors().get(0)).containsEntry("location", "security");
  }

  @Test
  @DisplayName("header that can't be read and key that nobody may use, before a body that is wrong")
  void keyBeforeBody() {
    RIG.key("revoked", ApiRig.WORKSPACE, ApiRig.EVERYTHING);
    RIG.changeKey("revoked", true, true);
    RIG.key("disabled", ApiRig.WORKSPACE, ApiRig.EVERYTHING);
    RIG.changeKey("disabled", false, false);
    RIG.keyUntil("expired", RIG.clock.epochMillis());
    RIG.key("of.nowhere", "ws_missing", ApiRig.EVERYTHING);
    Map<String, Integer> statuses = Map.of(
        "", 400, "nobody", 401, "revoked", 401, "disabled", 403, "expired", 403, "of.nowhere", 404);

    statuses.forEach((key, status) -> {
      for (String body : new String[] {"{}", "no JSON", "[", ""}) {
        Reply reply = WIRE.with(key).ask("limit", body);
        assertThat(reply.status()).as(key).isEqualTo(status);
        assertThat(reply.problem()).doesNotContain("invalid_input");
      }
    });
  }

  @Test
  @DisplayName("wrong body, before the quota and the permissions of a key that is valid")
  void bodyBeforeQuota() {
    for (String key : new String[] {"may.nothing", "no.quota"}) {
      Reply reply = WIRE.with(key).ask("limit", "{}");
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.errors().get(0)).containsEntry("location", "/required");
    }
  }

  @Test
  @DisplayName("wrong content type, before a body that is wrong")
  void typeBeforeBody() {
    Reply reply = Reply.of(
        WIRE.send(WIRE.request("/v2/ratelimit.limit").POST(BodyPublishers.ofString("no JSON"))));

    assertThat(reply.text()).contains("content type");
  }

  @Test
  @DisplayName("rule of the shape that was broken, before a number that can't be counted with")
  void shapeBeforeNumbers() {
    Reply reply = WIRE.ask(
        "limit", "{\"namespace\":\"\",\"identifier\":\"i\",\"limit\":1.0,\"duration\":60000}");

    assertThat(reply.errors()).hasSize(1);
    assertThat(reply.errors().get(0)).containsEntry("location", "/properties/namespace/minLength");
  }

  @Test
  @DisplayName("key, before the workspace's quota")
  void keyBeforeQuota() {
    RIG.key("no.quota.disabled", "ws_none", Set.of());
    RIG.changeKey("no.quota.disabled", false, false);

    assertThat(WIRE.with("no.quota.disabled").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/key_disabled");
  }

  @Test
  @DisplayName("key that is disabled, before its workspace that is")
  void keyBeforeWorkspace() {
    assertThat(WIRE.with("off.and.expired").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/workspace_disabled");
    RIG.changeKey("off.and.expired", false, false);
    assertThat(WIRE.with("off.and.expired").limit("ns", "user", 10).problem())
        .isEqualTo("unkey/authorization/key_disabled");
  }

  @Test
  @DisplayName("quota, before namespace and permission")
  void quotaBeforeNamespace() {
    for (String operation : new String[] {"limit", "setOverride"}) {
      Reply reply = WIRE.with("no.quota").ask(operation, Wire.check("absent", "user", 10));
      assertThat(reply.status()).isEqualTo(429);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"setOverride", "getOverride", "listOverrides", "deleteOverride"})
  @DisplayName("namespace that is missing, before the permission that is")
  void namespaceBeforePermission(String operation) {
    String body = switch (operation) {
      case "setOverride" -> Wire.check("absent", "user", 10);
      case "listOverrides" -> Json.object("namespace", "absent");
      default -> Json.object("namespace", "absent", "identifier", "user");
    };

    assertThat(WIRE.with("may.nothing").ask(operation, body).problem())
        .isEqualTo("unkey/data/ratelimit_namespace_not_found");
  }

  @Test
  @DisplayName("permission to delete, before the override that is missing")
  void permissionBeforeOverride() {
    Reply reply = WIRE.with("may.nothing")
        .ask("deleteOverride", Json.object("namespace", "ns", "identifier", "absent"));

    assertThat(reply.status()).isEqualTo(403);
  }

  @Test
  @DisplayName("deleted namespace, before the permission in limit, but after it in multiLimit")
  void gone() {
    Wire poor = WIRE.with("may.nothing");

    assertThat(poor.limit("gone", "user", 10).status()).isEqualTo(410);
    assertThat(
            poor.ask("multiLimit", "[" + Wire.check("gone", "user", 10) + "]").status())
        .isEqualTo(403);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A root key")
final class KeysTest {
  private static final ApiRig RIG = new ApiRig();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static Reply with(String... authorizations) {
    HttpRequest.Builder request = new Wire(RIG.port(), null)
        .request("/v2/ratelimit.limit")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(Wire.check("keys", "user", 1_000)));
    for (String each : authorizations) {
      request.header("Authorization", each);
    }
    return Reply.of(RIG.wire().send(request)).whole();
  }

  private static Reply as(String key) {
    return RIG.wire().with(key).limit("keys", "user", 1_000);
  }

  @Test
  @DisplayName("that is missing is a bad request that says which header to add")
  void none() {
    Reply reply = with();

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(reply.error())
        .containsEntry("title", "Bad Request")
        .containsEntry("detail", "Authorization header for 'bearer' scheme");
    assertThat(reply.errors()).hasSize(1);
    assertThat(reply.errors().get(0))
        .containsEntry("location", "security")
        .containsEntry("message", "Authorization header was not found")
        .containsKey("fix");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer    ",
        "bearer " + ApiRig.KEY,
        "BEARER " + ApiRig.KEY,
        ApiRig.KEY,
        "Basic " + ApiRig.KEY,
        "Bearer\t" + ApiRig.KEY,
        "Token " + ApiRig.KEY,
        "Bearer:" + ApiRig.KEY
      })
  @DisplayName("in any other form than 'Bearer KEY' is malformed")
  void malformed(String authorization) {
    Reply reply = with(authorization);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.problem()).isEqualTo("unkey/authentication/malformed");
    assertThat(reply.error()).containsEntry("title", "Bad Request");
    assertThat(reply.errors()).isEmpty();
  }

  @Test
  @DisplayName("may have spaces around it")
  void spaces() {
    assertThat(with("Bearer   " + ApiRig.KEY + "  ").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("is malformed when there are two, also two of the same, and whichever comes first")
  void two() {
    String good = "Bearer " + ApiRig.KEY;

    for (Reply each : new Reply[] {
      with(good, good), with(good, "Bearer other"), with("Bearer other", good), with(good, "")
    }) {
      assertThat(each.status()).isEqualTo(400);
      assertThat(each.problem()).isEqualTo("unkey/authentication/malformed");
    }
    assertThat(with(good + ", " + good).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nobody",
        "Weir_everything",
        "weir_everythin",
        "weir_everything1",
        "*",
        "null",
        "ws_one",
        "weir everything",
        "\u00fc\u00e9\u00ff",
        "' OR '1'='1",
        "${jndi:ldap://127.0.0.1/a}"
      })
  @DisplayName("that nobody has is not found")
  void unknown(String key) {
    Reply reply = as(key);

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.problem()).isEqualTo("unkey/authentication/key_not_found");
    assertThat(reply.error()).containsEntry("title", "Unauthorized");
    assertThat(reply.text()).doesNotContain(key.length() > 6 ? key : "no key is in it");
  }

  @Test
  @DisplayName("that was revoked looks like one that never was")
  void revoked() {
    RIG.key("revoked.key", ApiRig.WORKSPACE, ApiRig.EVERYTHING);
    assertThat(as("revoked.key").status()).isEqualTo(200);
    RIG.changeKey("revoked.key", true, true);

    Reply reply = as("revoked.key");

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.error()).isEqualTo(as("never.was").error());
  }

  @Test
  @DisplayName("that is disabled is refused until it is enabled again")
  void disabled() {
    RIG.key("disabled.key", ApiRig.WORKSPACE, ApiRig.EVERYTHING);
    RIG.changeKey("disabled.key", false, false);

    Reply reply = as("disabled.key");
    RIG.changeKey("disabled.key", true, false);

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.problem()).isEqualTo("unkey/authorization/key_disabled");
    assertThat(reply.error()).containsEntry("title", "Key is disabled");
    assertThat(as("disabled.key").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("ends at exactly the millisecond that it expires at")
  void expires() {
    long end = RIG.clock.epochMillis() + 10;
    RIG.keyUntil("short.lived", end);
    RIG.clock.advanceMillis(9);
    Reply before = as("short.lived");
    RIG.clock.advanceMillis(1);

    Reply at = as("short.lived");

    assertThat(before.status()).isEqualTo(200);
    assertThat(at.status()).isEqualTo(403);
    assertThat(at.problem()).isEqualTo("unkey/authorization/forbidden");
    assertThat(at.error()).containsEntry("title", "Forbidden");
    assertThat(String.valueOf(at.error().get("detail")))
        .contains(Instant.ofEpochMilli(end).toString());
  }

  @Test
  @DisplayName("of a workspace that is disabled, or missing, leads nowhere")
  void workspaces() {
    RIG.workspace("ws_off", Workspace.UNLIMITED, false);
    RIG.key("of.off", "ws_off", ApiRig.EVERYTHING);
    RIG.key("of.missing", "ws_missing", ApiRig.EVERYTHING);

    Reply off = as("of.off");
    Reply missing = as("of.missing");

    assertThat(off.status()).isEqualTo(403);
    assertThat(off.problem()).isEqualTo("unkey/authorization/workspace_disabled");
    assertThat(off.error()).containsEntry("title", "Workspace is disabled");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.problem()).isEqualTo("unkey/data/workspace_not_found");
    assertThat(missing.error()).containsEntry("title", "Not Found");
  }

  @Test
  @DisplayName("is asked for by all operations, and by nothing else")
  void everywhere() {
    Wire nobody = new Wire(RIG.port(), null);
    for (String each : new String[] {
      "limit", "multiLimit", "setOverride", "getOverride", "listOverrides", "deleteOverride"
    }) {
      assertThat(nobody.ask(each, "{}").errors().get(0)).containsEntry("location", "security");
    }
    Map<String, Integer> open = Map.of("/live", 200, "/ready", 200, "/v2/liveness", 200);
    open.forEach(
        (path, status) -> assertThat(nobody.get(path).statusCode()).as(path).isEqualTo(status));
  }
}

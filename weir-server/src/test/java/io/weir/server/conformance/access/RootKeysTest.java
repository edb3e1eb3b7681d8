// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RootKeysTest {
  private static final TestApiServer RIG = new TestApiServer();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static ApiReply with(String... authorizations) {
    HttpRequest.Builder request = new RawHttpClient(RIG.port(), null)
        .request("/v2/ratelimit.limit")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(RawHttpClient.check("keys", "user", 1_000)));
    for (String each : authorizations) {
      request.header("Authorization", each);
    }
    return ApiReply.of(RIG.wire().send(request)).whole();
  }

  private static ApiReply as(String key) {
    return RIG.wire().with(key).limit("keys", "user", 1_000);
  }

  @Test
  void aMissingKeyIsABadRequest() {
    ApiReply apiReply = with();

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(apiReply.error())
        .containsEntry("title", "Bad Request")
        .containsEntry("detail", "Authorization header for 'bearer' scheme");
    assertThat(apiReply.errors()).hasSize(1);
    assertThat(apiReply.errors().get(0))
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
        "bearer " + TestApiServer.KEY,
        "BEARER " + TestApiServer.KEY,
        TestApiServer.KEY,
        "Basic " + TestApiServer.KEY,
        "Bearer\t" + TestApiServer.KEY,
        "Token " + TestApiServer.KEY,
        "Bearer:" + TestApiServer.KEY
      })
  void anyFormButBearerIsMalformed(String authorization) {
    ApiReply apiReply = with(authorization);

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.problem()).isEqualTo("unkey/authentication/malformed");
    assertThat(apiReply.error()).containsEntry("title", "Bad Request");
    assertThat(apiReply.errors()).isEmpty();
  }

  @Test
  void spacesAroundTheKeyAreAllowed() {
    assertThat(with("Bearer   " + TestApiServer.KEY + "  ").status()).isEqualTo(200);
  }

  @Test
  void twoKeysAreMalformed() {
    String good = "Bearer " + TestApiServer.KEY;

    for (ApiReply each : new ApiReply[] {
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
  void anUnknownKeyIsNotFound(String key) {
    ApiReply apiReply = as(key);

    assertThat(apiReply.status()).isEqualTo(401);
    assertThat(apiReply.problem()).isEqualTo("unkey/authentication/key_not_found");
    assertThat(apiReply.error()).containsEntry("title", "Unauthorized");
    assertThat(apiReply.text()).doesNotContain(key.length() > 6 ? key : "no key is in it");
  }

  @Test
  void aRevokedKeyLooksUnknown() {
    RIG.key("revoked.key", TestApiServer.WORKSPACE, TestApiServer.EVERYTHING);
    assertThat(as("revoked.key").status()).isEqualTo(200);
    RIG.changeKey("revoked.key", true, true);

    ApiReply apiReply = as("revoked.key");

    assertThat(apiReply.status()).isEqualTo(401);
    assertThat(apiReply.error()).isEqualTo(as("never.was").error());
  }

  @Test
  void aDisabledKeyIsRefusedUntilEnabled() {
    RIG.key("disabled.key", TestApiServer.WORKSPACE, TestApiServer.EVERYTHING);
    RIG.changeKey("disabled.key", false, false);

    ApiReply apiReply = as("disabled.key");
    RIG.changeKey("disabled.key", true, false);

    assertThat(apiReply.status()).isEqualTo(403);
    assertThat(apiReply.problem()).isEqualTo("unkey/authorization/key_disabled");
    assertThat(apiReply.error()).containsEntry("title", "Key is disabled");
    assertThat(as("disabled.key").status()).isEqualTo(200);
  }

  @Test
  void aKeyExpiresAtItsExactMillisecond() {
    long end = RIG.clock.epochMillis() + 10;
    RIG.keyUntil("short.lived", end);
    RIG.clock.advanceMillis(9);
    ApiReply before = as("short.lived");
    RIG.clock.advanceMillis(1);

    ApiReply at = as("short.lived");

    assertThat(before.status()).isEqualTo(200);
    assertThat(at.status()).isEqualTo(403);
    assertThat(at.problem()).isEqualTo("unkey/authorization/forbidden");
    assertThat(at.error()).containsEntry("title", "Forbidden");
    assertThat(String.valueOf(at.error().get("detail")))
        .contains(Instant.ofEpochMilli(end).toString());
  }

  @Test
  void aKeyOfADisabledOrMissingWorkspaceIsRefused() {
    RIG.workspace("ws_off", Workspace.UNLIMITED, false);
    RIG.key("of.off", "ws_off", TestApiServer.EVERYTHING);
    RIG.key("of.missing", "ws_missing", TestApiServer.EVERYTHING);

    ApiReply off = as("of.off");
    ApiReply missing = as("of.missing");

    assertThat(off.status()).isEqualTo(403);
    assertThat(off.problem()).isEqualTo("unkey/authorization/workspace_disabled");
    assertThat(off.error()).containsEntry("title", "Workspace is disabled");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.problem()).isEqualTo("unkey/data/workspace_not_found");
    assertThat(missing.error()).containsEntry("title", "Not Found");
  }

  @Test
  void everyOperationAndNothingElseNeedsAKey() {
    RawHttpClient anonymous = new RawHttpClient(RIG.port(), null);
    for (String each : new String[] {
      "limit", "multiLimit", "setOverride", "getOverride", "listOverrides", "deleteOverride"
    }) {
      assertThat(anonymous.ask(each, "{}").errors().get(0)).containsEntry("location", "security");
    }
    Map<String, Integer> open = Map.of("/live", 200, "/ready", 200, "/v2/liveness", 200);
    open.forEach(
        (path, status) -> assertThat(anonymous.get(path).statusCode()).as(path).isEqualTo(status));
  }
}

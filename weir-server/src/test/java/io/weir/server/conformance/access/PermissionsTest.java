// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PermissionsTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient ALL = RIG.wire();
  private static int keys;

  @BeforeAll
  static void makeNamespaces() {
    ALL.limit("ns", "anybody", 10);
    ALL.limit("other", "anybody", 10);
    ALL.override("ns", "user", 5);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static RawHttpClient allowed(Set<String> permissions) {
    String key = "permitted." + ++keys;
    RIG.key(key, TestApiServer.WORKSPACE, permissions);
    return ALL.with(key);
  }

  private static RawHttpClient allBut(String permission) {
    Set<String> rest = new HashSet<>(TestApiServer.EVERYTHING);
    assertThat(rest.remove(permission)).isTrue();
    return allowed(rest);
  }

  private static ApiReply ask(RawHttpClient rawHttpClient, String operation, String namespace) {
    String check = RawHttpClient.check(namespace, "user", 5);
    return rawHttpClient.ask(
        operation,
        switch (operation) {
          case "limit", "setOverride" -> check;
          case "multiLimit" -> "[" + check + "]";
          case "listOverrides" -> TestJson.object("namespace", namespace);
          default -> TestJson.object("namespace", namespace, "identifier", "user");
        });
  }

  private static String id(String namespace) {
    return RIG.namespaceId(TestApiServer.WORKSPACE, namespace);
  }

  @ParameterizedTest
  @CsvSource({
    "limit, limit",
    "multiLimit, limit",
    "setOverride, set_override",
    "listOverrides, read_override",
    "deleteOverride, delete_override"
  })
  void missingPermissionsAreNamed(String operation, String action) {
    ApiReply apiReply = ask(allBut("ratelimit.*." + action), operation, "ns");

    assertThat(apiReply.status()).isEqualTo(403);
    assertThat(apiReply.problem()).isEqualTo("unkey/authorization/insufficient_permissions");
    assertThat(apiReply.error())
        .containsEntry("title", "Insufficient Permissions")
        .containsEntry(
            "detail",
            "Missing one of these permissions: ratelimit." + id("ns") + "." + action
                + " or ratelimit.*." + action);
  }

  @ParameterizedTest
  @CsvSource({
    "limit, limit",
    "multiLimit, limit",
    "setOverride, set_override",
    "getOverride, read_override",
    "listOverrides, read_override"
  })
  void aPermissionForOneNamespaceHoldsOnlyThere(String operation, String action) {
    RawHttpClient rawHttpClient = allowed(Set.of("ratelimit." + id("ns") + "." + action));

    assertThat(ask(rawHttpClient, operation, "ns").status()).isEqualTo(200);
    assertThat(ask(rawHttpClient, operation, id("ns")).status()).isEqualTo(200);
    assertThat(ask(rawHttpClient, operation, "other").status())
        .isEqualTo(operation.equals("getOverride") ? 404 : 403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "ratelimit.*",
        "ratelimit.**",
        "ratelimit.*.*",
        "*.*.limit",
        "ratelimit.*.Limit",
        "ratelimit..limit",
        "ratelimit.ns.limit",
        "ratelimit.rlns_.limit",
        "ratelimit.*.limit ",
        " ratelimit.*.limit",
        "ratelimit.*.limi"
      })
  void permissionsAreComparedLiterally(String permission) {
    assertThat(ask(allowed(Set.of(permission)), "limit", "ns").status()).isEqualTo(403);
  }

  @Test
  void aBatchNeedsPermissionForEveryNamespace() {
    RawHttpClient rawHttpClient = allowed(Set.of("ratelimit." + id("ns") + ".limit"));
    long before = ALL.limit("ns", "batch", 100).number("remaining");

    ApiReply apiReply = rawHttpClient.ask(
        "multiLimit",
        "[" + RawHttpClient.check("ns", "batch", 100) + ","
            + RawHttpClient.check("other", "batch", 100) + "]");

    assertThat(apiReply.status()).isEqualTo(403);
    assertThat(apiReply.text()).contains(id("other"));
    assertThat(ALL.limit("ns", "batch", 100).number("remaining")).isEqualTo(before - 1);
  }

  @Test
  void creatingNamespacesNeedsPermissionForAll() {
    RawHttpClient rawHttpClient =
        allowed(Set.of("ratelimit.*.limit", "ratelimit." + id("ns") + ".create_namespace"));

    ApiReply apiReply = ask(rawHttpClient, "limit", "new");

    assertThat(apiReply.status()).isEqualTo(403);
    assertThat(apiReply.text()).contains("ratelimit.*.create_namespace");
    assertThat(ask(rawHttpClient, "limit", "ns").status()).isEqualTo(200);
  }

  @Test
  void withoutReadPermissionOverridesLookMissing() {
    RawHttpClient withoutRead = allBut("ratelimit.*.read_override");

    ApiReply hidden = ask(withoutRead, "getOverride", "ns");
    ApiReply absent =
        ALL.ask("getOverride", TestJson.object("namespace", "ns", "identifier", "nobody"));

    assertThat(hidden.status()).isEqualTo(404);
    assertThat(masked(hidden)).isEqualTo(masked(absent));
    assertThat(names(hidden)).isEqualTo(names(absent));
  }

  /** Returns the response without the id of the request. */
  private static String masked(ApiReply apiReply) {
    return apiReply.text().replaceFirst("req_[0-9A-Za-z]{9}", "req_");
  }

  private static Set<String> names(ApiReply apiReply) {
    return apiReply.headers().keySet();
  }
}

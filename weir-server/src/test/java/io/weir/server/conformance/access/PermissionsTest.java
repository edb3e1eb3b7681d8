// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Permissions")
final class PermissionsTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire ALL = RIG.wire();
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

  private static Wire allowed(Set<String> permissions) {
    String key = "permitted." + ++keys;
    RIG.key(key, ApiRig.WORKSPACE, permissions);
    return ALL.with(key);
  }

  private static Wire allBut(String permission) {
    Set<String> rest = new HashSet<>(ApiRig.EVERYTHING);
    assertThat(rest.remove(permission)).isTrue();
    return allowed(rest);
  }

  private static Reply ask(Wire wire, String operation, String namespace) {
    String check = Wire.check(namespace, "user", 5);
    return wire.ask(
        operation,
        switch (operation) {
          case "limit", "setOverride" -> check;
          case "multiLimit" -> "[" + check + "]";
          case "listOverrides" -> Json.object("namespace", namespace);
          default -> Json.object("namespace", namespace, "identifier", "user");
        });
  }

  private static String id(String namespace) {
    return RIG.namespaceId(ApiRig.WORKSPACE, namespace);
  }

  @ParameterizedTest
  @CsvSource({
    "limit, limit",
    "multiLimit, limit",
    "setOverride, set_override",
    "listOverrides, read_override",
    "deleteOverride, delete_override"
  })
  @DisplayName("that are missing are named, the one for the namespace and the one for all")
  void missing(String operation, String action) {
    Reply reply = ask(allBut("ratelimit.*." + action), operation, "ns");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.problem()).isEqualTo("unkey/authorization/insufficient_permissions");
    assertThat(reply.error())
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
  @DisplayName("for one namespace hold there, and nowhere else")
  void one(String operation, String action) {
    Wire wire = allowed(Set.of("ratelimit." + id("ns") + "." + action));

    assertThat(ask(wire, operation, "ns").status()).isEqualTo(200);
    assertThat(ask(wire, operation, id("ns")).status()).isEqualTo(200);
    assertThat(ask(wire, operation, "other").status())
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
  @DisplayName("are texts that are the same or not: a star in them means itself")
  void literal(String permission) {
    assertThat(ask(allowed(Set.of(permission)), "limit", "ns").status()).isEqualTo(403);
  }

  @Test
  @DisplayName("of a batch must cover every namespace in it, and a missing one counts nothing")
  void batch() {
    Wire wire = allowed(Set.of("ratelimit." + id("ns") + ".limit"));
    long before = ALL.limit("ns", "batch", 100).number("remaining");

    Reply reply = wire.ask(
        "multiLimit",
        "[" + Wire.check("ns", "batch", 100) + "," + Wire.check("other", "batch", 100) + "]");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.text()).contains(id("other"));
    assertThat(ALL.limit("ns", "batch", 100).number("remaining")).isEqualTo(before - 1);
  }

  @Test
  @DisplayName("to make a namespace hold for all or not at all")
  void create() {
    Wire wire = allowed(Set.of("ratelimit.*.limit", "ratelimit." + id("ns") + ".create_namespace"));

    Reply reply = ask(wire, "limit", "new");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.text()).contains("ratelimit.*.create_namespace");
    assertThat(ask(wire, "limit", "ns").status()).isEqualTo(200);
  }

  @Test
  @DisplayName(
      "to read overrides are not asked for openly: without them nothing is there, byte for byte")
  void masking() {
    Wire blind = allBut("ratelimit.*.read_override");

    Reply hidden = ask(blind, "getOverride", "ns");
    Reply absent = ALL.ask("getOverride", Json.object("namespace", "ns", "identifier", "nobody"));

    assertThat(hidden.status()).isEqualTo(404);
    assertThat(masked(hidden)).isEqualTo(masked(absent));
    assertThat(names(hidden)).isEqualTo(names(absent));
  }

  /** Everything but the name of the request. */
  private static String masked(Reply reply) {
    return reply.text().replaceFirst("req_[0-9A-Za-z]{9}", "req_");
  }

  private static Set<String> names(Reply reply) {
    return reply.headers().keySet();
  }
}

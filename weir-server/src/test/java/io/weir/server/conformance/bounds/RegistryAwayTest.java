// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("While the shared store is away")
final class RegistryAwayTest {
  private final ApiRig rig = new ApiRig();
  private final Wire wire = rig.wire();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  @DisplayName(
      "checks are counted, also in namespaces that nobody has seen yet, under the id that they keep")
  void counts() {
    wire.limit("known", "user", 10);
    rig.registry.away(true);

    assertThat(wire.limit("known", "user", 10).number("remaining")).isEqualTo(8);
    assertThat(wire.limit("new", "user", 10).number("remaining")).isEqualTo(9);
    assertThat(wire.ask(
                "multiLimit",
                "[" + Wire.check("new", "user", 10) + "," + Wire.check("newer", "user", 10) + "]")
            .data())
        .containsEntry("passed", true);
    String id = rig.namespaceId(ApiRig.WORKSPACE, "new");
    rig.registry.away(false);

    assertThat(wire.limit("new", "user", 10).number("remaining")).isEqualTo(7);
    assertThat(wire.limit(id, "user", 10).number("remaining")).isEqualTo(6);
    assertThat(rig.namespaceId(ApiRig.WORKSPACE, "new")).isEqualTo(id);
  }

  @Test
  @DisplayName("a check in a new namespace does not wait for it longer than a moment")
  void doesNotWait() {
    rig.registry.hold();
    Reply reply = wire.limit("held", "user", 10);
    rig.registry.release();

    assertThat(reply.number("remaining")).isEqualTo(9);
    assertThat(wire.limit("held", "user", 10).number("remaining")).isEqualTo(8);
    rig.awaitQuiet();
  }

  @Test
  @DisplayName(
      "what changes or lists overrides says so, in a form that clients know, and works again afterwards")
  void overrides() {
    wire.limit("ns", "user", 10);
    String id = wire.override("ns", "user", 3);
    rig.registry.away(true);

    assertUnavailable(wire.ask("setOverride", Wire.check("ns", "user", 5)));
    assertUnavailable(wire.ask("listOverrides", Json.object("namespace", "ns")));
    assertUnavailable(
        wire.ask("deleteOverride", Json.object("namespace", "ns", "identifier", "user")));
    assertThat(wire.limit("ns", "user", 10).data())
        .as("what was set still holds")
        .containsEntry("limit", 3L);
    assertThat(wire.ask("getOverride", Json.object("namespace", "ns", "identifier", "user"))
            .status())
        .isEqualTo(200);
    rig.registry.away(false);

    assertThat(wire.override("ns", "user", 5)).isEqualTo(id);
    assertThat(wire.ask("listOverrides", Json.object("namespace", "ns")).items())
        .hasSize(1);
  }

  @Test
  @DisplayName("it is not said of a namespace that nobody has seen here that there is none")
  void unknownNamespace() {
    rig.key("limits.only", ApiRig.WORKSPACE, Set.of("ratelimit.*.limit"));
    rig.registry.away(true);

    assertUnavailable(wire.ask("listOverrides", Json.object("namespace", "unseen")));
    assertUnavailable(wire.with("limits.only").limit("unseen", "user", 10));
    rig.registry.away(false);

    assertThat(wire.ask("listOverrides", Json.object("namespace", "unseen")).status())
        .isEqualTo(404);
    assertThat(wire.with("limits.only").limit("unseen", "user", 10).status()).isEqualTo(403);
  }

  private static void assertUnavailable(Reply reply) {
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(reply.error()).containsEntry("title", "Internal Server Error");
  }
}

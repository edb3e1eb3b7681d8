// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Namespaces")
final class NamespacesTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName("are made by the first check, and the same by name and by id")
  void nameAndId() {
    WIRE.limit("by.name", "user", 10);
    String id = RIG.namespaceId(ApiRig.WORKSPACE, "by.name");

    assertThat(id).matches("rlns_[0-9A-Za-z]{8,32}");
    assertThat(WIRE.limit(id, "user", 10).number("remaining")).isEqualTo(8);
    assertThat(WIRE.limit("by.name", "user", 10).number("remaining")).isEqualTo(7);
  }

  @Test
  @DisplayName(
      "that another server made a moment ago are found by their id, and not made anew under it")
  void idFromElsewhere() {
    String id = RIG.registry.madeElsewhere(ApiRig.WORKSPACE, "elsewhere").id();

    assertThat(WIRE.limit(id, "user", 10).number("remaining")).isEqualTo(9);
    assertThat(WIRE.limit("elsewhere", "user", 10).number("remaining")).isEqualTo(8);
  }

  @Test
  @DisplayName(
      "are not made by a key that may not make them, and the refusal leaves nothing behind")
  void notMade() {
    RIG.key("limits.only", ApiRig.WORKSPACE, Set.of("ratelimit.*.limit"));
    Wire poor = WIRE.with("limits.only");

    Reply single = poor.limit("not.made", "user", 10);
    Reply batch = poor.ask("multiLimit", "[" + Wire.check("not.made", "user", 10) + "]");
    Reply override = WIRE.ask("setOverride", Wire.check("not.made", "user", 10));

    for (Reply each : new Reply[] {single, batch}) {
      assertThat(each.status()).isEqualTo(403);
      assertThat(each.problem()).isEqualTo("unkey/authorization/insufficient_permissions");
      assertThat(each.error())
          .containsEntry("title", "Insufficient Permissions")
          .containsEntry("detail", "Missing permission: 'ratelimit.*.create_namespace'");
    }
    assertThat(override.status()).isEqualTo(404);
  }

  @Test
  @DisplayName(
      "of other workspaces are not there, neither by name nor by id, and their counts are apart")
  void otherWorkspace() {
    RIG.workspace("ws_two", Workspace.UNLIMITED, true);
    RIG.key("two", "ws_two", ApiRig.EVERYTHING);
    Wire two = WIRE.with("two");
    WIRE.limit("shared", "user", 10);
    String id = RIG.namespaceId(ApiRig.WORKSPACE, "shared");
    WIRE.override("shared", "user", 3);

    for (String each : new String[] {"shared", id}) {
      assertThat(two.ask("getOverride", Json.object("namespace", each, "identifier", "user"))
              .problem())
          .isEqualTo("unkey/data/ratelimit_namespace_not_found");
    }
    assertThat(two.limit("shared", "user", 10).number("remaining")).isEqualTo(9);
    // A name like any other: what another workspace's id names here is a namespace of that name.
    assertThat(two.limit(id, "user", 10).number("remaining")).isEqualTo(9);
    assertThat(two.limit("shared", "user", 10).data()).doesNotContainKey("overrideId");
    assertThat(WIRE.limit("shared", "user", 10).number("remaining")).isEqualTo(1);
  }

  @Test
  @DisplayName("that were deleted are gone to checks and not found to everything else")
  void deleted() {
    WIRE.limit("deleted", "user", 10);
    WIRE.override("deleted", "user", 3);
    String id = RIG.namespaceId(ApiRig.WORKSPACE, "deleted");
    RIG.registry.delete(ApiRig.WORKSPACE, "deleted");

    for (String each : new String[] {"deleted", id}) {
      Reply gone = WIRE.limit(each, "user", 10);
      assertThat(gone.status()).isEqualTo(410);
      assertThat(gone.problem()).isEqualTo("unkey/data/ratelimit_namespace_gone");
      assertThat(gone.error()).containsEntry("title", "Resource Gone");
      Reply batch = WIRE.ask(
          "multiLimit",
          "[" + Wire.check("alive", "user", 10) + "," + Wire.check(each, "user", 10) + "]");
      assertThat(batch.problem()).isEqualTo("unkey/data/ratelimit_namespace_gone");
      for (String operation : new String[] {"getOverride", "deleteOverride"}) {
        assertNotFound(WIRE.ask(operation, Json.object("namespace", each, "identifier", "user")));
      }
      assertNotFound(WIRE.ask("setOverride", Wire.check(each, "user", 3)));
      assertNotFound(WIRE.ask("listOverrides", Json.object("namespace", each)));
    }
    assertThat(WIRE.limit("alive", "user", 10).number("remaining")).isEqualTo(9);
  }

  private static void assertNotFound(Reply reply) {
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.problem()).isEqualTo("unkey/data/ratelimit_namespace_not_found");
    assertThat(reply.error())
        .containsEntry("title", "Not Found")
        .containsEntry("detail", "This namespace does not exist.");
  }

  @Test
  @DisplayName("are not made by speaking of their overrides")
  void notMadeByOverrides() {
    assertNotFound(WIRE.ask("setOverride", Wire.check("absent", "user", 3)));
    assertNotFound(WIRE.ask("listOverrides", Json.object("namespace", "absent")));
    for (String operation : new String[] {"getOverride", "deleteOverride"}) {
      assertNotFound(WIRE.ask(operation, Json.object("namespace", "absent", "identifier", "user")));
    }
  }
}

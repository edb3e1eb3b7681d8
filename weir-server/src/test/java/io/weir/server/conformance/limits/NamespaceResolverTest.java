// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class NamespaceResolverTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void theFirstCheckCreatesANamespace() {
    WIRE.limit("by.name", "user", 10);
    String id = RIG.namespaceId(TestApiServer.WORKSPACE, "by.name");

    assertThat(id).matches("rlns_[0-9A-Za-z]{8,32}");
    assertThat(WIRE.limit(id, "user", 10).number("remaining")).isEqualTo(8);
    assertThat(WIRE.limit("by.name", "user", 10).number("remaining")).isEqualTo(7);
  }

  @Test
  void anIdCreatedByAnotherServerIsFound() {
    String id = RIG.registry.madeElsewhere(TestApiServer.WORKSPACE, "elsewhere").id();

    assertThat(WIRE.limit(id, "user", 10).number("remaining")).isEqualTo(9);
    assertThat(WIRE.limit("elsewhere", "user", 10).number("remaining")).isEqualTo(8);
  }

  @Test
  void aKeyWithoutPermissionCreatesNothing() {
    RIG.key("limits.only", TestApiServer.WORKSPACE, Set.of("ratelimit.*.limit"));
    RawHttpClient poor = WIRE.with("limits.only");

    ApiReply single = poor.limit("not.made", "user", 10);
    ApiReply batch =
        poor.ask("multiLimit", "[" + RawHttpClient.check("not.made", "user", 10) + "]");
    ApiReply override = WIRE.ask("setOverride", RawHttpClient.check("not.made", "user", 10));

    for (ApiReply each : new ApiReply[] {single, batch}) {
      assertThat(each.status()).isEqualTo(403);
      assertThat(each.problem()).isEqualTo("unkey/authorization/insufficient_permissions");
      assertThat(each.error())
          .containsEntry("title", "Insufficient Permissions")
          .containsEntry("detail", "Missing permission: 'ratelimit.*.create_namespace'");
    }
    assertThat(override.status()).isEqualTo(404);
  }

  @Test
  void namespacesOfOtherWorkspacesAreInvisible() {
    RIG.workspace("ws_two", Workspace.UNLIMITED, true);
    RIG.key("two", "ws_two", TestApiServer.EVERYTHING);
    RawHttpClient two = WIRE.with("two");
    WIRE.limit("shared", "user", 10);
    String id = RIG.namespaceId(TestApiServer.WORKSPACE, "shared");
    WIRE.override("shared", "user", 3);

    for (String each : new String[] {"shared", id}) {
      assertThat(two.ask("getOverride", TestJson.object("namespace", each, "identifier", "user"))
              .problem())
          .isEqualTo("unkey/data/ratelimit_namespace_not_found");
    }
    assertThat(two.limit("shared", "user", 10).number("remaining")).isEqualTo(9);
    // A name like any other: the id of another workspace's namespace names a new namespace here.
    assertThat(two.limit(id, "user", 10).number("remaining")).isEqualTo(9);
    assertThat(two.limit("shared", "user", 10).data()).doesNotContainKey("overrideId");
    assertThat(WIRE.limit("shared", "user", 10).number("remaining")).isEqualTo(1);
  }

  @Test
  void aDeletedNamespaceIsGoneForChecksAndElseNotFound() {
    WIRE.limit("deleted", "user", 10);
    WIRE.override("deleted", "user", 3);
    String id = RIG.namespaceId(TestApiServer.WORKSPACE, "deleted");
    RIG.registry.delete(TestApiServer.WORKSPACE, "deleted");

    for (String each : new String[] {"deleted", id}) {
      ApiReply reply = WIRE.limit(each, "user", 10);
      assertThat(reply.status()).isEqualTo(410);
      assertThat(reply.problem()).isEqualTo("unkey/data/ratelimit_namespace_gone");
      assertThat(reply.error()).containsEntry("title", "Resource Gone");
      ApiReply batch = WIRE.ask(
          "multiLimit",
          "[" + RawHttpClient.check("alive", "user", 10) + ","
              + RawHttpClient.check(each, "user", 10) + "]");
      assertThat(batch.problem()).isEqualTo("unkey/data/ratelimit_namespace_gone");
      for (String operation : new String[] {"getOverride", "deleteOverride"}) {
        assertNotFound(
            WIRE.ask(operation, TestJson.object("namespace", each, "identifier", "user")));
      }
      assertNotFound(WIRE.ask("setOverride", RawHttpClient.check(each, "user", 3)));
      assertNotFound(WIRE.ask("listOverrides", TestJson.object("namespace", each)));
    }
    assertThat(WIRE.limit("alive", "user", 10).number("remaining")).isEqualTo(9);
  }

  private static void assertNotFound(ApiReply apiReply) {
    assertThat(apiReply.status()).isEqualTo(404);
    assertThat(apiReply.problem()).isEqualTo("unkey/data/ratelimit_namespace_not_found");
    assertThat(apiReply.error())
        .containsEntry("title", "Not Found")
        .containsEntry("detail", "This namespace does not exist.");
  }

  @Test
  void overrideOperationsCreateNoNamespace() {
    assertNotFound(WIRE.ask("setOverride", RawHttpClient.check("absent", "user", 3)));
    assertNotFound(WIRE.ask("listOverrides", TestJson.object("namespace", "absent")));
    for (String operation : new String[] {"getOverride", "deleteOverride"}) {
      assertNotFound(
          WIRE.ask(operation, TestJson.object("namespace", "absent", "identifier", "user")));
    }
  }
}

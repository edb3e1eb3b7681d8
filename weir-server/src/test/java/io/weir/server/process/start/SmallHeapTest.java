// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.admin.Administration;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry.Wish;
import io.weir.server.directory.sql.Store;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Overrides;
import io.weir.server.process.Calls;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@DisplayName("A server with a heap that is too small for what one workspace has stored")
final class SmallHeapTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final int LONG_OVERRIDES = 20_836;
  private static final int LONG_NAMESPACES = 3_000;
  private static final int BATCH = 500;

  @TempDir
  private Path folder;

  /** 512 characters beyond the BMP. */
  private static String longName(int i) {
    return Character.toString(0x20000 + i) + "\uD83D\uDE00".repeat(511);
  }

  private static void fill(Store store, String workspaceId) {
    Namespace namespace = Namespace.unsaved(workspaceId, "big");
    for (int first = 0; first < LONG_OVERRIDES; first += BATCH) {
      int from = first;
      store.change("a test", (session, revision) -> {
        Namespaces.add(session, namespace, revision);
        for (int i = from; i < Math.min(from + BATCH, LONG_OVERRIDES); i++) {
          Overrides.set(session, new Wish(namespace.id(), longName(i), 1, 60_000), revision);
          if (i < LONG_NAMESPACES) {
            Namespaces.add(session, Namespace.unsaved(workspaceId, longName(i)), revision);
          }
        }
        return revision;
      });
    }
  }

  @Test
  @DisplayName("starts, serves all of the others, and says what it left out")
  void startsAndServes() {
    try (Store store = Store.embedded(folder)) {
      Administration administration = new Administration(store, new SplittableRandom(1));
      administration.ensureRootKey(KEY);
      fill(store, administration.createWorkspace("greedy", -1).id());
      String mine = Administration.presetWorkspace().id();
      store.change("a test", (session, revision) -> {
        Namespace namespace = Namespaces.add(session, Namespace.unsaved(mine, "mine"), revision);
        return Overrides.set(session, new Wish(namespace.id(), "vip_*", 3, 60_000), revision);
      });
    }
    Launch launch = Launch.serve("--data", folder.toString())
        .where("WEIR_ROOT_KEY", KEY)
        .where("_JAVA_OPTIONS", "-Xmx64m");

    try (ServerProcess server = ServerProcess.begin(launch).keeping(KEY)) {
      Eventually.until(server::said, () -> server.line("listening ").isPresent());
      Wire wire = Calls.wire(server, KEY);
      Eventually.until(
          server::log, () -> server.log().contains("of its overrides are not in memory"));

      assertThat(Calls.spend(wire, "mine/vip_2", 100, 1).number("remaining")).isEqualTo(2);
      assertThat(Calls.setOverride(wire, "mine/ann", 7).status()).isEqualTo(200);
      assertThat(Calls.spend(wire, "mine/ann", 100, 1).number("remaining")).isEqualTo(6);
      assertThat(Calls.look(server, "/metrics").text())
          .containsPattern("directory_left_out\\{kind=\"override\"\\} [1-9][0-9]{4}");
    }
  }
}

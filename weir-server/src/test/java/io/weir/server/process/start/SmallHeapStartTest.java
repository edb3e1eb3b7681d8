// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.admin.Administration;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.server.directory.table.OverrideQueries;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class SmallHeapStartTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final int LONG_OVERRIDES = 20_836;
  private static final int LONG_NAMESPACES = 3_000;
  private static final int BATCH = 500;

  @TempDir
  private Path folder;

  /** Returns a name of 512 characters beyond the BMP. */
  private static String longName(int i) {
    return Character.toString(0x20000 + i) + "\uD83D\uDE00".repeat(511);
  }

  private static void fill(TenantDatabase tenantDatabase, String workspaceId) {
    Namespace namespace = Namespace.unsaved(workspaceId, "big");
    for (int first = 0; first < LONG_OVERRIDES; first += BATCH) {
      int from = first;
      tenantDatabase.change("a test", (directorySession, revision) -> {
        NamespaceQueries.add(directorySession, namespace, revision);
        for (int i = from; i < Math.min(from + BATCH, LONG_OVERRIDES); i++) {
          OverrideQueries.set(
              directorySession,
              new OverrideRequest(namespace.id(), longName(i), 1, 60_000),
              revision);
          if (i < LONG_NAMESPACES) {
            NamespaceQueries.add(
                directorySession, Namespace.unsaved(workspaceId, longName(i)), revision);
          }
        }
        return revision;
      });
    }
  }

  @Test
  void servesOtherWorkspacesAndReportsWhatItLeftOut() {
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      Administration administration = new Administration(tenantDatabase, new SplittableRandom(1));
      administration.ensureRootKey(KEY);
      fill(tenantDatabase, administration.createWorkspace("greedy", -1).id());
      String mine = Administration.presetWorkspace().id();
      tenantDatabase.change("a test", (directorySession, revision) -> {
        Namespace namespace =
            NamespaceQueries.add(directorySession, Namespace.unsaved(mine, "mine"), revision);
        return OverrideQueries.set(
            directorySession, new OverrideRequest(namespace.id(), "vip_*", 3, 60_000), revision);
      });
    }
    WeirCommandLine weirCommandLine = WeirCommandLine.serve("--data", folder.toString())
        .where("WEIR_ROOT_KEY", KEY)
        .where("_JAVA_OPTIONS", "-Xmx64m");

    try (WeirProcess server = WeirProcess.begin(weirCommandLine).withSecrets(KEY)) {
      Eventually.until(server::allOutput, () -> server.line("listening ").isPresent());
      RawHttpClient rawHttpClient = ServerCalls.wire(server, KEY);
      Eventually.until(
          server::log, () -> server.log().contains("of its overrides are not in memory"));

      assertThat(ServerCalls.spend(rawHttpClient, "mine/vip_2", 100, 1).number("remaining"))
          .isEqualTo(2);
      assertThat(ServerCalls.setOverride(rawHttpClient, "mine/ann", 7).status()).isEqualTo(200);
      assertThat(ServerCalls.spend(rawHttpClient, "mine/ann", 100, 1).number("remaining"))
          .isEqualTo(6);
      assertThat(ServerCalls.look(server, "/metrics").text())
          .containsPattern("directory_left_out\\{kind=\"override\"\\} [1-9][0-9]{4}");
    }
  }
}

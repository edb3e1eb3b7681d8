// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.directory.Directory;
import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a store in a file whose processes are killed. */
@Timeout(120)
@Tag("integration")
class KilledServerTest {
  @TempDir
  private Path folder = Path.of("");

  /** A process that creates namespaces, and prints each number once it is saved. */
  static final class NamespaceMakerMain {
    private NamespaceMakerMain() {}

    public static void main(String[] args) {
      SqlTenantStore registry = new SqlTenantStore(
          TenantDatabase.embedded(Path.of(args[0])), new Directory(), NanoClock.system());
      registry.start();
      for (int i = 1; ; i++) {
        Eventually.await(registry.createNamespace("ws_one", "n" + i));
        System.out.println(i);
      }
    }
  }

  @Test
  void aKilledProcessLosesNothingConfirmed() throws Exception {
    Process process = making(folder);
    try (BufferedReader numbers = process.inputReader(UTF_8)) {
      for (int i = 1; i <= 100; i++) {
        assertThat(numbers.readLine()).isEqualTo(Integer.toString(i));
      }
      assertThatThrownBy(() -> TenantDatabase.embedded(folder))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("already in use by another process");
    } finally {
      process.destroyForcibly().waitFor();
    }

    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      for (int i = 1; i <= 100; i++) {
        String name = "n" + i;
        assertThat(tenantDatabase
                .read("a test", s -> NamespaceQueries.findByName(s, "ws_one", name))
                .isPresent())
            .as(name)
            .isTrue();
      }
    }
  }

  private static Process making(Path folder) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            NamespaceMakerMain.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}

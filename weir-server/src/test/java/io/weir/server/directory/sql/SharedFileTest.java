// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.server.directory.Directory;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counts and the directory in one file. */
@Timeout(120)
class SharedFileTest {
  private static final CellKey CELL =
      new CellKey(new SubjectKey("w", "n", "a", 86_400_000), 1_000_000);

  @TempDir
  private Path folder = Path.of("");

  @Test
  void countsAndDirectoryShareOneFile() {
    Directory directory = new Directory();
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder);
        SqlTenantStore registry =
            new SqlTenantStore(tenantDatabase, directory, NanoClock.system())) {
      registry.start();
      Namespace namespace;
      try (LocalStore counts = counts(tenantDatabase)) {
        namespace = Eventually.await(registry.createNamespace("ws_one", "n"));
        assertThat(Eventually.await(
                counts.publish(List.of(new Publication(CELL, "one", 3, 86_400_000)))))
            .containsExactly(new Receipt(0, 0));
      }
      Eventually.await(
          registry.setOverride(new OverrideRequest(namespace.id(), "alice", 5, 60_000)));
      assertThat(directory.apply(namespace).override("alice")).isNotNull();
    }

    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder);
        LocalStore counts = counts(tenantDatabase)) {
      assertThat(Eventually.await(counts.read(List.of(new Query(CELL, "two")))))
          .containsExactly(3L);
    }
  }

  private static LocalStore counts(TenantDatabase tenantDatabase) {
    return LocalStore.in(
        tenantDatabase.localDatabase().orElseThrow(), LocalStoreOptions.defaults());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.Publication;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a full disk, simulated by a limit on the file's size. */
@Timeout(120)
class FullDiskTest {
  @TempDir
  private Path folder = Path.of("");

  @Test
  void writesFailWhileTheDiskIsFullAndThenRecover() {
    LocalDatabase database = LocalDatabase.open(folder);
    database.limitSize(64L * DamagedFolder.PAGE);
    try (database;
        LocalStore store = LocalStore.in(database, LocalStoreOptions.defaults())) {
      int confirmed = fill(store);
      assertThat(confirmed).isGreaterThan(100);
      assertThat(DamagedFolder.read(store, 5)).as("reads go on").isEqualTo(6);
      assertThat(fill(store)).as("what is there still grows").isEqualTo(confirmed);

      database.limitSize(0);
      assertThat(
              Eventually.await(store.heartbeat(OriginHeartbeat.of("p", 10_000))).processes())
          .isEqualTo(1);
      DamagedFolder.publish(store, confirmed + 100);
      for (int i = 0; i < confirmed + 100; i += 10) {
        assertThat(DamagedFolder.read(store, i)).isEqualTo(i + 1);
      }
    }
    try (LocalStore store = LocalStore.open(folder)) {
      assertThat(DamagedFolder.read(store, 99)).isEqualTo(100);
    }
  }

  private static boolean isFull(Throwable e) {
    return e instanceof OriginUnavailable
        && String.valueOf(e.getMessage()).contains("the disk is full");
  }

  /** Publishes one count after the other until it fails. Returns how many were confirmed. */
  private static int fill(LocalStore store) {
    for (int i = 0; ; i++) {
      boolean worked = Eventually.await(store
          .publish(List.of(new Publication(DamagedFolder.cell(i), "one", i + 1, 600_000)))
          .handle((done, failure) -> {
            assertThat(failure == null || isFull(failure)).as("%s", failure).isTrue();
            return failure == null;
          }));
      if (!worked) {
        return i;
      }
    }
  }
}

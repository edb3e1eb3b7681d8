// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.origin.Origin.Heartbeat;
import io.weir.origin.Origin.Publication;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, by a limit on the file's size. */
@Timeout(120)
class FullDiskTest {
  @TempDir
  private Path folder = Path.of("");

  @Test
  @DisplayName(
      "writes fail with a sentence, work again by themselves once there is room, and nothing confirmed is lost")
  void aFullDiskPasses() {
    LocalDatabase database = LocalDatabase.open(folder);
    database.limitSize(64L * Example.PAGE);
    try (database;
        LocalStore store = LocalStore.in(database, LocalStoreOptions.defaults())) {
      int confirmed = fill(store);
      assertThat(confirmed).isGreaterThan(100);
      assertThat(Example.read(store, 5)).as("reads go on").isEqualTo(6);
      assertThat(fill(store)).as("what is there still grows").isEqualTo(confirmed);

      database.limitSize(0);
      assertThat(Eventually.answer(store.beat(Heartbeat.of("p", 10_000))).processes())
          .isEqualTo(1);
      Example.publish(store, confirmed + 100);
      for (int i = 0; i < confirmed + 100; i += 10) {
        assertThat(Example.read(store, i)).isEqualTo(i + 1);
      }
    }
    try (LocalStore store = LocalStore.open(folder)) {
      assertThat(Example.read(store, 99)).isEqualTo(100);
    }
  }

  private static boolean isFull(Throwable e) {
    return e instanceof OriginUnavailable
        && String.valueOf(e.getMessage()).contains("the disk is full");
  }

  /** Publishes one by one until it fails; tells how many were confirmed. */
  private static int fill(LocalStore store) {
    for (int i = 0; ; i++) {
      boolean worked = Eventually.answer(store
          .publish(List.of(new Publication(Example.cell(i), "one", i + 1, 600_000)))
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

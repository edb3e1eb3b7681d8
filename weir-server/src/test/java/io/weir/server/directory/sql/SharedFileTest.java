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
import io.weir.server.directory.Registry.Wish;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The counts and the directory in one file. */
@Timeout(120)
class SharedFileTest {
  private static final CellKey CELL =
      new CellKey(new SubjectKey("w", "n", "a", 86_400_000), 1_000_000);

  @TempDir
  private Path folder = Path.of("");

  @Test
  @DisplayName(
      "counts and a directory use one file, and the directory goes on when the counts are closed")
  void oneFileServesBoth() {
    Directory directory = new Directory();
    try (Store store = Store.embedded(folder);
        SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system())) {
      registry.start();
      Namespace namespace;
      try (LocalStore counts = counts(store)) {
        namespace = Eventually.answer(registry.createNamespace("ws_one", "n"));
        assertThat(Eventually.answer(
                counts.publish(List.of(new Publication(CELL, "one", 3, 86_400_000)))))
            .containsExactly(new Receipt(0, 0));
      }
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "alice", 5, 60_000)));
      assertThat(directory.apply(namespace).override("alice")).isNotNull();
    }

    try (Store store = Store.embedded(folder);
        LocalStore counts = counts(store)) {
      assertThat(Eventually.answer(counts.read(List.of(new Query(CELL, "two")))))
          .containsExactly(3L);
    }
  }

  private static LocalStore counts(Store store) {
    return LocalStore.in(store.localDatabase().orElseThrow(), LocalStoreOptions.defaults());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.mysql.MysqlLedger;
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

/** The ledger and the directory in one file. */
@Timeout(120)
class SharedFileTest {
  private static final CellKey CELL =
      new CellKey(new SubjectKey("w", "n", "a", 86_400_000), 1_000_000);

  @TempDir
  private Path folder = Path.of("");

  @Test
  @DisplayName("a ledger and a directory use one file, and either goes on when the other is closed")
  void oneFileServesBoth() {
    Directory directory = new Directory();
    try (Store store = Store.embedded(folder);
        SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system())) {
      registry.start();
      Namespace namespace;
      try (MysqlLedger ledger = MysqlLedger.embedded(Store.file(folder))) {
        namespace = Eventually.answer(registry.createNamespace("ws_one", "n"));
        assertThat(Eventually.answer(ledger.push(List.of(new Component(CELL, "eu", "", 3)))))
            .isEmpty();
      }
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "alice", 5, 60_000)));
      assertThat(directory.apply(namespace).override("alice")).isNotNull();
    }

    try (MysqlLedger ledger = MysqlLedger.embedded(Store.file(folder))) {
      assertThat(Eventually.answer(ledger.pull(Ledger.Asker.of("us"), 0)).sums())
          .singleElement()
          .satisfies(sums -> assertThat(sums.foreign()).isEqualTo(3));
    }
  }
}

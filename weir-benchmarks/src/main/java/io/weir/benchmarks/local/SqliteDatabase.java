// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.local;

import io.weir.mysql.local.LocalStore;
import io.weir.origin.Origin.Publication;
import java.nio.file.Path;
import java.util.List;

/**
 * Weir's local store in SQLite, as a single server uses it: with receipts, readable names and a check of all pages
 * when it opens.
 */
final class SqliteDatabase implements CountDatabase {
  private final LocalStore store;

  SqliteDatabase(Path folder) {
    this.store = LocalStore.open(folder);
  }

  @Override
  public void upsert(List<Publication> batch) {
    store.publish(batch).toCompletableFuture().join();
  }

  @Override
  public void close() {
    store.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.server.directory.sql.Store;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Needs;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What operators can do, on each kind of database. */
@Tag("integration")
class AdministrationTest {

  /** SQLite in a file. */
  @Nested
  class InAFile extends AdministrationContract {
    @TempDir
    private Path folder = Path.of("");

    @Override
    Store open() {
      return Store.embedded(folder);
    }
  }

  /** A real MariaDB. */
  @Nested
  class OnAServer extends AdministrationContract {
    @Override
    Store open() {
      return Store.open(ConnectionOptions.at(Needs.mysql()));
    }
  }
}

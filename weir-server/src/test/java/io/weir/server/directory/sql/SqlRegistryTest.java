// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Needs;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of registries, on every kind of database. */
@Tag("integration")
class SqlRegistryTest {

  /** SQLite in a file. */
  @Nested
  class InAFile extends RegistryContract {
    @TempDir
    private Path folder = Path.of("");

    @Override
    Store open() {
      return Store.embedded(folder.resolve("data"));
    }
  }

  /** A real MariaDB. */
  @Nested
  class OnAServer extends RegistryContract {
    private String url = "";

    @Override
    Store open() {
      url = url.isEmpty() ? Needs.mysql() : url;
      return Store.open(ConnectionOptions.at(url));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.RequiredServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of tenant stores, run on every kind of database. */
@Tag("integration")
class SqlTenantStoreTest {

  /** A SQLite file. */
  @Nested
  class InAFile extends TenantStoreContract {
    @TempDir
    private Path folder = Path.of("");

    @Override
    TenantDatabase open() {
      return TenantDatabase.embedded(folder.resolve("data"));
    }
  }

  /** A real MariaDB. */
  @Nested
  class OnAServer extends TenantStoreContract {
    private String url = "";

    @Override
    TenantDatabase open() {
      url = url.isEmpty() ? RequiredServers.mysql() : url;
      return TenantDatabase.open(ConnectionOptions.at(url));
    }
  }
}

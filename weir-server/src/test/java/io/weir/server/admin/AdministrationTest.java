// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import io.weir.server.directory.sql.TenantDatabase;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.RequiredServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the administration, run on each kind of database. */
@Tag("integration")
class AdministrationTest {

  /** A SQLite file. */
  @Nested
  class InAFile extends AdministrationContract {
    @TempDir
    private Path folder = Path.of("");

    @Override
    TenantDatabase open() {
      return TenantDatabase.embedded(folder);
    }
  }

  /** A real MariaDB. */
  @Nested
  class OnAServer extends AdministrationContract {
    @Override
    TenantDatabase open() {
      return TenantDatabase.open(ConnectionOptions.at(RequiredServers.mysql()));
    }
  }
}

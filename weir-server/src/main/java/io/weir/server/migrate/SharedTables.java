// SPDX-License-Identifier: Apache-2.0
package io.weir.server.migrate;

import io.weir.mysql.sql.LedgerTables;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.sql.dialect.Schema;
import java.util.List;

/** All tables of servers in a shared database. A module that has tables of its own adds its plan here. */
final class SharedTables {
  /** In the order of creation. */
  static final List<Schema.SchemaPlan> PLANS = List.of(LedgerTables.PLAN, TenantDatabase.PLAN);

  private SharedTables() {}
}
